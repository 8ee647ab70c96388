/// The pseudorandom function of TLS 1.2 (RFC 5246, section 5).
public enum TLS12PRF {
  /// The first `length` bytes of P_hash(secret, label + seed).
  public static func derive(
    _ digest: Digest, secret: [UInt8], label: String, seed: [UInt8], length: Int
  ) -> [UInt8] {
    let key = HMAC(digest, key: secret)
    let labelledSeed = Array(label.utf8) + seed
    var chained = labelledSeed
    var output: [UInt8] = []
    output.reserveCapacity(length + digest.length)
    while output.count < length {
      chained = key.code(for: chained)
      output += key.code(for: chained + labelledSeed)
    }
    return Array(output.prefix(length))
  }
}
