/// A hash over the handshake messages so far, which can be read at any moment (RFC 8446, section 4.4.1).
public struct TranscriptHash: Sendable {
  public let digest: Digest
  private var state: HashState

  public init(_ digest: Digest) {
    self.digest = digest
    state = HashState(digest)
  }

  public mutating func add(_ bytes: [UInt8]) { state.add(bytes) }

  public mutating func add(_ bytes: ArraySlice<UInt8>) { unsafe bytes.withUnsafeBytes { unsafe state.add($0) } }

  /// The hash of everything that was added.
  public var value: [UInt8] {
    let copy = state
    return copy.end()
  }
}
