internal import RogueModel
internal import RogueOpenSSL

/// A private key with everything that minting needs of it, encoded once.
struct SigningKey: Sendable {
  enum Backing: Sendable {
    case ecdsa(ECDSAKey)
    case edwards(EdwardsKey)
    case rsa(PrivateKey)
    /// Only the public key is known.
    case absent
  }

  let backing: Backing
  let material: KeyMaterial
  /// The key's default signature algorithm, without a defect.
  let method: SignatureMethod
  /// The content of the subjectPublicKey BIT STRING.
  let publicBits: [UInt8]
  /// SHA-1 of the public bits (RFC 5280, section 4.2.1.2, method 1; OCSP's byKey).
  let keyIdentifier: [UInt8]
  /// The worlds of a run share most of their certificates.
  private let signedBefore = KnownAnswers<[UInt8]>(capacity: 64)

  /// The same message has the same signature, whatever the algorithm.
  func sign(_ message: [UInt8], _ method: SignatureMethod) throws(HarnessFailure) -> [UInt8] {
    try signedBefore.answer([message, method.algorithmIdentifier]) { () throws(HarnessFailure) in
      try signAnew(message, method)
    }
  }

  private func signAnew(_ message: [UInt8], _ method: SignatureMethod) throws(HarnessFailure) -> [UInt8] {
    if case .absent = backing {
      throw HarnessFailure(
        .minting, "a certificate from a file has to sign, but its private key is not known; 'key-file' names it")
    }
    do {
      switch (backing, method) {
      case (.ecdsa(let key), .ecdsa(let digest)): return try key.sign(message, digest)
      case (.edwards(let key), .ed25519) where key.curve == .ed25519: return try key.sign(message)
      case (.edwards(let key), .ed448) where key.curve == .ed448: return try key.sign(message)
      case (.rsa(let key), .rsaPKCS1(let digest)): return try key.sign(message, .hashed(digest))
      case (.rsa(let key), .rsaPSS(let digest)): return try key.signPSS(message, digest)
      default: break
      }
    } catch {
      throw HarnessFailure(.minting, "cannot sign with a \(material.type.rawValue) key", underlying: "\(error)")
    }
    throw HarnessFailure(.minting, "a \(material.type.rawValue) key cannot sign with \(method)")
  }

  /// Whether it certainly can: a short RSA key has no room for some digests.
  func signs(with method: SignatureMethod) -> Bool {
    switch (backing, method) {
    case (.ecdsa, .ecdsa): true
    case (.edwards(let key), .ed25519): key.curve == .ed25519
    case (.edwards(let key), .ed448): key.curve == .ed448
    case (.rsa(let key), .rsaPKCS1), (.rsa(let key), .rsaPSS): key.bits >= 2048
    default: false
    }
  }
}

extension SigningKey {
  /// The elliptic-curve key derived from a secret.
  static func elliptic(_ curve: EllipticCurve, secret: [UInt8]) throws(OpenSSLFailure) -> SigningKey {
    let key = try ECDSAKey(curve, derivedFrom: secret)
    let algorithm = DERWriter.bytes(capacity: 32) {
      $0.sequence {
        $0.identifier(.ecPublicKey)
        $0.identifier(curve.identifier)
      }
    }
    // RFC 5915: the private key, the public key beside it; the curve is in the algorithm.
    let inner = DERWriter.bytes(capacity: 160) {
      $0.sequence {
        $0.integer(1)
        $0.primitive(.octetString, key.scalar)
        $0.constructed(.context(1, constructed: true)) { $0.bitString(key.publicPoint) }
      }
    }
    return SigningKey(
      backing: .ecdsa(key),
      material: KeyMaterial(
        type: curve.keyType, spki: spki(algorithm, key.publicPoint), privateKey: privateKeyInfo(algorithm, inner)),
      method: .ecdsa(curve.digest), publicBits: key.publicPoint, keyIdentifier: Digest.sha1.hash(key.publicPoint))
  }

  /// The EdDSA key derived from a secret (RFC 8410).
  static func edwards(_ curve: EdwardsKey.Curve, secret: [UInt8]) throws(OpenSSLFailure) -> SigningKey {
    let key = try EdwardsKey(curve, seed: Array(secret.prefix(curve.length)))
    let (type, method): (KeyType, SignatureMethod) =
      switch curve {
      case .ed25519: (.ed25519, .ed25519)
      case .ed448: (.ed448, .ed448)
      }
    // The key's algorithm is the signature's.
    let algorithm = method.algorithmIdentifier
    let inner = DERWriter.bytes(capacity: 64) { $0.primitive(.octetString, key.seed) }
    return SigningKey(
      backing: .edwards(key),
      material: KeyMaterial(
        type: type, spki: spki(algorithm, key.publicKey), privateKey: privateKeyInfo(algorithm, inner)),
      method: method, publicBits: key.publicKey, keyIdentifier: Digest.sha1.hash(key.publicKey))
  }

  /// An RSA key that exists already. Its SubjectPublicKeyInfo says plain RSA whatever it signs with, so that TLS can use
  /// it with every RSA scheme.
  static func rsa(_ key: PrivateKey, type: KeyType) throws(OpenSSLFailure) -> SigningKey {
    let spki = try key.spki()
    guard let bits = publicBits(of: spki) else { throw OpenSSLFailure(operation: "read a public key") }
    return SigningKey(
      backing: .rsa(key), material: KeyMaterial(type: type, spki: spki, privateKey: try key.pkcs8()),
      method: type == .rsaPSS2048 ? .rsaPSS(.sha256) : .rsaPKCS1(.sha256), publicBits: bits,
      keyIdentifier: Digest.sha1.hash(bits))
  }

  static func publicBits(of spki: [UInt8]) -> [UInt8]? {
    var outer = DERReader(spki)
    guard var content = outer.constructed(.sequence), content.skip() else { return nil }
    return content.primitive(.bitString).map { Array($0.dropFirst()) }
  }

  static func spki(_ algorithm: [UInt8], _ bits: [UInt8]) -> [UInt8] {
    DERWriter.bytes(capacity: 128) {
      $0.sequence {
        $0.raw(algorithm)
        $0.bitString(bits)
      }
    }
  }

  /// The PrivateKeyInfo with another AlgorithmIdentifier; nil when there is none to change.
  func privateKey(claiming algorithm: [UInt8]) -> [UInt8]? {
    var outer = DERReader(material.privateKey)
    guard var fields = outer.constructed(.sequence), fields.skip(), fields.skip() else { return nil }
    return fields.primitive(.octetString).map { Self.privateKeyInfo(algorithm, Array($0)) }
  }

  /// PrivateKeyInfo (RFC 5208).
  private static func privateKeyInfo(_ algorithm: [UInt8], _ key: [UInt8]) -> [UInt8] {
    DERWriter.bytes(capacity: 256) {
      $0.sequence {
        $0.integer(0)
        $0.raw(algorithm)
        $0.primitive(.octetString, key)
      }
    }
  }
}

extension EllipticCurve {
  var keyType: KeyType {
    switch self {
    case .p192: .p192
    case .p224: .p224
    case .p256: .p256
    case .p384: .p384
    case .p521: .p521
    }
  }

  var identifier: ObjectIdentifier {
    switch self {
    case .p192: .p192
    case .p224: .p224
    case .p256: .p256
    case .p384: .p384
    case .p521: .p521
    }
  }
}
