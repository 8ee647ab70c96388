/// HMAC (RFC 2104) over `Digest`.
public struct HMAC: Sendable {
  // Both are states after the padded key, so that a key is hashed once for all of its messages.
  private let inner: HashState
  private let outer: HashState

  public init(_ digest: Digest, key: [UInt8]) {
    self.init(HashState(digest), blockLength: digest.blockLength, key: key)
  }

  /// HMAC over MD5, for what is older than TLS 1.2.
  public static func md5(key: [UInt8]) -> HMAC { HMAC(.md5, blockLength: 64, key: key) }

  private init(_ empty: HashState, blockLength: Int, key: [UInt8]) {
    var block = key
    if key.count > blockLength {
      var state = empty
      state.add(key)
      block = state.end()
    }
    block.append(contentsOf: repeatElement(0, count: blockLength - block.count))
    for index in block.indices { block[index] ^= 0x36 }
    var inner = empty
    inner.add(block)
    for index in block.indices { block[index] ^= 0x36 ^ 0x5c }
    var outer = empty
    outer.add(block)
    self.inner = inner
    self.outer = outer
  }

  public func code(for message: [UInt8]) -> [UInt8] {
    var inside = inner
    inside.add(message)
    var outside = outer
    outside.add(inside.end())
    return outside.end()
  }
}

/// HKDF (RFC 5869) over `Digest`.
public enum HKDF {
  /// Extracts and expands at once; `length` is at most 255 digests.
  public static func derive(
    _ digest: Digest, secret: [UInt8], salt: [UInt8], info: [UInt8], length: Int
  ) -> [UInt8] {
    precondition(length <= 255 * digest.length)
    let key = HMAC(digest, key: HMAC(digest, key: salt).code(for: secret))
    var output: [UInt8] = []
    var block: [UInt8] = []
    var counter: UInt8 = 0
    while output.count < length {
      counter += 1
      block = key.code(for: block + info + [counter])
      output += block
    }
    return Array(output.prefix(length))
  }
}
