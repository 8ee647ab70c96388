/// The stream of nonce candidates of RFC 6979, section 3.2, steps b to h.
struct DeterministicNonce {
  private let digest: Digest
  private var key: HMAC
  private var value: [UInt8]
  private var isFirst = true

  /// - Parameters:
  ///   - scalar: the private key, as long as the group order.
  ///   - hash: the message's hash, reduced modulo the group order (bits2octets), equally long.
  init(_ digest: Digest, scalar: [UInt8], hash: [UInt8]) {
    self.digest = digest
    value = [UInt8](repeating: 1, count: digest.length)
    var start = HMAC(digest, key: [UInt8](repeating: 0, count: digest.length))
    for step: UInt8 in [0, 1] {
      start = HMAC(digest, key: start.code(for: value + [step] + scalar + hash))
      value = start.code(for: value)
    }
    key = start
  }

  /// The next candidate; the caller takes the first one that is in range.
  mutating func next(length: Int) -> [UInt8] {
    if !isFirst {
      key = HMAC(digest, key: key.code(for: value + [0]))
      value = key.code(for: value)
    }
    isFirst = false
    var candidate: [UInt8] = []
    candidate.reserveCapacity(length + digest.length)
    while candidate.count < length {
      value = key.code(for: value)
      candidate += value
    }
    candidate.removeLast(candidate.count - length)
    return candidate
  }
}
