package import RogueModel
package import RogueOpenSSL

/// The kind of a key's signatures, as far as handshakes distinguish kinds.
package enum SignatureKind: Hashable, Sendable {
  case ecdsa(EllipticCurve)
  case ed25519, ed448
  /// An RSA key for every padding.
  case rsa
  /// An RSA key restricted to PSS (RFC 4055, section 1.2).
  case rsaPSS

  /// Reads a DER SubjectPublicKeyInfo (RFC 5280, section 4.1.2.7).
  package init?(publicKey: [UInt8]) {
    var outer = DERReader(publicKey, lengths: .any)
    guard var fields = outer.constructed(.sequence), let algorithm = fields.primitive(.sequence) else { return nil }
    self.init(algorithm: algorithm)
  }

  /// Reads the content of an AlgorithmIdentifier (RFC 5280, section 4.1.1.2).
  package init?(algorithm: ArraySlice<UInt8>) {
    var fields = DERReader(algorithm, lengths: .any)
    guard let identifier = fields.primitive(.objectIdentifier) else { return nil }
    switch Array(identifier) {
    case [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]:
      switch fields.primitive(.objectIdentifier).map(Array.init) {
      case [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]: self = .ecdsa(.p256)
      case [0x2B, 0x81, 0x04, 0x00, 0x22]: self = .ecdsa(.p384)
      case [0x2B, 0x81, 0x04, 0x00, 0x23]: self = .ecdsa(.p521)
      default: return nil
      }
    case [0x2B, 0x65, 0x70]: self = .ed25519
    case [0x2B, 0x65, 0x71]: self = .ed448
    case [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]: self = .rsa
    case [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x0A]: self = .rsaPSS
    default: return nil
    }
  }
}

/// SignatureScheme (RFC 8446, section 4.2.3); open, because clients offer many that the engine does not support.
package struct SignatureScheme: RawRepresentable, Hashable, Sendable {
  package var rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The schemes that are understood, the preferred ones first; also those requested of clients.
  package static let known: [SignatureScheme] = [
    0x0403, 0x0503, 0x0603, 0x0807, 0x0808, 0x0804, 0x0805, 0x0806, 0x0809, 0x080A, 0x080B, 0x0401, 0x0501, 0x0601,
  ].map(SignatureScheme.init(rawValue:))

  /// The algorithms of a TLS 1.2 client that names none (RFC 5246, section 7.4.1.4.1).
  package static let unnamed: [SignatureScheme] = [0x0203, 0x0201].map(SignatureScheme.init(rawValue:))

  /// For ECDSA keys, on whatever curve.
  package var isECDSA: Bool { [0x0203, 0x0403, 0x0503, 0x0603].contains(rawValue) }

  package var form: SignatureForm? {
    switch rawValue {
    case 0x0403, 0x0401: .hashed(.sha256)
    case 0x0503, 0x0501: .hashed(.sha384)
    case 0x0603, 0x0601: .hashed(.sha512)
    case 0x0203, 0x0201: .hashed(.sha1)
    case 0x0101: .md5
    case 0x0807, 0x0808: .pure
    case 0x0804, 0x0809: .pss(.sha256)
    case 0x0805, 0x080A: .pss(.sha384)
    case 0x0806, 0x080B: .pss(.sha512)
    default: nil
    }
  }

  /// Whether a key of this kind signs a handshake of that version so. TLS 1.3 ties ECDSA to one curve for each digest
  /// and knows no PKCS #1 v1.5 there.
  package func fits(_ kind: SignatureKind, _ version: TLSVersion) -> Bool {
    switch (rawValue, kind) {
    case (0x0403, .ecdsa(let curve)): version == .tls12 || curve == .p256
    case (0x0503, .ecdsa(let curve)): version == .tls12 || curve == .p384
    case (0x0603, .ecdsa(let curve)): version == .tls12 || curve == .p521
    case (0x0203, .ecdsa), (0x0401, .rsa), (0x0501, .rsa), (0x0601, .rsa), (0x0201, .rsa), (0x0101, .rsa):
      version == .tls12
    case (0x0804, .rsa), (0x0805, .rsa), (0x0806, .rsa): true
    case (0x0809, .rsaPSS), (0x080A, .rsaPSS), (0x080B, .rsaPSS): true
    case (0x0807, .ed25519), (0x0808, .ed448): true
    default: false
    }
  }

  /// Of all that are known here, in the order of preference.
  package static var wireNumbers: [UInt16] { known.map(\.rawValue) }

  /// The scheme with which a server's key signs for a client that offers these.
  package static func choose(for kind: SignatureKind, _ version: TLSVersion, from offered: [UInt16]?)
    -> SignatureScheme?
  {
    guard let offered else { return unnamed.first { $0.fits(kind, version) } }
    return known.first { $0.fits(kind, version) && offered.contains($0.rawValue) }
  }
}
