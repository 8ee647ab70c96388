internal import RogueOpenSSL

/// Record keys from the traffic secrets of TLS 1.3 (RFC 8446, section 7.3).
struct KeySchedule13 {
  let suite: CipherSuite

  func protection(from secret: [UInt8]) -> RecordProtection? {
    guard secret.count == suite.digest.length else { return nil }
    return RecordProtection(
      suite.aead, form: .tls13,
      key: HKDF.expandLabel(suite.digest, secret: secret, label: "key", length: suite.aead.keyLength),
      iv: HKDF.expandLabel(suite.digest, secret: secret, label: "iv", length: AEADAlgorithm.nonceLength))
  }

  /// The secret after a KeyUpdate (RFC 8446, section 7.2).
  func next(after secret: [UInt8]) -> [UInt8] {
    HKDF.expandLabel(suite.digest, secret: secret, label: "traffic upd", length: suite.digest.length)
  }
}
