#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif
internal import Synchronization

/// A file that grows at its end: the event log.
///
/// Each piece is written at once and whole: a reader, or what is left after a kill, never ends in half a line. When the
/// disk is full, what was written of the last piece is cut off again and the caller gets `SystemError.isFull`.
public final class FileAppender: Sendable {
  public let path: String
  private let descriptor: Mutex<Int32>

  /// - Parameter truncates: the file begins anew; else it is continued.
  public init(_ path: String, truncates: Bool = true, mode: UInt32 = 0o644) throws(SystemError) {
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | (truncates ? O_TRUNC : 0)
    let number = retryingInterrupts { unsafe open(path, flags, mode_t(mode)) }
    guard number >= 0 else { throw .last("cannot write", path) }
    self.path = path
    descriptor = Mutex(number)
  }

  deinit {
    descriptor.withLock { number in
      if number >= 0 { Self.closeDescriptor(number) }
    }
  }

  public func append(_ bytes: [UInt8]) throws(SystemError) {
    try descriptor.withLock { number throws(SystemError) in
      guard number >= 0 else { throw SystemError(code: EBADF, operation: "cannot write", path: path) }
      var before = stat()
      let isRegular = unsafe fstat(number, &before) == 0 && before.st_mode & S_IFMT == S_IFREG
      if OpenFile.writeAll(bytes, to: number) { return }
      let code = errno
      if isRegular { ftruncate(number, before.st_size) }
      throw SystemError(code: code, operation: "cannot write", path: path)
    }
  }

  public func append(_ text: String) throws(SystemError) { try append(Array(text.utf8)) }

  /// Closes the file; errors that the system kept back until now (network file systems, quotas) come here.
  public func close() throws(SystemError) {
    try descriptor.withLock { number throws(SystemError) in
      guard number >= 0 else { return }
      let result = Self.closeDescriptor(number)
      number = -1
      guard result == 0 || errno == EINTR else { throw .last("cannot write", path) }
    }
  }

  @discardableResult
  private static func closeDescriptor(_ number: Int32) -> Int32 {
    #if canImport(Darwin)
      Darwin.close(number)
    #else
      Glibc.close(number)
    #endif
  }
}
