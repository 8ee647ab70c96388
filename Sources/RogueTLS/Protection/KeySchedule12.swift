package import RogueModel
internal import RogueOpenSSL

/// The record keys of one handshake of TLS 1.2 or before (RFC 5246, section 6.3).
package struct KeySchedule12 {
  private let suite: CipherSuite
  private let clientRandom: [UInt8]
  private let serverRandom: [UInt8]
  private let block: [UInt8]

  package init(suite: CipherSuite, masterSecret: [UInt8], clientRandom: [UInt8], serverRandom: [UInt8]) {
    self.suite = suite
    self.clientRandom = clientRandom
    self.serverRandom = serverRandom
    let lengths = Lengths(suite)
    block = suite.derive(
      masterSecret, "key expansion", serverRandom + clientRandom, 2 * (lengths.mac + lengths.key + lengths.iv))
  }

  /// The protection of what `side` sends after its ChangeCipherSpec.
  package func protection(of side: Side) -> RecordProtection? {
    let keys = keys(of: side)
    guard case .aead(let aead) = suite.protection else {
      return MACProtection(suite, macKey: keys.mac, key: keys.key, iv: keys.iv).map(RecordProtection.init)
    }
    return RecordProtection(aead, form: aead.form, key: keys.key, iv: keys.iv)
  }

  package func sealer(of side: Side) -> RecordSealer? {
    let keys = keys(of: side)
    guard case .aead(let aead) = suite.protection else {
      return MACProtection(suite, macKey: keys.mac, key: keys.key, iv: keys.iv)
        .map { RecordSealer($0, suite.legacyVersion) }
    }
    return RecordSealer(aead, form: aead.form, key: keys.key, iv: keys.iv)
  }

  /// How many bytes of the key block each side has of each.
  private struct Lengths {
    var mac = 0
    var key = 0
    var iv = 0

    init(_ suite: CipherSuite) {
      switch suite.protection {
      case .aead(let aead):
        key = aead.keyLength
        iv = aead.form.ivLength
      case .blocks(let cipher, let mac):
        self.mac = mac.length
        key = suite.isExport ? 5 : cipher.keyLength
        iv = suite.legacyVersion.hasExplicitIV || suite.isExport ? 0 : cipher.blockLength
      case .clear(let mac): self.mac = mac.length
      }
    }
  }

  private func keys(of side: Side) -> (mac: [UInt8], key: [UInt8], iv: [UInt8]) {
    let lengths = Lengths(suite)
    var rest = block[...]
    func take(_ length: Int) -> [UInt8] {
      let both = rest.prefix(2 * length)
      rest = rest.dropFirst(2 * length)
      return Array(side == .client ? both.prefix(length) : both.suffix(length))
    }
    let mac = take(lengths.mac)
    let key = take(lengths.key)
    let iv = take(lengths.iv)
    return suite.isExport ? weakened(mac, key, side) : (mac, key, iv)
  }

  /// Keys of 40 bits, stretched to what the cipher takes (RFC 2246, section 6.3.1).
  private func weakened(_ mac: [UInt8], _ key: [UInt8], _ side: Side) -> (mac: [UInt8], key: [UInt8], iv: [UInt8]) {
    guard case .blocks(let cipher, _) = suite.protection else { return (mac, key, []) }
    let randoms = clientRandom + serverRandom
    let label = side == .client ? "client write key" : "server write key"
    let ivs = suite.derive([], "IV block", randoms, 2 * cipher.blockLength)
    return (
      mac, suite.derive(key, label, randoms, cipher.keyLength),
      suite.legacyVersion.hasExplicitIV
        ? [] : Array(side == .client ? ivs.prefix(cipher.blockLength) : ivs.suffix(cipher.blockLength))
    )
  }
}

extension AEADAlgorithm {
  fileprivate var form: RecordNonce.Form { self == .chaCha20Poly1305 ? .tls12Implicit : .tls12Explicit }
}

extension CipherSuite {
  /// The pseudorandom function of the suite in its version.
  fileprivate func derive(_ secret: [UInt8], _ label: String, _ seed: [UInt8], _ length: Int) -> [UInt8] {
    let function: TLSPRF
    switch legacyVersion {
    case .ssl30: return SSL30.derive(secret: secret, seed: seed, length: length)
    case .tls10, .tls11: function = .md5AndSHA1
    case .tls12: function = .hashed(digest)
    }
    return function.derive(secret: secret, label: label, seed: seed, length: length)
  }
}

extension KeySchedule12 {
  /// The master secret (RFC 5246, section 8.1).
  package static func masterSecret(
    _ suite: CipherSuite, premaster: [UInt8], clientRandom: [UInt8], serverRandom: [UInt8]
  ) -> [UInt8] { suite.derive(premaster, "master secret", clientRandom + serverRandom, 48) }

  /// The extended master secret (RFC 7627, section 4).
  package static func extendedMasterSecret(_ suite: CipherSuite, premaster: [UInt8], transcript: [UInt8]) -> [UInt8] {
    suite.derive(premaster, "extended master secret", transcript, 48)
  }

  /// The verify_data of a Finished message (RFC 5246, section 7.4.9).
  package static func finished(_ suite: CipherSuite, _ master: [UInt8], _ side: Side, transcript: [UInt8]) -> [UInt8] {
    guard suite.legacyVersion > .ssl30 else {
      return SSL30.finished(master: master, messages: transcript, sender: side == .client ? "CLNT" : "SRVR")
    }
    return suite.derive(master, side == .client ? "client finished" : "server finished", transcript, 12)
  }
}
