/// A hash over the handshake messages so far, which can be read at any moment (RFC 8446, section 4.4.1).
public struct TranscriptHash: Sendable {
  private enum State: Sendable {
    case one(HashState)
    case two(HashState, HashState)
    case none([UInt8])
  }

  private var state: State

  public init(_ digest: Digest) { state = .one(HashState(digest)) }

  private init(_ state: State) { self.state = state }

  /// MD5 and SHA-1 one after the other (RFC 2246, section 7.4.9).
  public static var md5AndSHA1: TranscriptHash { TranscriptHash(.two(.md5, HashState(.sha1))) }

  /// Nothing is hashed: SSL 3.0 puts its secret after the messages first (RFC 6101, section 5.6.9).
  public static var unhashed: TranscriptHash { TranscriptHash(.none([])) }

  public mutating func add(_ bytes: [UInt8]) { add(bytes[...]) }

  public mutating func add(_ bytes: ArraySlice<UInt8>) {
    switch state {
    case .one(var hash):
      unsafe bytes.withUnsafeBytes { unsafe hash.add($0) }
      state = .one(hash)
    case .two(var first, var second):
      unsafe bytes.withUnsafeBytes {
        unsafe first.add($0)
        unsafe second.add($0)
      }
      state = .two(first, second)
    case .none(var messages):
      messages += bytes
      state = .none(messages)
    }
  }

  /// The hash of everything that was added.
  public var value: [UInt8] {
    switch state {
    case .one(let hash): hash.end()
    case .two(let first, let second): first.end() + second.end()
    case .none(let messages): messages
    }
  }
}
