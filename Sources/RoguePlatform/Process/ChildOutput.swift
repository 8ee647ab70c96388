#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// One stream of a child: the last bytes of it, and how many there were.
struct ChildOutput {
  private(set) var total = 0
  private(set) var isOpen = true
  private let kept: Int
  private var bytes: [UInt8] = []

  init(kept: Int) { self.kept = kept }

  /// The last bytes.
  var tail: [UInt8] { Array(bytes.suffix(kept)) }

  /// Reads what is there, at most 256 KiB, so that one stream cannot keep the loop from the other and the clock.
  mutating func drain(_ descriptor: Int32, through chunk: inout [UInt8]) {
    for _ in 0..<4 where isOpen {
      let count = retryingInterrupts { unsafe platformRead(descriptor, &chunk, chunk.count) }
      if count < 0 { isOpen = errno == EAGAIN || errno == EWOULDBLOCK }
      if count == 0 { isOpen = false }
      guard count > 0 else { return }
      total += count
      bytes.append(contentsOf: chunk[..<count])
      if bytes.count > 2 * kept { bytes.removeFirst(bytes.count - kept) }
      if count < chunk.count { return }
    }
  }
}
