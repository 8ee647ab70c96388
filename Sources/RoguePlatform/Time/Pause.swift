#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Waiting on a thread that may block.
public enum Pause {
  public static func milliseconds(_ milliseconds: Int) { microseconds(milliseconds * 1000) }

  static func microseconds(_ microseconds: Int) {
    let wait = max(0, microseconds)
    var time = timespec(tv_sec: wait / 1_000_000, tv_nsec: wait % 1_000_000 * 1000)
    unsafe nanosleep(&time, nil)
  }
}
