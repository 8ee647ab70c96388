public import RogueModel

/// The clock of a run: the moment from which the dates of each conversation count, and whether time ran evenly since.
///
/// Clients compare dates with the machine's clock, so dates follow that clock, however long the run takes. They count
/// from whole seconds, and from the last full five minutes where no date lies ahead within an hour: conversations of one
/// moment can share what was minted for them.
public struct RunClock: Sendable {
  /// Since 1970-01-01T00:00:00Z, by the clock that clients read. It can be set, and runs while the machine sleeps.
  private let wall: @Sendable () -> Duration
  /// Since an arbitrary beginning, by a clock that cannot be set, and that stops while the machine sleeps.
  private let steady: @Sendable () -> Duration
  /// The date of conversations that do not wait for a date; nil: their own beginning.
  private let fixed: Timestamp?

  /// - Parameters:
  ///   - wall: the time since 1970-01-01T00:00:00Z.
  ///   - fixed: the moment from which dates count; nil: the beginning of each conversation.
  public init(
    wall: @escaping @Sendable () -> Duration, steady: @escaping @Sendable () -> Duration = Self.sinceStart(),
    fixed: Timestamp? = nil
  ) {
    self.wall = wall
    self.steady = steady
    self.fixed = fixed
  }

  /// The machine's own steady clock.
  public static func sinceStart() -> @Sendable () -> Duration {
    let start = SuspendingClock.now
    return { SuspendingClock.now - start }
  }

  /// Seconds between the moments that conversations share.
  private static let grid: Int64 = 300
  /// The first date ahead, in seconds, that does not notice the grid.
  private static let far: Int64 = 3600

  /// - Parameters:
  ///   - isReal: a step waits for a date, which a stopped clock never reaches.
  ///   - next: seconds from the moment to the first date ahead that counts; nil: there is none.
  func dating(isReal: Bool, next: Int64?) -> Dating {
    let wall = wall()
    let now = wall.components.seconds
    let isShared = !isReal && next.map { $0 >= Self.far } ?? true
    let moment = Timestamp(secondsSince1970: isShared ? now - now % Self.grid : now)
    return Dating(moment: isReal ? moment : fixed ?? moment, clock: self, wall: wall, steady: steady())
  }

  /// The date of a conversation, and the time since it began.
  struct Dating: Sendable {
    /// Dates count from this second.
    let moment: Timestamp
    fileprivate let clock: RunClock
    fileprivate let wall: Duration
    fileprivate let steady: Duration

    /// How far the clock may be from even before it has been set: more than any adjustment of its speed adds up to.
    private static let tolerance = Duration.seconds(1)

    /// By how much the machine's clock was set since the beginning, or the machine slept; nil: time went on evenly.
    var step: Duration? {
      let step = (clock.wall() - wall) - (clock.steady() - steady)
      return step > Self.tolerance || step < .zero - Self.tolerance ? step : nil
    }

    /// How long it is until so many seconds after the moment; negative: it has been.
    func time(until seconds: Int64) -> Duration {
      .seconds(moment.secondsSince1970 + seconds) - clock.wall()
    }
  }
}
