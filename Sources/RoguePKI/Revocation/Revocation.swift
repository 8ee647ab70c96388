internal import RogueModel

/// The common inputs of a run's CRLs and OCSP responses.
enum Revocation {
  /// keyCompromise (RFC 5280, section 5.3.1).
  static let reason: UInt8 = 1
  /// The bytes after the end of something with trailing bytes: a NULL, which is valid DER itself.
  static let trailing: [UInt8] = [0x05, 0x00]

  /// The revocation time: a day before the run, but never after the CRL or response was issued.
  static func time(_ clock: Timestamp, issued: Timestamp) -> Timestamp { min(clock + -86_400, issued) }

  /// An extension that no client knows.
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
