#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The rest of a child's standard input.
struct ChildInput {
  private(set) var pending: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { pending = bytes[...] }

  var isEmpty: Bool { pending.isEmpty }

  mutating func append(_ bytes: [UInt8]) { pending += bytes }

  /// Writes as much as the pipe takes.
  mutating func feed(_ child: inout ChildProcess) {
    let descriptor = child.input
    let written = unsafe pending.withUnsafeBytes { bytes in
      retryingInterrupts { unsafe platformWrite(descriptor, bytes.baseAddress, bytes.count) }
    }
    if written >= 0 {
      pending = pending.dropFirst(written)
    } else if errno != EAGAIN, errno != EWOULDBLOCK {
      // The child does not want its input (EPIPE; SIGPIPE is ignored in this process).
      pending = []
      child.closeInput()
    }
  }
}
