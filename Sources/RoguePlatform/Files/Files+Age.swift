#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

extension Files {
  /// How large a file is, and when it was written last.
  public struct Status: Sendable, Hashable {
    /// In bytes.
    public var size: Int
    /// By the clock of the file system, in seconds.
    public var modifiedSince1970: Int64
  }

  /// A text that differs after every change of a file's bytes, or of the file that a name leads to.
  ///
  /// It includes the time of the last inode change, which no program can set.
  public static func identity(of path: String) throws(SystemError) -> String {
    var information = stat()
    guard unsafe stat(path, &information) == 0 else { throw .last("cannot look at", path) }
    #if canImport(Darwin)
      let changed = information.st_ctimespec
    #else
      let changed = information.st_ctim
    #endif
    return "\(information.st_dev) \(information.st_ino) \(information.st_size) \(changed.tv_sec).\(changed.tv_nsec)"
  }

  /// Of a link itself, not of what it leads to.
  public static func status(of path: String) throws(SystemError) -> Status {
    var information = stat()
    guard unsafe lstat(path, &information) == 0 else { throw .last("cannot look at", path) }
    #if canImport(Darwin)
      let modified = information.st_mtimespec.tv_sec
    #else
      let modified = information.st_mtim.tv_sec
    #endif
    return Status(size: Int(information.st_size), modifiedSince1970: Int64(modified))
  }

  /// Removes a file that no process has locked; false if one has, or if it cannot be removed.
  public static func removeUnlocked(_ path: String) -> Bool {
    let file: OpenFile
    do throws(SystemError) { file = try OpenFile(path, O_RDONLY | O_NOFOLLOW, operation: "cannot read") } catch {
      return false
    }
    guard flock(file.number, LOCK_EX | LOCK_NB) == 0 else { return false }
    return unsafe unlink(path) == 0
  }

  /// Makes a link lead to `target`, replacing a link that leads elsewhere; anything that is not a link is left alone.
  public static func replaceLink(_ path: String, to target: String) throws(SystemError) {
    var information = stat()
    if unsafe lstat(path, &information) == 0, information.st_mode & S_IFMT != S_IFLNK {
      throw SystemError(code: EEXIST, operation: "cannot make the link", path: path)
    }
    let made = "\(path).\(getpid()).new"
    unsafe unlink(made)
    guard unsafe symlink(target, made) == 0 else { throw .last("cannot make the link", path) }
    guard unsafe rename(made, path) == 0 else {
      let code = errno
      unsafe unlink(made)
      throw SystemError(code: code, operation: "cannot make the link", path: path)
    }
  }
}
