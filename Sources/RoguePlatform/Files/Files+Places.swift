#if canImport(Darwin)
  internal import Darwin
#else
  internal import CArguments
  internal import Glibc
#endif
internal import Synchronization

extension Files {
  /// Makes a private folder (mode 0700) in `TMPDIR`, otherwise in memory if there is room, otherwise in `/tmp`. The
  /// caller removes it.
  ///
  /// Its name contains the process, and the folder is locked as long as that process lives: so folders that a killed
  /// process left behind can be distinguished from folders in use (`AbandonedFolders`).
  public static func makeTemporaryDirectory(prefix: String = "rogues") throws(SystemError) -> String {
    let name = "\(prefix)-\(FolderOwner.thisProcess.mark)"
    let given = givenTemporaryDirectory
    let path =
      if let given {
        try makeUniqueDirectory(in: given, prefix: name)
      } else if hasSharedMemory, let path = try? makeUniqueDirectory(in: sharedMemory, prefix: name) {
        path
      } else {
        try makeUniqueDirectory(in: "/tmp", prefix: name)
      }
    let lock: FolderLock
    do throws(SystemError) { lock = try FolderLock(path) } catch {
      try? removeTree(path)
      throw error
    }
    temporary.withLock { $0[path] = lock }
    return path
  }

  /// Temporary folders of this process that are still there, and temporary files that it will move to where they belong.
  private static let temporary = Mutex<[String: FolderLock?]>([:])

  /// The folder in `TMPDIR`, if it is usable.
  static var givenTemporaryDirectory: String? {
    ProcessEnvironment.value(of: "TMPDIR").flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  /// Wherever this process may put temporary folders.
  static var temporaryPlaces: [String] {
    var places = [sharedMemory, "/tmp"]
    if let given = givenTemporaryDirectory, !places.contains(given) { places.append(given) }
    return places
  }

  private static let sharedMemory = "/dev/shm"

  /// Whether files can live in memory, with 16 MiB to spare: clients that sync their databases then wait for no disk, and
  /// no private key touches one.
  private static var hasSharedMemory: Bool {
    #if os(Linux)
      var information = statvfs()
      guard unsafe statvfs(sharedMemory, &information) == 0 else { return false }
      return UInt64(information.f_bavail) * UInt64(information.f_frsize) >= 16 << 20
    #else
      return false
    #endif
  }

  /// Removes a folder that `makeTemporaryDirectory` made, with everything in it.
  public static func removeTemporaryDirectory(_ path: String) throws(SystemError) {
    try removeTree(path)
    temporary.withLock { _ = $0.removeValue(forKey: path) }
  }

  /// A file that is gone when this process ends without waiting for its maker.
  static func noteTemporaryFile(_ path: String) { temporary.withLock { $0[path] = .some(nil) } }

  /// It is no longer temporary, or no longer there.
  static func forgetTemporaryFile(_ path: String) { temporary.withLock { _ = $0.removeValue(forKey: path) } }

  /// Removes what is left of them, for a process that ends without waiting for their makers.
  public static func removeTemporaryDirectories() {
    for path in temporary.withLock({ Array($0.keys) }) { try? removeTemporaryDirectory(path) }
  }

  /// Makes a private folder (mode 0700) with a unique name.
  public static func makeUniqueDirectory(in parent: String, prefix: String) throws(SystemError) -> String {
    var template = Array("\(parent)/\(prefix)-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw .last("cannot make a folder in", parent) }
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Where this user's caches go, without a final slash; nil without `XDG_CACHE_HOME` and `HOME`.
  public static var userCacheDirectory: String? {
    #if canImport(Darwin)
      return ProcessEnvironment.value(of: "HOME").map { "\($0)/Library/Caches" }
    #else
      // The XDG base directory specification: relative paths are to be ignored.
      if let cache = ProcessEnvironment.value(of: "XDG_CACHE_HOME"), cache.hasPrefix("/") { return cache }
      return ProcessEnvironment.value(of: "HOME").flatMap { $0.hasPrefix("/") ? "\($0)/.cache" : nil }
    #endif
  }

  /// The program that this process runs, as an absolute path.
  public static func currentExecutable() throws(SystemError) -> String {
    #if canImport(Darwin)
      var size = UInt32(4096)
      var buffer = [CChar](repeating: 0, count: Int(size))
      guard unsafe _NSGetExecutablePath(&buffer, &size) == 0 else {
        throw SystemError(code: ENAMETOOLONG, operation: "cannot find the running program")
      }
      return try canonical(
        String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
    #else
      var buffer = [CChar](repeating: 0, count: 4096)
      let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
      guard count > 0, count < buffer.count else {
        let failure = SystemError.last("cannot find the running program")
        // Without /proc: the path that the kernel passed at the start.
        guard let path = unsafe rogues_program_path() else { throw failure }
        return try canonical(unsafe String(cString: path))
      }
      return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    #endif
  }

  public static func workingDirectory() throws(SystemError) -> String {
    var buffer = [CChar](repeating: 0, count: 4096)
    guard unsafe getcwd(&buffer, buffer.count) != nil else { throw .last("cannot find the working folder") }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The absolute path without links, `.` and `..`; the file must exist.
  public static func canonical(_ path: String) throws(SystemError) -> String {
    guard let resolved = unsafe realpath(path, nil) else { throw .last("cannot find", path) }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// The absolute path of a file that must exist. Where the last component is a link, it stays: a program may act by the
  /// name by which it is started, as Python does in a virtual environment.
  public static func absolute(_ path: String) throws(SystemError) -> String {
    let whole = try canonical(path)
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard let name = parts.last, !["", ".", ".."].contains(name) else { return whole }
    let folder = try canonical(parts.count == 1 ? "." : "\(parts.dropLast().joined(separator: "/"))/")
    return folder == "/" ? "/\(name)" : "\(folder)/\(name)"
  }
}
