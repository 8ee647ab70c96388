#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A moment on the clock that only goes forward; for deadlines and for times on the wire.
public struct MonotonicInstant: Sendable, Hashable, Comparable {
  /// Since an arbitrary beginning.
  public var nanoseconds: Int64

  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  public static var now: MonotonicInstant {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return MonotonicInstant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  public func microseconds(since earlier: MonotonicInstant) -> Int {
    Int((nanoseconds - earlier.nanoseconds) / 1000)
  }

  public func advanced(milliseconds: Int) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: nanoseconds + Int64(milliseconds) * 1_000_000)
  }

  public func advanced(microseconds: Int) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: nanoseconds + Int64(microseconds) * 1000)
  }

  public static func < (left: MonotonicInstant, right: MonotonicInstant) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}
