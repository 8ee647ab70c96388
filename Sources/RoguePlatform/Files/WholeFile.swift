#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif
internal import Synchronization

/// A file that appears only when it is complete, for reports that are invalid if half of them is missing.
///
/// It grows under another name in the same folder; `close` moves it to its place. An earlier file there is removed at
/// once, so that no reader takes an earlier run's report for this one's. Pipes, devices, and files in folders without
/// write permission are written in place.
public final class WholeFile: Sendable {
  public let path: String
  private let appender: FileAppender
  /// Nil: it is written in place, or has been moved there.
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
      appender = try FileAppender(name, isTemporary: true)
    } catch {
      guard exists else { throw SystemError(code: error.code, operation: error.operation, path: path) }
      appender = try FileAppender(path)
      temporary = Mutex(nil)
      return
    }
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
