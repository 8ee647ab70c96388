#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif
internal import Synchronization

/// A file that grows at its end: the event log.
///
/// Each piece is written at once and whole: a reader, or what is left after a kill, never ends in half a line. When the
/// disk is full, the partial last piece is cut off again and the caller gets the error (`ENOSPC`, `EDQUOT`).
public final class FileAppender: Sendable {
  public let path: String
  private let descriptor: Mutex<Int32>
  /// Held during each write; true: nothing is written any more, and later writers wait for the end.
  private static let isFrozen = Mutex(false)

  /// - Parameters:
  ///   - truncates: the file begins anew; else it is continued.
  ///   - isLocked: as long as it is open, `Files.removeUnlocked` leaves it alone.
  ///   - isTemporary: it is removed when this process ends without waiting for its maker, and not made any more once that
  ///     has begun. Never for what may be a pipe.
  public init(
    _ path: String, truncates: Bool = true, mode: UInt32 = 0o644, isLocked: Bool = false, isTemporary: Bool = false
  ) throws(SystemError) {
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | (truncates ? O_TRUNC : 0)
    func opened() -> Int32 { retryingInterrupts { unsafe open(path, flags, mode_t(mode)) } }
    let number =
      if isTemporary {
        Self.isFrozen.withLock { isFrozen in
          if isFrozen { Signals.hang() }
          Files.noteTemporaryFile(path)
          let number = opened()
          if number < 0 { Files.forgetTemporaryFile(path) }
          return number
        }
      } else {
        opened()
      }
    guard number >= 0 else { throw .last("cannot write", path) }
    // File systems without locks are no reason to write nothing.
    if isLocked { _ = flock(number, LOCK_EX | LOCK_NB) }
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
      let (isWritten, code) = Self.isFrozen.withLock { isFrozen in
        // An error would be reported, as if the file were at fault.
        if isFrozen { Signals.hang() }
        let isWritten = OpenFile.writeAll(bytes, to: number)
        return (isWritten, errno)
      }
      if isWritten { return }
      if isRegular { ftruncate(number, before.st_size) }
      throw SystemError(code: code, operation: "cannot write", path: path)
    }
  }

  /// Finishes the writes in progress, and blocks all further writes to any of these files for ever, because the process
  /// is about to end: a thread that dies in the middle of a write would leave half a line. A writer that is blocked, by a full
  /// pipe or an unresponsive disk, delays this by half a second at most.
  public static func freeze() {
    for _ in 0..<500 {
      let isDone = isFrozen.withLockIfAvailable { isFrozen in
        isFrozen = true
        return true
      }
      if isDone == true { return }
      Pause.milliseconds(1)
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
