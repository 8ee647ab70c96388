#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The time of day.
public enum WallClock {
  /// Seconds since 1970-01-01T00:00:00Z.
  public static var secondsSince1970: Int64 { Int64(time(nil)) }
}
