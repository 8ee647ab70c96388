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
    var state = HashState(self)
    unsafe state.add(bytes)
    return state.end()
  }

  /// As OpenSSL knows it.
  var name: String {
    switch self {
    case .sha1: "SHA1"
    case .sha256: "SHA2-256"
    case .sha384: "SHA2-384"
    case .sha512: "SHA2-512"
    }
  }

  /// OpenSSL's implementation, which lives as long as the process.
  var method: UnsafeMutablePointer<EVP_MD>? {
    switch self {
    case .sha1: unsafe FetchedDigest.sha1.pointer
    case .sha256: unsafe FetchedDigest.sha256.pointer
    case .sha384: unsafe FetchedDigest.sha384.pointer
    case .sha512: unsafe FetchedDigest.sha512.pointer
    }
  }
}

/// A digest that must not be used for signatures any more: two certificates with one MD5 were made in 2008.
///
/// It is not a `Digest`, so that nothing healthy can be made with it.
public enum MD5 {
  /// In bytes.
  static let length = 16

  public static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var state = HashState.md5
    state.add(bytes)
    return state.end()
  }
}
