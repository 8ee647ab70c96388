#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The memory limit of this process, if one is set (`ulimit -v`, `ulimit -d`).
///
/// A failed allocation crashes a Swift program, wherever it happens; so a limit that is too low is reported beforehand.
public enum MemoryLimit {
  /// Bytes of address space with which a run comes to its end.
  public static let needed: UInt64 = 320 << 20

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

  /// Under a limit, prevents threads from reserving 64 MiB of address space each for what they allocate, and 8 MiB for their
  /// stacks, of which they use almost nothing.
  /// Must be called before the first thread starts.
  public static func economise() {
    #if !canImport(Darwin)
      guard current != nil else { return }
      GNUCalls.limitArenas(1)
      GNUCalls.limitStacks(1 << 20)
    #endif
  }
}
