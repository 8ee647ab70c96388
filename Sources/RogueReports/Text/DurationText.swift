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

  /// "-30d", "90m": the form of world files, from seconds.
  static func relative(seconds: Int64) -> String {
    for (unit, size) in [("d", Int64(86_400)), ("h", 3600), ("m", 60)] where seconds != 0 && seconds % size == 0 {
      return "\(seconds / size)\(unit)"
    }
    return "\(seconds)s"
  }
}
