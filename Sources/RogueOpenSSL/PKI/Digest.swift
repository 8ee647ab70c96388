internal import COpenSSL

/// Hash functions as one-shot calls.
///
/// They take the low-level entry points: an `EVP_MD_CTX` costs more than hashing the few hundred bytes of a certificate.
public enum Digest: Sendable, Hashable, CaseIterable {
  case sha1, sha256, sha384, sha512

  /// In bytes.
  public var length: Int {
    switch self {
    case .sha1: 20
    case .sha256: 32
    case .sha384: 48
    case .sha512: 64
    }
  }

  /// The block size of the compression function, in bytes (RFC 2104 calls it B).
  var blockLength: Int {
    switch self {
    case .sha1, .sha256: 64
    case .sha384, .sha512: 128
    }
  }

  public func hash(_ bytes: [UInt8]) -> [UInt8] { unsafe bytes.withUnsafeBytes { unsafe hash($0) } }

  public func hash(_ bytes: ArraySlice<UInt8>) -> [UInt8] { unsafe bytes.withUnsafeBytes { unsafe hash($0) } }

  func hash(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      unsafe hash(bytes, into: buffer.baseAddress)
      count = length
    }
  }

  private func hash(_ bytes: UnsafeRawBufferPointer, into output: UnsafeMutablePointer<UInt8>?) {
    let start = bytes.baseAddress
    switch self {
    case .sha1: unsafe rogues_sha1(start, bytes.count, output)
    case .sha256: unsafe rogues_sha256(start, bytes.count, output)
    case .sha384: unsafe rogues_sha384(start, bytes.count, output)
    case .sha512: unsafe rogues_sha512(start, bytes.count, output)
    }
  }

  /// OpenSSL's own description of the function; static storage that lives as long as the process.
  var method: OpaquePointer? {
    switch self {
    case .sha1: unsafe EVP_sha1()
    case .sha256: unsafe EVP_sha256()
    case .sha384: unsafe EVP_sha384()
    case .sha512: unsafe EVP_sha512()
    }
  }
}

/// HMAC (RFC 2104) over `Digest`.
public struct HMAC: Sendable {
  private let digest: Digest
  private let inner: [UInt8]
  private let outer: [UInt8]

  public init(_ digest: Digest, key: [UInt8]) {
    self.digest = digest
    var block = key.count > digest.blockLength ? digest.hash(key) : key
    block.append(contentsOf: repeatElement(0, count: digest.blockLength - block.count))
    inner = block.map { $0 ^ 0x36 }
    outer = block.map { $0 ^ 0x5c }
  }

  public func code(for message: [UInt8]) -> [UInt8] { digest.hash(outer + digest.hash(inner + message)) }
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
