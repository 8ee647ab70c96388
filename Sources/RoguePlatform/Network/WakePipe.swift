#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A pipe to oneself: ends a `poll` from another thread.
public final class WakePipe: Sendable {
  private let readEnd: Int32
  private let writeEnd: Int32

  public init() throws(SystemError) {
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
  public func ring() {
    var byte: UInt8 = 1
    _ = unsafe write(writeEnd, &byte, 1)
  }

  /// Waits for a ring, at most so many milliseconds.
  public func wait(milliseconds: Int) {
    var polls = [pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)]
    if unsafe poll(&polls, 1, Int32(clamping: max(0, milliseconds))) > 0 { quieten() }
  }

  func quieten() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while unsafe read(readEnd, &bytes, bytes.count) == bytes.count {}
  }
}
