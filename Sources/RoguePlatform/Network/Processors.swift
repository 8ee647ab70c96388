#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

public enum Processors {
  /// How many there are to run on; at least 1.
  public static var count: Int {
    #if canImport(Darwin)
      max(1, sysconf(_SC_NPROCESSORS_ONLN))
    #else
      max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    #endif
  }

  /// The number of the one that the calling thread is on just now; nil where the system does not say.
  public static var current: Int? {
    #if os(Linux)
      GNUCalls.currentProcessor.map { Int($0) }
    #else
      nil
    #endif
  }
}
