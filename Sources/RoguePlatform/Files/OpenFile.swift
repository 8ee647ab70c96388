#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// One open file; closed when the value goes.
struct OpenFile: ~Copyable {
  let number: Int32

  init(_ path: String, _ flags: Int32, mode: UInt32 = 0, operation: String) throws(SystemError) {
    number = retryingInterrupts { unsafe open(path, flags | O_CLOEXEC, mode_t(mode)) }
    guard number >= 0 else { throw .last(operation, path) }
  }

  deinit {
    if number >= 0 { close(number) }
  }

  /// Writes everything; false with `errno` set when that fails.
  borrowing func writeAll(_ bytes: [UInt8]) -> Bool { Self.writeAll(bytes, to: number) }

  /// Writes everything; false with `errno` set when that fails.
  static func writeAll(_ bytes: [UInt8], to number: Int32) -> Bool {
    unsafe bytes.withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[written...])
        let count = retryingInterrupts { unsafe platformWrite(number, rest.baseAddress, rest.count) }
        guard count >= 0 else { return false }
        written += count
      }
      return true
    }
  }
}

/// Repeats a call that a signal interrupted.
func retryingInterrupts<Number: FixedWidthInteger>(_ call: () -> Number) -> Number {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}

/// `read(2)` by a name that members called `read` do not hide.
func platformRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(descriptor, buffer, count)
}

/// `write(2)` by a name that members called `write` do not hide.
func platformWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, buffer, count)
}
