package import RogueOpenSSL

/// What a cipher suite says about record protection; only the suites whose records can be opened.
package struct CipherSuite: Hashable {
  package var aead: AEADAlgorithm
  /// Of the key schedule (RFC 8446, section 7.1) or the PRF (RFC 5246, section 5).
  package var digest: Digest

  /// The suites of TLS 1.3 (RFC 8446, section B.4).
  package init?(tls13 number: UInt16) {
    switch number {
    case 0x1301: self.init(.aes128GCM, .sha256)
    case 0x1302: self.init(.aes256GCM, .sha384)
    case 0x1303: self.init(.chaCha20Poly1305, .sha256)
    default: return nil
    }
  }

  /// The AEAD suites of TLS 1.2 with RSA, DHE and ECDHE key exchange (RFC 5288, RFC 5289, RFC 7905).
  package init?(tls12 number: UInt16) {
    switch number {
    case 0xC02B, 0xC02F, 0x009C, 0x009E: self.init(.aes128GCM, .sha256)
    case 0xC02C, 0xC030, 0x009D, 0x009F: self.init(.aes256GCM, .sha384)
    case 0xCCA8, 0xCCA9, 0xCCAA: self.init(.chaCha20Poly1305, .sha256)
    default: return nil
    }
  }

  /// Bytes by which a TLS 1.2 record is longer than its plaintext.
  package var overhead12: Int { AEADAlgorithm.tagLength + (aead == .chaCha20Poly1305 ? 0 : 8) }

  private init(_ aead: AEADAlgorithm, _ digest: Digest) {
    self.aead = aead
    self.digest = digest
  }
}
