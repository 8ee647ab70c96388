#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A process that leaves the group of the one that starts it, as a daemon does, and keeps its streams and environment.
public enum DetachedProcess {
  /// Starts the program in a session of its own; nobody waits for it.
  public static func start(_ program: String, arguments: [String]) throws(SystemError) {
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
      let setSession = Int16(POSIX_SPAWN_SETSID)
    #else
      var attributes = posix_spawnattr_t()
      // POSIX_SPAWN_SETSID, which the headers show only under _GNU_SOURCE.
      let setSession: Int16 = 0x80
    #endif
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    unsafe posix_spawnattr_setflags(&attributes, setSession)
    var identifier: pid_t = 0
    let status = unsafe withCStrings([program] + arguments) { arguments in
      unsafe posix_spawn(&identifier, program, nil, &attributes, arguments, environ)
    }
    guard status == 0 else { throw SystemError(code: status, operation: "cannot start", path: program) }
  }
}
