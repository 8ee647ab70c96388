import RogueModel
import Synchronization

/// The circuit breaker of an adapter: it opens, and the adapter gets no further attempts, if the adapter breaks the contract
/// in the same way in each of its first controls.
///
/// A crash on one rogue loses only that case. A program that cannot start at all, or always answers what cannot be
/// parsed, says nothing about the other cases either; each would only cost its time. A hang does not count, because the
/// machine may have caused it.
final class StartupCircuitBreaker: Sendable {
  enum State: Sendable, Hashable {
    /// No control has ended.
    case untested
    /// Every control so far ended with this fault.
    case failing(AdapterFault, count: Int)
    /// Closed for good: a control ended otherwise.
    case closed
  }

  /// So many controls with one fault open it.
  static let threshold = 5
  private let current = Mutex(State.untested)

  var state: State { current.withLock(\.self) }

  /// Takes in the outcome of a control.
  func record(_ outcome: AdapterOutcome?) {
    current.withLock { state in
      switch (state, outcome) {
      case (.untested, .broken(let fault)?) where fault.kind != .hung: state = .failing(fault, count: 1)
      case (.failing(let known, let count), .broken(let fault)?) where fault == known:
        state = .failing(fault, count: count + 1)
      default: state = .closed
      }
    }
  }

  /// Controls have failed, too few to open it.
  var isUndecided: Bool {
    if case .failing(_, let count) = state { count < Self.threshold } else { false }
  }

  /// Why it is open; nil: it is not.
  var whyOpen: String? {
    guard case .failing(let fault, let count) = state, count >= Self.threshold else { return nil }
    return "skipped: the first \(count) controls, each with another healthy server, all failed the same way: "
      + fault.description
  }
}
