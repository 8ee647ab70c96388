internal import RogueModel

/// What CRLs and OCSP responses of one run have in common.
enum Revocation {
  /// keyCompromise (RFC 5280, section 5.3.1).
  static let reason: UInt8 = 1
  /// What stands after the end of what has bytes after its end: a NULL, so that it is DER of its own.
  static let trailing: [UInt8] = [0x05, 0x00]

  /// When revoked certificates were revoked: a day before the run, and never after what says so was issued.
  static func time(_ clock: Timestamp, issued: Timestamp) -> Timestamp { min(clock + -86_400, issued) }

  /// An extension that nobody can know.
  static func unknownExtension(critical: Bool) -> CertificateExtension {
    CertificateExtension(
      UnknownCriticalExtension.identifier, critical: critical, value: DERWriter.bytes(capacity: 4) { $0.null() })
  }
}

extension SignatureDamage {
  func applied(to signature: [UInt8]) -> [UInt8] {
    switch self {
    case .none: return signature
    case .empty: return []
    case .corrupt:
      // The last byte: it is part of s in an ECDSA signature, so that the encoding stays right.
      var signature = signature
      if let last = signature.indices.last { signature[last] ^= 1 }
      return signature
    }
  }
}
