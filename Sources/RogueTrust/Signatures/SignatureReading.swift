internal import RogueOpenSSL

/// Ways to accept a wrong signature, each of which some library has had.
///
/// For mutants: a scenario needs exactly the signatures that such a reading accepts.
public enum SignatureReading: Sendable, Hashable, CaseIterable {
  /// A signature of no bytes is nothing to check.
  case empty
  /// The equation of ECDSA holds for r = s = 0, whatever was signed (CVE-2022-21449).
  case zero
  /// Numbers are reduced before they are compared, and their range is not checked.
  case reduced
  /// A number below zero is as good as its opposite.
  case unsigned
  /// Bytes after the signature do not count.
  case surplus
  /// The block of PKCS #1 v1.5 ends with the digest, whatever follows (CVE-2006-4339).
  case garbageAfterTheDigest
  /// Parameters of the digest's algorithm are skipped, whatever they are (CVE-2018-16152).
  case garbageInTheParameters
  /// Of a length in many octets the last four count (CVE-2014-1568).
  case garbageInALength
  /// As much of the digest is compared as there is.
  case shortDigest
  /// A salt of PSS has any length.
  case anySalt
  /// An RSA key is accepted for every padding and digest, whatever its restrictions.
  case anyUse

  /// Whether only this careless reading accepts the signature of `issuer` on `certificate`: false for a right
  /// signature, in which there is nothing to overlook.
  public func accepts(_ certificate: [UInt8], issuer: [UInt8]) -> Bool {
    guard let signed = SignedCertificate(der: certificate), !CertificateFacts.isSigned(certificate, by: issuer),
      let issuer = CertificateFacts(der: issuer), let key = try? PublicKey(spki: issuer.spki)
    else { return false }
    switch self {
    case .empty: return signed.signature.isEmpty
    case .zero: return Self.isZero(signed, key)
    case .reduced: return Self.reduced(signed, key)
    case .unsigned: return Self.unsigned(signed, key)
    case .surplus:
      guard let surplus = signed.numbers?.surplus ?? (key.isRSA ? signed.signature.count - key.length : nil),
        surplus > 0
      else { return false }
      return Self.verifies(Array(signed.signature.dropLast(surplus)), of: signed, key)
    case .anySalt: return Self.verifies(signed.signature, of: signed, key)
    case .anyUse: return Self.plain(issuer.spki).map { Self.verifies(signed.signature, of: signed, $0) } ?? false
    case .garbageInALength:
      return key.block(of: signed.signature).map { Self.endsWithDigest(of: signed.signed, block: $0) } ?? false
    case .garbageAfterTheDigest, .garbageInTheParameters, .shortDigest:
      return key.block(of: signed.signature).map { holdsDigest(of: signed.signed, block: $0) } ?? false
    }
  }

  /// The same key without its restrictions; nil if it has none.
  private static func plain(_ spki: [UInt8]) -> PublicKey? {
    var outer = DERCursor(spki)
    var fields = DERCursor(outer.next(0x30) ?? [])
    guard let algorithm = fields.next(0x30), algorithm.starts(with: pssIdentifier) else { return nil }
    // rsaEncryption, NULL; the BIT STRING follows as it is.
    let bits = spki.suffix(fields.left)
    let content = [0x30, 0x0d] + rsaIdentifier + [0x05, 0x00] + bits
    return try? PublicKey(spki: [0x30, 0x82, UInt8(content.count >> 8), UInt8(content.count & 0xff)] + content)
  }

  private static let rsaIdentifier: [UInt8] = [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01]
  private static let pssIdentifier: [UInt8] = [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0a]

  private static func verifies(_ signature: [UInt8], of certificate: SignedCertificate, _ key: PublicKey) -> Bool {
    certificate.form.map { key.verifies(signature, of: certificate.signed, as: $0) } ?? false
  }

  /// Zeros, or numbers that are zero once they are reduced.
  private static func isZero(_ certificate: SignedCertificate, _ key: PublicKey) -> Bool {
    guard let numbers = certificate.numbers else { return certificate.signature.allSatisfy { $0 == 0 } }
    guard let order = key.order else { return numbers.r == [0] && numbers.s == [0] }
    return [numbers.r, numbers.s].allSatisfy { Residue.of($0, modulo: order).allSatisfy { $0 == 0 } }
  }

  /// The tag of an OCTET STRING, a length of many octets of which the last four are the hash's, the hash, the end.
  private static func endsWithDigest(of message: [UInt8], block: [UInt8]) -> Bool {
    let hash = Digest.sha256.hash(message)
    let end = [0, 0, 0, UInt8(hash.count)] + hash
    guard block.suffix(end.count).elementsEqual(end),
      let count = (5...127).first(where: { octets in
        block.dropLast(hash.count + octets).suffix(2).elementsEqual([0x04, 0x80 | UInt8(octets)])
      })
    else { return false }
    return block.count > hash.count + count + 2
  }

  private static func reduced(_ certificate: SignedCertificate, _ key: PublicKey) -> Bool {
    guard let numbers = certificate.numbers else {
      guard let modulus = key.modulus else { return false }
      return verifies(Residue.of(certificate.signature, modulo: modulus), of: certificate, key)
    }
    // The curve whose order is as long as the key; numbers below it stay what they are.
    guard let order = key.order else { return false }
    let reduced = [numbers.r, numbers.s].map { Residue.of($0, modulo: order) }
    return verifies(ECDSASignature.encode(reduced[0], reduced[1]), of: certificate, key)
  }

  private static func unsigned(_ certificate: SignedCertificate, _ key: PublicKey) -> Bool {
    guard let numbers = certificate.numbers else { return false }
    let magnitudes = [numbers.r, numbers.s].map(Residue.magnitude)
    return verifies(ECDSASignature.encode(magnitudes[0], magnitudes[1]), of: certificate, key)
  }

  /// Whether the block holds the hash where this reading looks for it; 0, 1, at least eight times 0xff, 0 come first.
  private func holdsDigest(of message: [UInt8], block: [UInt8]) -> Bool {
    let padding = block.dropFirst(2).prefix { $0 == 0xff }
    guard block.starts(with: [0, 1]), padding.count >= 8, block.dropFirst(2 + padding.count).first == 0 else {
      return false
    }
    var cursor = DERCursor(block.dropFirst(3 + padding.count))
    guard let info = cursor.next(0x30) else { return false }
    var fields = DERCursor(info)
    guard let algorithm = fields.next(0x30), let found = fields.next(0x04), fields.left == 0 else { return false }
    let hash = Digest.sha256.hash(message)
    let hasNull = algorithm.suffix(2).elementsEqual([0x05, 0x00]) && algorithm.count == 13
    switch self {
    case .garbageAfterTheDigest: return hasNull && found.elementsEqual(hash)
    case .garbageInTheParameters: return cursor.left == 0 && found.elementsEqual(hash)
    case .shortDigest:
      return hasNull && cursor.left == 0 && !found.isEmpty && found.elementsEqual(hash.prefix(found.count))
    default: return false
    }
  }
}
