/// The pseudorandom functions of TLS up to 1.2.
public enum TLSPRF: Sendable, Hashable {
  /// P_hash (RFC 5246, section 5).
  case hashed(Digest)
  /// P_MD5 of half the secret xor P_SHA-1 of the other (RFC 2246, section 5).
  case md5AndSHA1

  /// The first `length` bytes of what comes out of secret, label and seed.
  public func derive(secret: [UInt8], label: String, seed: [UInt8], length: Int) -> [UInt8] {
    let labelled = Array(label.utf8) + seed
    switch self {
    case .hashed(let digest): return Self.expand(HMAC(digest, key: secret), labelled, length)
    case .md5AndSHA1:
      // Of an odd secret both halves have the byte in the middle.
      let half = (secret.count + 1) / 2
      let left = Self.expand(.md5(key: Array(secret.prefix(half))), labelled, length)
      let right = Self.expand(HMAC(.sha1, key: Array(secret.suffix(half))), labelled, length)
      return zip(left, right).map { $0 ^ $1 }
    }
  }

  private static func expand(_ key: HMAC, _ seed: [UInt8], _ length: Int) -> [UInt8] {
    var chained = seed
    var output: [UInt8] = []
    output.reserveCapacity(length + 64)
    while output.count < length {
      chained = key.code(for: chained)
      output += key.code(for: chained + seed)
    }
    return Array(output.prefix(length))
  }
}
