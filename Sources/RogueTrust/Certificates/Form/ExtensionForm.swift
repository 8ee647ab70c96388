/// The extensions of a certificate by the rules of RFC 5280, section 4.2.
enum ExtensionForm {
  /// - Parameter list: the content of the SEQUENCE OF Extension.
  static func check(_ list: ArraySlice<UInt8>) throws(FormFault) {
    var items = StrictDER(list)
    guard !items.isAtEnd else { throw FormFault("the list of extensions is empty") }
    var seen: Set<[UInt8]> = []
    while !items.isAtEnd {
      var item = try items.enter(DERValue.sequence, "an extension")
      let identifier = Array(try item.next(DERValue.identifier, "an extension's identifier"))
      guard seen.insert(identifier).inserted else { throw FormFault("an extension is present twice") }
      // FALSE is the default and may be left out; it is so common that refusing it would be an extra rule.
      if item.nextTag == DERValue.boolean { _ = try item.boolean("an extension's criticality") }
      let value = try item.next(DERValue.octetString, "an extension's value")
      try item.end("an extension's value")
      if identifier == tlsFeature { try checkFeatures(StrictDER(value)) }
      guard identifier.count == 3, identifier.starts(with: [0x55, 0x1d]) else { continue }
      try check(identifier[2], StrictDER(value))
    }
  }

  /// id-pe-tlsfeature.
  private static let tlsFeature: [UInt8] = [0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x01, 0x18]

  /// A list of numbers (RFC 7633, section 4.1).
  private static func checkFeatures(_ value: StrictDER) throws(FormFault) {
    var value = value
    var features = try value.enter(DERValue.sequence, "the TLS features")
    while !features.isAtEnd { _ = try features.integer("a TLS feature") }
    try value.end("the TLS features")
  }

  /// - Parameter number: the last arc below id-ce.
  static func check(_ number: UInt8, _ value: StrictDER) throws(FormFault) {
    var value = value
    switch number {
    case 14: _ = try value.next(DERValue.octetString, "subjectKeyIdentifier")
    case 15: try checkKeyUsage(&value)
    case 17: try checkNames(&value)
    case 19: try checkBasicConstraints(&value)
    case 30: try NameConstraintsForm.check(&value)
    case 32: try checkPolicies(&value)
    case 33: try checkMappings(&value)
    case 35: try checkAuthority(&value)
    case 36: try checkPolicyConstraints(&value)
    case 54: try checkSkipCerts(try value.integer("inhibitAnyPolicy"), "inhibitAnyPolicy")
    case 37:
      var purposes = try value.enter(DERValue.sequence, "extendedKeyUsage")
      guard !purposes.isAtEnd else { throw FormFault("extendedKeyUsage has no purpose") }
      while !purposes.isAtEnd { _ = try purposes.next(DERValue.identifier, "a purpose") }
    default: return
    }
    try value.end("an extension inside its value")
  }

  /// Named bits: at least one, and none but zeros are left out at the end (X.690, section 11.2.2).
  private static func checkKeyUsage(_ value: inout StrictDER) throws(FormFault) {
    let (octets, unused) = try value.bits("keyUsage")
    guard let last = octets.last else { throw FormFault("keyUsage allows nothing") }
    guard last >> UInt8(unused) & 1 == 1 else {
      throw FormFault("keyUsage goes on after its last bit, or allows nothing")
    }
  }

  private static func checkBasicConstraints(_ value: inout StrictDER) throws(FormFault) {
    var fields = try value.enter(DERValue.sequence, "basicConstraints")
    var isCA = false
    // FALSE may be left out; old CAs write it.
    if fields.nextTag == DERValue.boolean { isCA = try fields.boolean("cA") }
    if !fields.isAtEnd {
      let length = try fields.integer("pathLenConstraint")
      guard isCA else { throw FormFault("pathLenConstraint is present without cA") }
      guard length.first.map({ $0 < 0x80 }) == true else { throw FormFault("pathLenConstraint is negative") }
      guard length.count <= 4 else { throw FormFault("pathLenConstraint is larger than any path") }
    }
    try fields.end("basicConstraints")
  }

  private static func checkNames(_ value: inout StrictDER) throws(FormFault) {
    var names = try value.enter(DERValue.sequence, "subjectAltName")
    guard !names.isAtEnd else { throw FormFault("subjectAltName has no name") }
    while !names.isAtEnd {
      let name = try names.next("an alternative name")
      try GeneralNameForm.check(name, addressOctets: [4, 16])
    }
  }

  private static func checkPolicies(_ value: inout StrictDER) throws(FormFault) {
    var policies = try value.enter(DERValue.sequence, "certificatePolicies")
    guard !policies.isAtEnd else { throw FormFault("certificatePolicies has no policy") }
    var seen: Set<[UInt8]> = []
    while !policies.isAtEnd {
      var policy = try policies.enter(DERValue.sequence, "a policy")
      guard seen.insert(Array(try policy.next(DERValue.identifier, "a policy"))).inserted else {
        throw FormFault("a policy is present twice")
      }
    }
  }

  private static func checkMappings(_ value: inout StrictDER) throws(FormFault) {
    /// anyPolicy.
    let any: [UInt8] = [0x55, 0x1d, 0x20, 0x00]
    var mappings = try value.enter(DERValue.sequence, "policyMappings")
    while !mappings.isAtEnd {
      var pair = try mappings.enter(DERValue.sequence, "a mapping")
      let from = Array(try pair.next(DERValue.identifier, "a mapped policy"))
      let to = Array(try pair.next(DERValue.identifier, "a mapped policy"))
      guard from != any, to != any else { throw FormFault("anyPolicy is mapped") }
    }
  }

  /// At least one of two numbers of certificates (RFC 5280, section 4.2.1.11).
  private static func checkPolicyConstraints(_ value: inout StrictDER) throws(FormFault) {
    var fields = try value.enter(DERValue.sequence, "policyConstraints")
    guard !fields.isAtEnd else { throw FormFault("policyConstraints requires and forbids nothing") }
    for (tag, what) in [(UInt8(0x80), "requireExplicitPolicy"), (0x81, "inhibitPolicyMapping")]
    where fields.nextTag == tag {
      try checkSkipCerts(try fields.next(tag, what), what)
    }
    try fields.end("policyConstraints")
  }

  private static func checkSkipCerts(_ content: ArraySlice<UInt8>, _ what: String) throws(FormFault) {
    guard let first = content.first else { throw FormFault("\(what) has no octet") }
    guard first < 0x80 else { throw FormFault("\(what) is negative") }
  }

  private static func checkAuthority(_ value: inout StrictDER) throws(FormFault) {
    var fields = try value.enter(DERValue.sequence, "authorityKeyIdentifier")
    for (tag, what) in [(UInt8(0x80), "keyIdentifier"), (0xa1, "authorityCertIssuer"), (0x82, "the issuer's serial")]
    where fields.nextTag == tag { _ = try fields.next(what) }
    try fields.end("authorityKeyIdentifier")
  }
}
