/// What SSL 3.0 uses instead of HMAC and a pseudorandom function (RFC 6101). The version is forbidden (RFC 7568); it is
/// here to be offered to clients that would still accept it.
public enum SSL30 {
  private static func hash(_ empty: HashState, _ parts: [UInt8]...) -> [UInt8] {
    var state = empty
    for part in parts { state.add(part) }
    return state.end()
  }

  /// Master secret and key block: MD5 over SHA-1, as often as it takes (sections 6.1 and 6.2.2).
  public static func derive(secret: [UInt8], seed: [UInt8], length: Int) -> [UInt8] {
    var output: [UInt8] = []
    var round = 0
    while output.count < length {
      // "A", "BB", "CCC" and so on.
      let letters = [UInt8](repeating: UInt8(ascii: "A") + UInt8(round), count: round + 1)
      output += hash(.md5, secret, hash(HashState(.sha1), letters, secret, seed))
      round += 1
    }
    return Array(output.prefix(length))
  }

  /// The MAC of a record over SHA-1; `header` precedes the content: number, type and length (section 5.2.3.1).
  public static func mac(key: [UInt8], header: [UInt8], content: [UInt8]) -> [UInt8] {
    let inner = hash(HashState(.sha1), key, padding(0x36, 40), header, content)
    return hash(HashState(.sha1), key, padding(0x5C, 40), inner)
  }

  /// The content of a Finished; `sender` is "CLNT" or "SRVR" (section 5.6.9).
  public static func finished(master: [UInt8], messages: [UInt8], sender: String) -> [UInt8] {
    func proof(_ empty: HashState, _ length: Int) -> [UInt8] {
      let inner = hash(empty, messages, Array(sender.utf8), master, padding(0x36, length))
      return hash(empty, master, padding(0x5C, length), inner)
    }
    return proof(.md5, 48) + proof(HashState(.sha1), 40)
  }

  private static func padding(_ byte: UInt8, _ count: Int) -> [UInt8] { [UInt8](repeating: byte, count: count) }
}
