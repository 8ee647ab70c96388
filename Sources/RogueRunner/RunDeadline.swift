import Synchronization

/// Decides whether it is worth repeating a case whose deadline the adapter missed.
///
/// On an overloaded machine any client is late, so a repetition, alone, is fair. A client that hangs is late alone as
/// well; after a few of these its cases are no longer repeated.
final class RunDeadline: Sendable {
  /// After this many repetitions that are late as well there are no more.
  static let limit = 3

  private let tries = Mutex((late: 0, answered: 0))

  var isLeft: Bool { tries.withLock { $0.late < Self.limit || $0.late <= $0.answered } }

  func note(isLate: Bool) {
    tries.withLock { tries in
      if isLate { tries.late += 1 } else { tries.answered += 1 }
    }
  }
}
