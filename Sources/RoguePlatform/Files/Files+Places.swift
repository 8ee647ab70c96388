#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif
internal import Synchronization

extension Files {
  /// Temporary folders of this process that are still there.
  private static let temporary = Mutex<Set<String>>([])

  /// Makes a folder of one's own (mode 0700) in `TMPDIR`, else in memory where there is room, else in `/tmp`; its maker
  /// removes it.
  public static func makeTemporaryDirectory(prefix: String = "rogues") throws(SystemError) -> String {
    let given = ProcessEnvironment.value(of: "TMPDIR").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let path =
      if let given {
        try makeUniqueDirectory(in: given, prefix: prefix)
      } else if hasSharedMemory, let path = try? makeUniqueDirectory(in: sharedMemory, prefix: prefix) {
        path
      } else {
        try makeUniqueDirectory(in: "/tmp", prefix: prefix)
      }
    temporary.withLock { _ = $0.insert(path) }
    return path
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
    temporary.withLock { _ = $0.remove(path) }
  }

  /// Removes what is left of them, for a process that ends without waiting for their makers.
  public static func removeTemporaryDirectories() {
    for path in temporary.withLock({ $0 }) { try? removeTemporaryDirectory(path) }
  }

  /// Makes a folder of one's own (mode 0700) with a name that nothing else has.
  public static func makeUniqueDirectory(in parent: String, prefix: String) throws(SystemError) -> String {
    var template = Array("\(parent)/\(prefix)-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw .last("cannot make a folder in", parent) }
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Where this user's caches go, without a final slash; nil when neither `XDG_CACHE_HOME` nor `HOME` says so.
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
      guard count > 0, count < buffer.count else { throw .last("cannot find the running program") }
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
}
