package import RogueOpenSSL

/// A cipher suite's parameters of the handshake and its records; only supported suites.
package struct CipherSuite: Hashable, Sendable {
  /// How the secret of TLS 1.2 and before is agreed on.
  package enum Exchange: Hashable, Sendable {
    case ecdhe, dhe
    /// The client encrypts it to the certificate's key, or to one that the server signs.
    case rsa
    /// Both have it already (RFC 4279).
    case preShared
  }

  /// Which key authenticates the server.
  package enum Signer: Hashable, Sendable {
    case ecdsa, rsa
    /// None: there is no certificate.
    case nobody
  }

  package enum Protection: Hashable, Sendable {
    case aead(AEADAlgorithm)
    /// A MAC, and then encryption in CBC mode (RFC 5246, section 6.2.3.2).
    case blocks(BlockCipher, mac: Digest)
    /// A MAC, and no encryption (RFC 5246, section 6.2.3.1).
    case clear(mac: Digest)
  }

  package var protection: Protection
  /// Of the key schedule (RFC 8446, section 7.1) or the PRF (RFC 5246, section 5).
  package var digest: Digest
  package var exchange = Exchange.ecdhe
  package var signer = Signer.nobody
  /// Weakened on purpose: keys of 40 bits, and RSA keys of 512 (RFC 2246, appendix A.5).
  package var isExport = false
  package var legacyVersion = LegacyVersion.tls12

  /// The suites of TLS 1.3 (RFC 8446, section B.4).
  package init?(tls13 number: UInt16) {
    switch number {
    case 0x1301: self.init(.aead(.aes128GCM), .sha256)
    case 0x1302: self.init(.aead(.aes256GCM), .sha384)
    case 0x1303: self.init(.aead(.chaCha20Poly1305), .sha256)
    default: return nil
    }
  }

  /// The suites of TLS 1.2 and before, including those that must not be offered or selected.
  package init?(tls12 number: UInt16, legacyVersion: LegacyVersion = .tls12) {
    guard let suite = Self.older[number] else { return nil }
    self = suite
    self.legacyVersion = legacyVersion
  }

  private init(
    _ protection: Protection, _ digest: Digest = .sha256, _ exchange: Exchange = .ecdhe, _ signer: Signer = .nobody
  ) {
    self.protection = protection
    self.digest = digest
    self.exchange = exchange
    self.signer = signer
  }

  /// The numbers of all suites that can be spoken here, of every version.
  package static let numbers: [UInt16] = [0x1301, 0x1302, 0x1303] + older.keys.sorted()

  private static let older: [UInt16: CipherSuite] = {
    let aes128 = Protection.aead(.aes128GCM)
    let aes256 = Protection.aead(.aes256GCM)
    let chaCha = Protection.aead(.chaCha20Poly1305)
    let blocks128 = Protection.blocks(.aes128, mac: .sha1)
    let blocks256 = Protection.blocks(.aes256, mac: .sha1)
    var export = CipherSuite(.blocks(.des, mac: .sha1), .sha256, .rsa, .rsa)
    export.isExport = true
    return [
      // RFC 5288, RFC 5289, RFC 7905.
      0xC02B: .init(aes128, .sha256, .ecdhe, .ecdsa), 0xC02C: .init(aes256, .sha384, .ecdhe, .ecdsa),
      0xC02F: .init(aes128, .sha256, .ecdhe, .rsa), 0xC030: .init(aes256, .sha384, .ecdhe, .rsa),
      0xCCA9: .init(chaCha, .sha256, .ecdhe, .ecdsa), 0xCCA8: .init(chaCha, .sha256, .ecdhe, .rsa),
      0x009E: .init(aes128, .sha256, .dhe, .rsa), 0x009F: .init(aes256, .sha384, .dhe, .rsa),
      0xCCAA: .init(chaCha, .sha256, .dhe, .rsa),
      0x009C: .init(aes128, .sha256, .rsa, .rsa), 0x009D: .init(aes256, .sha384, .rsa, .rsa),
      // RFC 4492, RFC 5246, appendix A.5.
      0xC009: .init(blocks128, .sha256, .ecdhe, .ecdsa), 0xC00A: .init(blocks256, .sha256, .ecdhe, .ecdsa),
      0xC013: .init(blocks128, .sha256, .ecdhe, .rsa), 0xC014: .init(blocks256, .sha256, .ecdhe, .rsa),
      0x0033: .init(blocks128, .sha256, .dhe, .rsa), 0x0039: .init(blocks256, .sha256, .dhe, .rsa),
      0x002F: .init(blocks128, .sha256, .rsa, .rsa), 0x0035: .init(blocks256, .sha256, .rsa, .rsa),
      0x003C: .init(.blocks(.aes128, mac: .sha256), .sha256, .rsa, .rsa),
      // No side presents a certificate.
      0xC018: .init(blocks128), 0xC019: .init(blocks256), 0x0034: .init(blocks128, .sha256, .dhe),
      0x003A: .init(blocks256, .sha256, .dhe), 0x00A6: .init(aes128, .sha256, .dhe),
      // Nothing is encrypted.
      0xC006: .init(.clear(mac: .sha1), .sha256, .ecdhe, .ecdsa),
      0xC010: .init(.clear(mac: .sha1), .sha256, .ecdhe, .rsa),
      0x0002: .init(.clear(mac: .sha1), .sha256, .rsa, .rsa), 0x003B: .init(.clear(mac: .sha256), .sha256, .rsa, .rsa),
      // RSA_EXPORT_WITH_DES40_CBC_SHA (RFC 2246, appendix A.5), PSK_WITH_AES_128_CBC_SHA (RFC 4279).
      0x0008: export, 0x008C: .init(blocks128, .sha256, .preShared),
    ]
  }()

  /// Bytes by which a TLS 1.2 record is longer than its plaintext; at least, where that depends on the plaintext.
  package var overhead12: Int {
    switch protection {
    case .aead(let aead): AEADAlgorithm.tagLength + (aead == .chaCha20Poly1305 ? 0 : 8)
    case .blocks(let cipher, let mac): mac.length + 1 + (legacyVersion.hasExplicitIV ? cipher.blockLength : 0)
    case .clear(let mac): mac.length
    }
  }

  /// The hash over the handshake.
  package var transcript: TranscriptHash { legacyVersion.transcript(digest) }
}
