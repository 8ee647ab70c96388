import RogueModel

/// The time of a run: the header's clock at the beginning, continued by a monotonic clock.
///
/// The header's clock has no fraction of a second, and is read shortly before the monotonic clock. So this clock is at
/// most about two seconds slow, and never fast.
struct RunClock: Sendable {
  /// By how much it may be slow, in seconds.
  static let slowness: Int64 = 2

  private let start: Timestamp
  private let began = ContinuousClock().now

  init(start: Timestamp) { self.start = start }

  /// The second that it is, or one shortly before.
  var now: Timestamp { start + (ContinuousClock().now - began).components.seconds }

  /// When it is that second for certain.
  func instant(of time: Timestamp) -> ContinuousClock.Instant {
    began + .seconds(time.secondsSince1970 - start.secondsSince1970)
  }
}
