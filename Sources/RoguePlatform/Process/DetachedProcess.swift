#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A process that leaves the group of the one that starts it, as a daemon does, and keeps its streams and environment.
public enum DetachedProcess {
  /// Starts the program in its own session, without waiting for it.
  public static func start(_ program: String, arguments: [String]) throws(SystemError) {
    #if canImport(Darwin)
      let setSession = Int16(POSIX_SPAWN_SETSID)
    #else
      // POSIX_SPAWN_SETSID, which the headers show only under _GNU_SOURCE.
      let setSession: Int16 = 0x80
    #endif
    _ = unsafe try spawn(program, arguments, environment: nil) { _, attributes in
      unsafe posix_spawnattr_setflags(&attributes, setSession)
    }
  }
}
