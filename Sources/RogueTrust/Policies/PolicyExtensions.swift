internal import RogueModel

/// A certificate's extensions about certificate policies (RFC 5280, sections 4.2.1.4, 4.2.1.5, 4.2.1.11 and 4.2.1.14).
///
/// An unreadable extension is a fault of form; here it counts as the strictest value.
struct PolicyExtensions: Sendable {
  /// The contents of object identifiers; nil if there are no certificatePolicies.
  var policies: Set<[UInt8]>?
  /// By the issuer's policy, those of the subject that it equals.
  var mappings: [[UInt8]: Set<[UInt8]>] = [:]
  /// How many more certificates may follow before a policy is required, and before policies may be mapped no more.
  var requireExplicitPolicy: Int?
  var inhibitPolicyMapping: Int?
  var inhibitAnyPolicy: Int?

  static let anyPolicy: [UInt8] = [0x55, 0x1d, 0x20, 0x00]
}

extension PolicyExtensions {
  init(_ contents: CertificateContents) {
    policies = contents.value(CertificateFacts.certificatePolicies).map(Self.policies)
    mappings = contents.value(CertificateFacts.policyMappings).map(Self.mappings) ?? [:]
    if let value = contents.value(CertificateFacts.policyConstraints) { readConstraints(value) }
    inhibitAnyPolicy = contents.value(CertificateFacts.inhibitAnyPolicy).map { value in
      var reader = DERReader(value, lengths: .any)
      return reader.primitive(.integer).map(Self.number) ?? 0
    }
  }

  private static func policies(_ value: [UInt8]) -> Set<[UInt8]> {
    var outer = DERReader(value, lengths: .any)
    guard var items = outer.constructed(.sequence) else { return [] }
    var policies: Set<[UInt8]> = []
    while var item = items.constructed(.sequence), let policy = item.primitive(.objectIdentifier) {
      policies.insert(Array(policy))
    }
    return policies
  }

  private static func mappings(_ value: [UInt8]) -> [[UInt8]: Set<[UInt8]>] {
    var outer = DERReader(value, lengths: .any)
    guard var items = outer.constructed(.sequence) else { return [:] }
    var mappings: [[UInt8]: Set<[UInt8]>] = [:]
    while var pair = items.constructed(.sequence), let issuers = pair.primitive(.objectIdentifier),
      let subjects = pair.primitive(.objectIdentifier)
    {
      mappings[Array(issuers), default: []].insert(Array(subjects))
    }
    return mappings
  }

  private mutating func readConstraints(_ value: [UInt8]) {
    var outer = DERReader(value, lengths: .any)
    guard var fields = outer.constructed(.sequence) else {
      (requireExplicitPolicy, inhibitPolicyMapping) = (0, 0)
      return
    }
    while let field = fields.next() {
      switch field.tag {
      case .context(0): requireExplicitPolicy = Self.number(field.content)
      case .context(1): inhibitPolicyMapping = Self.number(field.content)
      default: return
      }
    }
  }

  /// Of a SkipCerts; more than any path has counts as much.
  private static func number(_ content: ArraySlice<UInt8>) -> Int {
    guard content.count <= 4 else { return Int(Int32.max) }
    return content.reduce(0) { $0 << 8 | Int($1) }
  }
}
