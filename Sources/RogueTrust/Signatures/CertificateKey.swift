internal import RogueModel
internal import RogueOpenSSL

/// The public key of a certificate, as far as decisions need it.
struct CertificateKey: Sendable {
  var algorithm: KeyAlgorithm
  var key: PublicKey
  /// The length of the modulus, or of the field of the curve.
  var bits: Int
  /// An elliptic-curve key that spells its curve out (RFC 5480, section 2.1.1, forbids it).
  var hasSpeltOutCurve: Bool
  /// Of an RSA key, the exponent is no odd number above 1 (RFC 8017, section 3.1): with 1, everything is its own signature.
  var hasUnfitExponent: Bool

  /// Nil if the bytes are no SubjectPublicKeyInfo, or of an algorithm that is not known.
  init?(spki: [UInt8]) {
    var outer = DERReader(spki, lengths: .any)
    guard var fields = outer.constructed(.sequence), var identifier = fields.constructed(.sequence),
      let name = identifier.primitive(.objectIdentifier), let bits = fields.primitive(.bitString),
      let algorithm = KeyAlgorithm.allCases.first(where: { $0.identifier.elementsEqual(name) }),
      let key = try? PublicKey(spki: spki)
    else { return nil }
    self.algorithm = algorithm
    self.key = key
    self.bits = key.bits
    hasSpeltOutCurve = algorithm == .ellipticCurve && identifier.nextTag == .sequence
    hasUnfitExponent = algorithm.isRSA && !Self.hasFitExponent(bits.dropFirst())
  }

  /// - Parameter key: an RSAPublicKey (RFC 8017, appendix A.1.1).
  private static func hasFitExponent(_ key: ArraySlice<UInt8>) -> Bool {
    var outer = DERReader(key, lengths: .any)
    guard var numbers = outer.constructed(.sequence), numbers.primitive(.integer) != nil,
      let exponent = numbers.primitive(.integer), let last = exponent.last, let first = exponent.first, first < 0x80
    else { return false }
    return last & 1 == 1 && (last > 1 || exponent.dropLast().contains { $0 != 0 })
  }

  /// RSA below 2048 bits, or a curve below 224 (RFC 9325, section 4.5; NIST SP 800-57, part 1, section 5.6.3).
  var isShort: Bool { bits < (algorithm.isRSA ? 2048 : 224) }
}
