internal import RogueOpenSSL

// What is special about a certificate's key.
extension CertificateFacts {
  /// The content of the subjectPublicKey BIT STRING: of an elliptic-curve key the public point, whatever the curve.
  public var publicBits: [UInt8] { keyFields.map { Array($0.bits) } ?? [] }

  /// RSA below 2048 bits, or a curve below 224 (RFC 9325, section 4.5; NIST SP 800-57, part 1, section 5.6.3).
  public var hasShortKey: Bool {
    guard let key = try? PublicKey(spki: spki) else { return false }
    return key.bits < (key.isRSA ? 2048 : 224)
  }

  public var hasKeyUsage: Bool { keyUsage != nil }

  /// A key that its keyUsage lets neither sign handshakes (RFC 8446, section 4.4.2.2) nor, if it is RSA, encrypt their
  /// secrets (RFC 5246, section 7.4.2).
  public var isIdle: Bool {
    // What cannot be read is a question of form.
    var value = DERCursor(keyUsage ?? [])
    guard let bits = value.next(0x03)?.dropFirst().first else { return false }
    let isRSA = (try? PublicKey(spki: spki))?.isRSA ?? true
    return bits & (isRSA ? 0xa0 : 0x80) == 0
  }

  /// An elliptic-curve key that spells its curve out (RFC 5480, section 2.1.1, forbids it).
  public var hasSpeltOutCurve: Bool {
    guard let algorithm = keyFields?.algorithm else { return false }
    var fields = DERCursor(algorithm)
    return fields.next(0x06)?.elementsEqual(Self.ecPublicKey) == true && fields.next(0x30) != nil
  }

  /// Whether one certificate's key made the other's signature; says nothing about names.
  public static func isSigned(_ certificate: [UInt8], by issuer: [UInt8]) -> Bool {
    guard let certificate = try? X509Certificate(der: certificate), let issuer = try? X509Certificate(der: issuer)
    else {
      return false
    }
    return certificate.isSigned(by: issuer)
  }

  /// id-ecPublicKey.
  private static let ecPublicKey: [UInt8] = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01]

  private var keyFields: (algorithm: ArraySlice<UInt8>, bits: ArraySlice<UInt8>)? {
    var outer = DERCursor(spki)
    var fields = DERCursor(outer.next(0x30) ?? [])
    guard let algorithm = fields.next(0x30), let bits = fields.next(0x03) else { return nil }
    return (algorithm, bits.dropFirst())
  }
}
