internal import RogueModel
internal import RogueTLS

/// Handshake records of TLS 1.3 are a byte longer than the protocol allows (RFC 8446, section 5.2: record_overflow). What
/// they hold is right, and the rest is padding.
struct OverlongRecords: FixedBehaviour {
  static let descriptor = NamedDescriptor(
    name: "overlong-records", summary: "handshake records a byte longer than a ciphertext may be", versions: [.tls13])

  private static let ciphertext = 16_384 + 256 + 1
  /// Of every AEAD in use.
  private static let tag = 16

  func rewrite(_ script: inout HandshakeScript) {
    script.paddedRecord = Self.ciphertext - Self.tag
  }

  func isPresented(on seen: SeenConnection) -> Bool {
    seen.records.contains(SeenRecord(.applicationData, Self.ciphertext))
  }
}
