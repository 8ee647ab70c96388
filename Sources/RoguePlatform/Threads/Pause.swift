/// Waiting on a thread that may block.
public enum Pause {
  public static func milliseconds(_ milliseconds: Int) {
    MonotonicClock.sleep(microseconds: Int64(max(0, milliseconds)) * 1000)
  }
}
