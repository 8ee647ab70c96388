// Special properties of a certificate's key.
extension CertificateFacts {
  /// The content of the subjectPublicKey BIT STRING: of an elliptic-curve key the public point, whatever the curve.
  public var publicBits: [UInt8] { keyFields.map { Array($0.bits) } ?? [] }

  /// RSA below 2048 bits, or a curve below 224 (RFC 9325, section 4.5; NIST SP 800-57, part 1, section 5.6.3).
  public var hasShortKey: Bool { CertificateKey(spki: spki)?.isShort ?? false }

  public var hasKeyUsage: Bool { keyUsage != nil }

  /// A key that its keyUsage lets neither sign handshakes (RFC 8446, section 4.4.2.2) nor, if it is RSA, encrypt their
  /// secrets (RFC 5246, section 7.4.2).
  public var isIdle: Bool {
    // Unreadable content is a fault of form.
    var value = DERCursor(keyUsage ?? [])
    guard let bits = value.next(0x03)?.dropFirst().first else { return false }
    // digitalSignature, keyEncipherment.
    return bits & (keyIdentifierOfAlgorithm == KeyAlgorithm.rsa.identifier ? 0xa0 : 0x80) == 0
  }

  /// Whether keyUsage has keyAgreement.
  public var agreesOnKeys: Bool {
    var value = DERCursor(keyUsage ?? [])
    return value.next(0x03)?.dropFirst().first.map { $0 & 0x08 != 0 } ?? false
  }

  /// An elliptic-curve key that spells its curve out (RFC 5480, section 2.1.1, forbids it).
  public var hasSpeltOutCurve: Bool {
    guard let algorithm = keyFields?.algorithm else { return false }
    var fields = DERCursor(algorithm)
    return fields.next(0x06)?.elementsEqual(KeyAlgorithm.ellipticCurve.identifier) == true && fields.next(0x30) != nil
  }

  /// Whether one certificate's key made the other's signature; says nothing about names.
  public static func isSigned(_ certificate: [UInt8], by issuer: [UInt8]) -> Bool {
    guard let certificate = PathCertificate.reading(certificate), let issuer = PathCertificate.reading(issuer) else {
      return false
    }
    return certificate.isSigned(by: issuer)
  }

  /// The content of the object identifier of the key's algorithm.
  private var keyIdentifierOfAlgorithm: [UInt8]? {
    guard let algorithm = keyFields?.algorithm else { return nil }
    var fields = DERCursor(algorithm)
    return fields.next(0x06).map { Array($0) }
  }

  private var keyFields: (algorithm: ArraySlice<UInt8>, bits: ArraySlice<UInt8>)? {
    var outer = DERCursor(spki)
    var fields = DERCursor(outer.next(0x30) ?? [])
    guard let algorithm = fields.next(0x30), let bits = fields.next(0x03) else { return nil }
    return (algorithm, bits.dropFirst())
  }
}
