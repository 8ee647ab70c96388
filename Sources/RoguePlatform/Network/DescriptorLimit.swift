#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// How many descriptors this process may have.
public enum DescriptorLimit {
  /// With fewer not even the catalogue's files can be read, and each would seem to be wrong.
  public static let needed: UInt64 = 16

  /// Raises the soft limit to the hard one and returns it; many ports are open at the same time.
  @discardableResult public static func raise() -> UInt64 {
    #if canImport(Darwin)
      let resource = RLIMIT_NOFILE
    #else
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif
    var limit = rlimit()
    guard unsafe getrlimit(resource, &limit) == 0 else { return 0 }
    #if canImport(Darwin)
      // Above OPEN_MAX the call fails there, whatever the hard limit says.
      let wanted = min(limit.rlim_max, rlim_t(OPEN_MAX))
    #else
      let wanted = limit.rlim_max
    #endif
    if limit.rlim_cur < wanted {
      limit.rlim_cur = wanted
      _ = unsafe setrlimit(resource, &limit)
      _ = unsafe getrlimit(resource, &limit)
    }
    return UInt64(limit.rlim_cur)
  }
}
