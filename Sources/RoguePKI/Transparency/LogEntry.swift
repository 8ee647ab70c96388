internal import RogueOpenSSL

/// The entry that a log certifies (RFC 6962, section 3.1).
enum LogEntry: Sendable {
  /// The certificate as it is served, DER.
  case certificate([UInt8])
  /// A precertificate without signature and poison: the TBSCertificate that the issuer is going to sign, without its
  /// SCT list, and the SHA-256 of the issuer's SubjectPublicKeyInfo.
  case precertificate(signedPart: [UInt8], issuerKeyHash: [UInt8])

  /// LogEntryType.
  var type: UInt16 {
    switch self {
    case .certificate: 0
    case .precertificate: 1
    }
  }

  /// The `signed_entry` of the timestamp's signature.
  var signedEntry: [UInt8] {
    switch self {
    case .certificate(let der): Opaque.vector(der, width: 3)
    case .precertificate(let signedPart, let hash): hash + Opaque.vector(signedPart, width: 3)
    }
  }
}

/// Fields of TLS's presentation language (RFC 5246, section 4), in which logs write.
enum Opaque {
  static func integer<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
    stride(from: Value.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> Value($0)) }
  }

  /// The content with its length before it, `width` bytes of it.
  static func vector(_ content: [UInt8], width: Int) -> [UInt8] {
    integer(UInt64(content.count)).suffix(width) + content
  }
}
