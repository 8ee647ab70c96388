internal import RogueOpenSSL

/// The key schedule of TLS 1.3 (RFC 8446, section 7).
package struct KeySchedule13 {
  package let suite: CipherSuite

  package init(suite: CipherSuite) { self.suite = suite }

  // MARK: Record keys (section 7.3)

  package func protection(from secret: [UInt8]) -> RecordProtection? {
    guard case .aead(let aead) = suite.protection, secret.count == suite.digest.length else { return nil }
    let (key, iv) = recordKeys(secret, aead)
    return RecordProtection(aead, form: .tls13, key: key, iv: iv)
  }

  package func sealer(from secret: [UInt8]) -> RecordSealer? {
    guard case .aead(let aead) = suite.protection, secret.count == suite.digest.length else { return nil }
    let (key, iv) = recordKeys(secret, aead)
    return RecordSealer(aead, form: .tls13, key: key, iv: iv)
  }

  private func recordKeys(_ secret: [UInt8], _ aead: AEADAlgorithm) -> (key: [UInt8], iv: [UInt8]) {
    let expansion = HKDF.Expansion(suite.digest, secret: secret)
    return (expansion.label("key", length: aead.keyLength), expansion.label("iv", length: AEADAlgorithm.nonceLength))
  }

  /// The secret after a KeyUpdate (section 7.2).
  package func next(after secret: [UInt8]) -> [UInt8] { expand(secret, "traffic upd", length: suite.digest.length) }

  // MARK: Secrets (section 7.1)

  /// - Parameter preSharedKey: nil when no session is taken up again.
  package func earlySecret(_ preSharedKey: [UInt8]?) -> [UInt8] {
    HKDF.extract(suite.digest, salt: [], secret: preSharedKey ?? zeros)
  }

  package func handshakeSecret(after early: [UInt8], shared: [UInt8]) -> [UInt8] {
    HKDF.extract(suite.digest, salt: derive(early, "derived", emptyHash), secret: shared)
  }

  package func masterSecret(after handshake: [UInt8]) -> [UInt8] {
    HKDF.extract(suite.digest, salt: derive(handshake, "derived", emptyHash), secret: zeros)
  }

  /// Derive-Secret, with the hash of the messages.
  package func derive(_ secret: [UInt8], _ label: String, _ transcript: [UInt8]) -> [UInt8] {
    HKDF.expandLabel(suite.digest, secret: secret, label: label, context: transcript, length: suite.digest.length)
  }

  /// The verify_data of a Finished message, or a PSK binder (sections 4.4.4 and 4.2.11.2).
  package func finished(_ secret: [UInt8], _ transcript: [UInt8]) -> [UInt8] {
    HMAC(suite.digest, key: expand(secret, "finished", length: suite.digest.length)).code(for: transcript)
  }

  /// The key with which the holder of a session proves that it has it.
  package func binderKey(_ early: [UInt8]) -> [UInt8] { derive(early, "res binder", emptyHash) }

  /// The secret of a ticket with this nonce (section 4.6.1).
  package func ticketSecret(_ resumption: [UInt8], nonce: [UInt8]) -> [UInt8] {
    derive(resumption, "resumption", nonce)
  }

  private var zeros: [UInt8] { [UInt8](repeating: 0, count: suite.digest.length) }
  private var emptyHash: [UInt8] { suite.digest.hash([]) }

  private func expand(_ secret: [UInt8], _ label: String, length: Int) -> [UInt8] {
    HKDF.expandLabel(suite.digest, secret: secret, label: label, length: length)
  }
}
