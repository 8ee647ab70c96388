import Synchronization

/// Whether it is worth while to ask an adapter again that did not answer in time.
///
/// A machine with too much to do makes any client late, so that a second try, alone, is fair. A client that hangs is late
/// alone as well; after a few of these it has had its chances, and the run has waited long enough.
final class RunDeadline: Sendable {
  /// So many second tries may be late as well before there are no more.
  static let limit = 3

  private let tries = Mutex((late: 0, answered: 0))

  var isLeft: Bool { tries.withLock { $0.late < Self.limit || $0.late <= $0.answered } }

  func note(isLate: Bool) {
    tries.withLock { tries in
      if isLate { tries.late += 1 } else { tries.answered += 1 }
    }
  }
}
