/// Durations in the form of world files.
public enum RelativeTime {
  /// "-30d", "90m", from seconds.
  public static func text(seconds: Int64) -> String {
    for (unit, size) in [("d", Int64(86_400)), ("h", 3600), ("m", 60)] where seconds != 0 && seconds % size == 0 {
      return "\(seconds / size)\(unit)"
    }
    return "\(seconds)s"
  }
}
