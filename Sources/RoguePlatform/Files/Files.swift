#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Reading and writing of files: whole contents, with caps and modes, errors with the system's words.
///
/// Every descriptor is close-on-exec, so that no child inherits it.
public enum Files {
  /// The whole content of a file.
  ///
  /// It does not wait for a pipe without a writer: the pipe counts as empty. A writer that is silent for ten seconds
  /// leads to `ETIMEDOUT`.
  ///
  /// - Parameter cap: bytes; a longer file is `EFBIG`, so that a huge file costs neither time nor memory.
  public static func read(_ path: String, cap: Int = 64 << 20) throws(SystemError) -> [UInt8] {
    let descriptor = try OpenFile(path, O_RDONLY | O_NONBLOCK, operation: "cannot read")
    var information = stat()
    guard unsafe fstat(descriptor.number, &information) == 0 else { throw .last("cannot read", path) }
    guard information.st_mode & S_IFMT != S_IFDIR else {
      throw SystemError(code: EISDIR, operation: "cannot read", path: path)
    }
    guard information.st_size <= cap else { throw SystemError(code: EFBIG, operation: "cannot read", path: path) }
    let isRegular = information.st_mode & S_IFMT == S_IFREG
    var content: [UInt8] = []
    // Files of /proc report the size zero; they are read to their end all the same.
    var chunk = [UInt8](repeating: 0, count: max(4096, Int(information.st_size) + 1))
    while true {
      let count = retryingInterrupts { unsafe platformRead(descriptor.number, &chunk, chunk.count) }
      if count < 0, errno == EAGAIN {
        var waiting = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
        let ready = retryingInterrupts { unsafe poll(&waiting, 1, patienceMilliseconds) }
        guard ready > 0 else { throw SystemError(code: ETIMEDOUT, operation: "cannot read", path: path) }
        continue
      }
      guard count >= 0 else { throw .last("cannot read", path) }
      if count == 0 { return content }
      content.append(contentsOf: chunk[..<count])
      guard content.count <= cap else { throw SystemError(code: EFBIG, operation: "cannot read", path: path) }
      // All that it said it has, and no more came although there was room: that is the end.
      if isRegular, information.st_size > 0, content.count == information.st_size, count < chunk.count {
        return content
      }
    }
  }

  /// How long to wait for the next bytes of a pipe or device.
  private static let patienceMilliseconds: Int32 = 10_000

  /// Writes a whole file, replacing what was there.
  ///
  /// - Parameters:
  ///   - mode: permission bits of a new file, exactly these whatever the umask.
  ///   - atomically: readers see the old content or the new, never half of it; a failure leaves the old.
  public static func write(
    _ bytes: [UInt8], to path: String, mode: UInt32 = 0o644, atomically: Bool = false
  ) throws(SystemError) {
    // A new file in the place of a device, a pipe or a link would destroy it.
    guard atomically, !exists(path) || isRegular(path) else {
      return try writeInPlace(bytes, to: path, mode: mode, extra: O_TRUNC)
    }
    let path = exists(path) ? try canonical(path) : path
    let temporary = "\(path).\(getpid()).\(UInt32.random(in: 0 ... .max)).new"
    do throws(SystemError) {
      try writeInPlace(bytes, to: temporary, mode: mode, extra: O_EXCL)
      guard unsafe rename(temporary, path) == 0 else { throw .last("cannot write", path) }
    } catch {
      unsafe unlink(temporary)
      throw SystemError(code: error.code, operation: error.operation, path: path)
    }
  }

  public static func write(
    _ text: String, to path: String, mode: UInt32 = 0o644, atomically: Bool = false
  ) throws(SystemError) {
    try write(Array(text.utf8), to: path, mode: mode, atomically: atomically)
  }

  /// Creates a file with its content: readers see nothing or all of it.
  ///
  /// - Returns: false if something exists at the path, which stays unchanged.
  public static func create(_ path: String, _ bytes: [UInt8], mode: UInt32 = 0o644) throws(SystemError) -> Bool {
    let temporary = "\(path).\(getpid()).\(UInt32.random(in: 0 ... .max)).new"
    defer { unsafe unlink(temporary) }
    do throws(SystemError) {
      try writeInPlace(bytes, to: temporary, mode: mode, extra: O_EXCL)
      if unsafe link(temporary, path) == 0 { return true }
      guard errno == EEXIST else { throw .last("cannot write", path) }
      return false
    } catch {
      throw SystemError(code: error.code, operation: error.operation, path: path)
    }
  }

  private static func writeInPlace(
    _ bytes: [UInt8], to path: String, mode: UInt32, extra: Int32
  ) throws(SystemError) {
    let descriptor = try OpenFile(path, O_WRONLY | O_CREAT | extra, mode: mode, operation: "cannot write")
    var information = stat()
    // Only a regular file has a mode of ours: /dev/full and pipes keep theirs.
    guard unsafe fstat(descriptor.number, &information) == 0 else { throw .last("cannot write", path) }
    if information.st_mode & S_IFMT == S_IFREG, information.st_mode & 0o7777 != mode_t(mode) {
      guard fchmod(descriptor.number, mode_t(mode)) == 0 else { throw .last("cannot write", path) }
    }
    guard descriptor.writeAll(bytes) else { throw .last("cannot write", path) }
  }

  /// Whether anything exists at the path.
  public static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  public static func isDirectory(_ path: String) -> Bool {
    var information = stat()
    return unsafe stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether the path leads to a regular file: no folder, pipe, socket or device.
  public static func isRegular(_ path: String) -> Bool {
    var information = stat()
    return unsafe stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFREG
  }

  /// Whether the path is a regular file that this user may execute.
  public static func isExecutable(_ path: String) -> Bool {
    var information = stat()
    guard unsafe stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFREG else { return false }
    return unsafe access(path, X_OK) == 0
  }

  /// The first executable file of that name in the folders of `searchPath` (separated by colons); a name with a slash
  /// is used as a path.
  public static func executable(named name: String, searchPath: String) -> String? {
    guard !name.contains("/") else { return isExecutable(name) ? name : nil }
    return searchPath.split(separator: ":").lazy.map { "\($0)/\(name)" }.first(where: isExecutable)
  }
}
