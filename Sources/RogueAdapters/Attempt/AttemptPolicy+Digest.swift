public import RogueModel
internal import RogueOpenSSL

extension AttemptPolicy.Pin {
  /// The SHA-256 that is handed over: that of the key or certificate, or the one that only looks like it.
  public var digest: [UInt8] {
    let own = Digest.sha256.hash(der)
    switch likeness {
    case nil, .certificate: return own
    case .prefix: return own.prefix(8) + own.dropFirst(8).map { ~$0 }
    case .letters:
      // The last letter before the padding holds bits that have to be zero, and stays as it is.
      let text = Array(Base64.encode(own).utf8)
      let swapped = text.enumerated().map { index, letter in
        let isLetter = (0x41...0x5a).contains(letter) || (0x61...0x7a).contains(letter)
        return isLetter && index < text.count - 2 ? letter ^ 0x20 : letter
      }
      return Base64.decode(String(decoding: swapped, as: UTF8.self)) ?? own.map { ~$0 }
    }
  }
}
