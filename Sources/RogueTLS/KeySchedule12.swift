package import RogueModel
internal import RogueOpenSSL

/// The record keys of one TLS 1.2 handshake (RFC 5246, section 6.3).
package struct KeySchedule12 {
  private let suite: CipherSuite
  private let block: [UInt8]
  private let ivLength: Int

  package init(suite: CipherSuite, masterSecret: [UInt8], clientRandom: [UInt8], serverRandom: [UInt8]) {
    self.suite = suite
    ivLength = suite.aead == .chaCha20Poly1305 ? 12 : 4
    block = TLS12PRF.derive(
      suite.digest, secret: masterSecret, label: "key expansion", seed: serverRandom + clientRandom,
      length: 2 * (suite.aead.keyLength + ivLength))
  }

  /// The protection of what `side` sends after its ChangeCipherSpec.
  package func protection(of side: Side) -> RecordProtection? {
    let (key, iv) = keys(of: side)
    return RecordProtection(suite.aead, form: form, key: key, iv: iv)
  }

  package func sealer(of side: Side) -> RecordSealer? {
    let (key, iv) = keys(of: side)
    return RecordSealer(suite.aead, form: form, key: key, iv: iv)
  }

  private var form: RecordNonce.Form { suite.aead == .chaCha20Poly1305 ? .tls12Implicit : .tls12Explicit }

  private func keys(of side: Side) -> (key: [UInt8], iv: [UInt8]) {
    let keyLength = suite.aead.keyLength
    let keyStart = side == .client ? 0 : keyLength
    let ivStart = 2 * keyLength + (side == .client ? 0 : ivLength)
    return (Array(block[keyStart..<(keyStart + keyLength)]), Array(block[ivStart..<(ivStart + ivLength)]))
  }
}

extension KeySchedule12 {
  /// The master secret (RFC 5246, section 8.1).
  package static func masterSecret(
    _ suite: CipherSuite, premaster: [UInt8], clientRandom: [UInt8], serverRandom: [UInt8]
  ) -> [UInt8] {
    TLS12PRF.derive(
      suite.digest, secret: premaster, label: "master secret", seed: clientRandom + serverRandom, length: 48)
  }

  /// The extended master secret (RFC 7627, section 4).
  package static func extendedMasterSecret(_ suite: CipherSuite, premaster: [UInt8], transcript: [UInt8]) -> [UInt8] {
    TLS12PRF.derive(
      suite.digest, secret: premaster, label: "extended master secret", seed: transcript, length: 48)
  }

  /// The verify_data of a Finished message (RFC 5246, section 7.4.9).
  package static func finished(_ suite: CipherSuite, _ master: [UInt8], _ side: Side, transcript: [UInt8]) -> [UInt8] {
    TLS12PRF.derive(
      suite.digest, secret: master, label: side == .client ? "client finished" : "server finished", seed: transcript,
      length: 12)
  }
}
