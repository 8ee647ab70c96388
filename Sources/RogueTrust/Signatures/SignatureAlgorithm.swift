internal import RogueModel
internal import RogueOpenSSL

/// The signature algorithm that a certificate declares (RFC 5280, section 4.1.1.2; RFC 4055; RFC 5758; RFC 8410).
///
/// Those that are known are the ones that certificates of servers have; another one is as good as a wrong signature.
struct SignatureAlgorithm: Hashable, Sendable {
  var form: SignatureForm
  /// The keys that can make such signatures.
  var keys: Set<KeyAlgorithm>
  /// Over MD5 or SHA-1, for which others than the CA may have found a certificate with the same digest (RFC 9155).
  var isWeak = false

  /// - Parameter identifier: the content of an AlgorithmIdentifier. Nil for algorithms that are not known, and for parameters
  ///   that theirs may not have.
  init?(_ identifier: [UInt8]) {
    var fields = DERReader(identifier)
    guard let algorithm = fields.primitive(.objectIdentifier).map(Array.init) else { return nil }
    let parameters = fields.next()
    guard fields.isAtEnd else { return nil }
    if algorithm == Self.pss {
      guard let parameters, let form = Self.pssForm(parameters) else { return nil }
      self.form = form.form
      isWeak = form.isWeak
      keys = [.rsa, .rsaForPSS]
      return
    }
    guard let known = Self.known[algorithm] else { return nil }
    self = known
    // RSA has NULL, and clients accept its absence (RFC 4055, section 5); the others have nothing.
    guard parameters == nil || keys == [.rsa] && parameters?.tag == .null && parameters?.content.isEmpty == true else {
      return nil
    }
  }

  private init(_ form: SignatureForm, _ keys: Set<KeyAlgorithm>, isWeak: Bool = false) {
    self.form = form
    self.keys = keys
    self.isWeak = isWeak
  }

  private static let known: [[UInt8]: SignatureAlgorithm] = [
    pkcs1 + [0x04]: SignatureAlgorithm(.md5, [.rsa], isWeak: true),
    pkcs1 + [0x05]: SignatureAlgorithm(.hashed(.sha1), [.rsa], isWeak: true),
    pkcs1 + [0x0b]: SignatureAlgorithm(.hashed(.sha256), [.rsa]),
    pkcs1 + [0x0c]: SignatureAlgorithm(.hashed(.sha384), [.rsa]),
    pkcs1 + [0x0d]: SignatureAlgorithm(.hashed(.sha512), [.rsa]),
    ecdsa + [0x01]: SignatureAlgorithm(.hashed(.sha1), [.ellipticCurve], isWeak: true),
    ecdsa + [0x03, 0x02]: SignatureAlgorithm(.hashed(.sha256), [.ellipticCurve]),
    ecdsa + [0x03, 0x03]: SignatureAlgorithm(.hashed(.sha384), [.ellipticCurve]),
    ecdsa + [0x03, 0x04]: SignatureAlgorithm(.hashed(.sha512), [.ellipticCurve]),
    KeyAlgorithm.ed25519.identifier: SignatureAlgorithm(.pure, [.ed25519]),
    KeyAlgorithm.ed448.identifier: SignatureAlgorithm(.pure, [.ed448]),
  ]

  /// 1.2.840.113549.1.1
  private static let pkcs1: [UInt8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01]
  /// 1.2.840.10045.4
  private static let ecdsa: [UInt8] = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04]
  private static let pss = pkcs1 + [0x0a]
  private static let mgf1 = pkcs1 + [0x08]
  private static let digests: [[UInt8]: Digest] = [
    [0x2b, 0x0e, 0x03, 0x02, 0x1a]: .sha1,
    [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01]: .sha256,
    [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x02]: .sha384,
    [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x03]: .sha512,
  ]

  /// RSASSA-PSS-params (RFC 4055, section 3.1). What is left out is SHA-1 and 20 octets of salt.
  private static func pssForm(_ parameters: DERReader.Value) -> (form: SignatureForm, isWeak: Bool)? {
    guard parameters.tag == .sequence else { return nil }
    var fields = DERReader(parameters.content)
    func tagged(_ number: UInt8) -> DERReader? { fields.constructed(.context(number, constructed: true)) }
    var digest = Digest.sha1
    var mask = Digest.sha1
    var salt = 20
    if fields.nextTag == .context(0, constructed: true) {
      guard var field = tagged(0), let named = field.constructed(.sequence).flatMap(Self.digest) else { return nil }
      digest = named
    }
    if fields.nextTag == .context(1, constructed: true) {
      guard var field = tagged(1), var function = field.constructed(.sequence),
        function.primitive(.objectIdentifier)?.elementsEqual(mgf1) == true,
        let named = function.constructed(.sequence).flatMap(Self.digest)
      else { return nil }
      mask = named
    }
    if fields.nextTag == .context(2, constructed: true) {
      guard var field = tagged(2), let octets = field.primitive(.integer), octets.count <= 2,
        (octets.first ?? 0x80) < 0x80
      else { return nil }
      salt = octets.reduce(0) { $0 << 8 | Int($1) }
    }
    if fields.nextTag == .context(3, constructed: true) {
      guard var field = tagged(3), field.primitive(.integer)?.elementsEqual([1]) == true else { return nil }
    }
    guard fields.isAtEnd else { return nil }
    return (.pssNaming(digest, mask: mask, salt: salt), digest == .sha1)
  }

  private static func digest(_ identifier: DERReader) -> Digest? {
    var fields = identifier
    return fields.primitive(.objectIdentifier).flatMap { digests[Array($0)] }
  }
}

/// The purpose of a key by its SubjectPublicKeyInfo (RFC 3279, RFC 4055, RFC 5480, RFC 8410).
enum KeyAlgorithm: Hashable, Sendable, CaseIterable {
  case rsa
  /// RSA for RSASSA-PSS alone.
  case rsaForPSS
  case ellipticCurve, ed25519, ed448

  /// The content of the object identifier.
  var identifier: [UInt8] {
    switch self {
    case .rsa: [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01]
    case .rsaForPSS: [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0a]
    case .ellipticCurve: [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01]
    case .ed25519: [0x2b, 0x65, 0x70]
    case .ed448: [0x2b, 0x65, 0x71]
    }
  }

  var isRSA: Bool { self == .rsa || self == .rsaForPSS }
}
