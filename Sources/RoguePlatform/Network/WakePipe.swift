#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A pipe to oneself: ends a `poll` from another thread.
final class WakePipe: Sendable {
  private let readEnd: Int32
  private let writeEnd: Int32

  init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw .last("make a pipe") }
    (readEnd, writeEnd) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
    }
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  var descriptor: Int32 { readEnd }

  /// A full pipe is as good as a rung one.
  func ring() {
    var byte: UInt8 = 1
    _ = unsafe write(writeEnd, &byte, 1)
  }

  func quieten() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while unsafe read(readEnd, &bytes, bytes.count) == bytes.count {}
  }
}
