/// Durations as people read them.
enum DurationText {
  /// "0.4 ms", from microseconds.
  static func milliseconds(ofMicroseconds microseconds: Int) -> String {
    "\(microseconds / 1000).\(abs(microseconds) % 1000 / 100) ms"
  }

  /// "740 ms", "12.3 s", "2 min 05 s".
  static func short(milliseconds: Int) -> String {
    if milliseconds < 1000 { return "\(milliseconds) ms" }
    if milliseconds < 60_000 { return "\(milliseconds / 1000).\(milliseconds % 1000 / 100) s" }
    let seconds = milliseconds / 1000
    return "\(seconds / 60) min \(String(seconds % 60).count == 1 ? "0" : "")\(seconds % 60) s"
  }
}
