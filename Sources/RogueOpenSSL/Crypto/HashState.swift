internal import COpenSSL

/// An unfinished hash; a copy continues from the same point.
@safe struct HashState {
  private enum Context {
    case md5(MD5_CTX)
    case sha1(SHA_CTX)
    case sha256(SHA256_CTX)
    case sha384(SHA512_CTX)
    case sha512(SHA512_CTX)
  }

  private var context: Context
  private let length: Int

  init(_ digest: Digest) {
    length = digest.length
    switch digest {
    case .sha1:
      var state = SHA_CTX()
      unsafe rogues_sha1_start(&state)
      context = .sha1(state)
    case .sha256:
      var state = SHA256_CTX()
      unsafe rogues_sha256_start(&state)
      context = .sha256(state)
    case .sha384:
      var state = SHA512_CTX()
      unsafe rogues_sha384_start(&state)
      context = .sha384(state)
    case .sha512:
      var state = SHA512_CTX()
      unsafe rogues_sha512_start(&state)
      context = .sha512(state)
    }
  }

  /// MD5, which no `Digest` is.
  static var md5: HashState {
    var state = MD5_CTX()
    unsafe rogues_md5_start(&state)
    return HashState(context: .md5(state), length: MD5.length)
  }

  private init(context: Context, length: Int) {
    self.context = context
    self.length = length
  }

  mutating func add(_ bytes: [UInt8]) { unsafe bytes.withUnsafeBytes { unsafe add($0) } }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    let start = bytes.baseAddress
    switch context {
    case .md5(var state):
      unsafe rogues_md5_add(&state, start, bytes.count)
      context = .md5(state)
    case .sha1(var state):
      unsafe rogues_sha1_add(&state, start, bytes.count)
      context = .sha1(state)
    case .sha256(var state):
      unsafe rogues_sha256_add(&state, start, bytes.count)
      context = .sha256(state)
    case .sha384(var state):
      unsafe rogues_sha384_add(&state, start, bytes.count)
      context = .sha384(state)
    case .sha512(var state):
      unsafe rogues_sha512_add(&state, start, bytes.count)
      context = .sha512(state)
    }
  }

  /// The hash of everything that was added.
  consuming func end() -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      switch context {
      case .md5(var state): unsafe rogues_md5_end(&state, buffer.baseAddress)
      case .sha1(var state): unsafe rogues_sha1_end(&state, buffer.baseAddress)
      case .sha256(var state): unsafe rogues_sha256_end(&state, buffer.baseAddress)
      case .sha384(var state): unsafe rogues_sha384_end(&state, buffer.baseAddress)
      case .sha512(var state): unsafe rogues_sha512_end(&state, buffer.baseAddress)
      }
      count = length
    }
  }
}
