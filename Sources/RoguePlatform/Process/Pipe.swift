#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A pipe that children do not inherit; ends that were not taken are closed with it.
struct Pipe: ~Copyable {
  private(set) var reading: Int32
  private(set) var writing: Int32

  /// - Parameters:
  ///   - operation: its purpose, as a verb phrase.
  ///   - path: the file or program concerned.
  init(_ operation: String, _ path: String? = nil) throws(SystemError) {
    var numbers: [Int32] = [-1, -1]
    guard unsafe pipe(&numbers) == 0 else { throw .last(operation, path) }
    let moved = numbers.map(Pipe.aboveStandardStreams)
    guard moved.allSatisfy({ $0 >= 0 }) else {
      let error = SystemError.last(operation, path)
      for number in moved where number >= 0 { close(number) }
      throw error
    }
    reading = moved[0]
    writing = moved[1]
  }

  deinit {
    if reading >= 0 { close(reading) }
    if writing >= 0 { close(writing) }
  }

  /// Moves a descriptor out of the way of the child's own streams, in case this process was started without them, and
  /// marks it close-on-exec.
  private static func aboveStandardStreams(_ number: Int32) -> Int32 {
    guard number <= 2 else {
      _ = fcntl(number, F_SETFD, FD_CLOEXEC)
      return number
    }
    let moved = fcntl(number, F_DUPFD_CLOEXEC, 3)
    close(number)
    return moved
  }

  mutating func takeReading() -> Int32 {
    defer { reading = -1 }
    return reading
  }

  mutating func takeWriting() -> Int32 {
    defer { writing = -1 }
    return writing
  }

  static func neverBlock(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }
}
