internal import RogueModel
internal import RogueOpenSSL

/// The record keys of one TLS 1.2 handshake (RFC 5246, section 6.3).
struct KeySchedule12 {
  private let suite: CipherSuite
  private let block: [UInt8]
  private let ivLength: Int

  init(suite: CipherSuite, masterSecret: [UInt8], clientRandom: [UInt8], serverRandom: [UInt8]) {
    self.suite = suite
    ivLength = suite.aead == .chaCha20Poly1305 ? 12 : 4
    block = TLS12PRF.derive(
      suite.digest, secret: masterSecret, label: "key expansion", seed: serverRandom + clientRandom,
      length: 2 * (suite.aead.keyLength + ivLength))
  }

  /// The protection of what `side` sends after its ChangeCipherSpec.
  func protection(of side: Side) -> RecordProtection? {
    let keyLength = suite.aead.keyLength
    let keyStart = side == .client ? 0 : keyLength
    let ivStart = 2 * keyLength + (side == .client ? 0 : ivLength)
    return RecordProtection(
      suite.aead, form: suite.aead == .chaCha20Poly1305 ? .tls12Implicit : .tls12Explicit,
      key: Array(block[keyStart..<(keyStart + keyLength)]), iv: Array(block[ivStart..<(ivStart + ivLength)]))
  }
}
