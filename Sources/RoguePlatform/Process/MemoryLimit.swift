#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// What this process may have of memory, where somebody has set a limit (`ulimit -v`, `ulimit -d`).
///
/// An allocation that fails ends a Swift program in a crash, wherever it happens; so a limit that cannot do is told before.
public enum MemoryLimit {
  /// Bytes of address space with which a run comes to its end.
  public static let needed: UInt64 = 512 << 20

  /// In bytes; nil: there is no limit.
  public static var current: UInt64? {
    #if canImport(Darwin)
      nil
    #else
      [__rlimit_resource_t(RLIMIT_AS.rawValue), __rlimit_resource_t(RLIMIT_DATA.rawValue)].compactMap { resource in
        var limit = rlimit()
        guard unsafe getrlimit(resource, &limit) == 0, limit.rlim_cur != rlim_t.max else { return nil }
        return UInt64(limit.rlim_cur)
      }.min()
    #endif
  }

  /// Where there is a limit: keeps threads from reserving address space of their own, 64 MiB each, of which they use next
  /// to nothing. To be called before there are any.
  public static func economise() {
    #if !canImport(Darwin)
      if current != nil { GNUCalls.limitArenas(2) }
    #endif
  }
}
