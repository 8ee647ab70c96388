#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif
internal import Synchronization

/// A file that is there when it is whole, and not before: a report that is no document when half of it is missing.
///
/// It grows under another name beside its place; `close` moves it there. What stood at its place is removed at once, so
/// that nobody takes an earlier run's report for this one's. Pipes, devices, and files in folders where nothing can be
/// made are written in place.
public final class WholeFile: Sendable {
  public let path: String
  private let appender: FileAppender
  /// Nil: it is written in place, or stands there by now.
  private let temporary: Mutex<String?>

  public init(_ path: String) throws(SystemError) {
    self.path = path
    var information = stat()
    let exists = unsafe lstat(path, &information) == 0
    guard !exists || information.st_mode & S_IFMT == S_IFREG else {
      appender = try FileAppender(path)
      temporary = Mutex(nil)
      return
    }
    let name = "\(path).\(getpid()).part"
    do throws(SystemError) {
      appender = try FileAppender(name)
    } catch {
      guard exists else { throw SystemError(code: error.code, operation: error.operation, path: path) }
      appender = try FileAppender(path)
      temporary = Mutex(nil)
      return
    }
    Files.noteTemporaryFile(name)
    unsafe unlink(path)
    temporary = Mutex(name)
  }

  deinit {
    temporary.withLock { name in
      guard let name else { return }
      unsafe unlink(name)
      Files.forgetTemporaryFile(name)
    }
  }

  public func append(_ text: String) throws(SystemError) {
    do throws(SystemError) { try appender.append(text) } catch {
      throw SystemError(code: error.code, operation: error.operation, path: path)
    }
  }

  /// Closes the file and puts it in its place.
  public func close() throws(SystemError) {
    try appender.close()
    try temporary.withLock { (name) throws(SystemError) in
      guard let made = name else { return }
      guard unsafe rename(made, path) == 0 else { throw .last("cannot write", path) }
      Files.forgetTemporaryFile(made)
      name = nil
    }
  }
}
