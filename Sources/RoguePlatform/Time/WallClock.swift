#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The time of day.
public enum WallClock {
  /// Seconds since 1970-01-01T00:00:00Z.
  public static var secondsSince1970: Int64 { Int64(time(nil)) }

  /// The time since 1970-01-01T00:00:00Z.
  public static var sinceEpoch: Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }
}
