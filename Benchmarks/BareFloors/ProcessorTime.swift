#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The time that this process's threads have spent running, whatever else the machine was doing meanwhile.
public enum ProcessorTime {
  /// Of all threads together, since the process began.
  public static var nanoseconds: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
