#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Time that only goes forward, whatever is done to the machine's clock.
enum MonotonicClock {
  /// Microseconds since some fixed moment.
  static var now: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }

  /// Blocks the thread for so many microseconds.
  static func sleep(microseconds: Int64) {
    var time = timespec(tv_sec: Int(microseconds / 1_000_000), tv_nsec: Int(microseconds % 1_000_000) * 1000)
    unsafe nanosleep(&time, nil)
  }
}
