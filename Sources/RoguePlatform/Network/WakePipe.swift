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
    var pipe = try Pipe("make a pipe")
    (readEnd, writeEnd) = (pipe.takeReading(), pipe.takeWriting())
    for end in [readEnd, writeEnd] { Pipe.neverBlock(end) }
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
