import RogueModel
import Synchronization

/// The results of an adapter's first controls: an adapter that breaks the contract in the same way in each of them gets
/// no further attempts.
///
/// A crash on one rogue loses only that case. A program that cannot start at all, or always answers what cannot be
/// parsed, says nothing about the other cases either; each would only cost its time. A hang does not count, because the
/// machine may have caused it.
final class StartupCircuitBreaker: Sendable {
  private struct State {
    var fault: AdapterFault?
    var count = 0
    /// Some control ended otherwise.
    var isAlive = false
  }

  /// This many faults of one kind, and no other result, are enough.
  static let enough = 5
  private let state = Mutex(State())

  func note(_ outcome: AdapterOutcome?) {
    state.withLock { state in
      guard case .broken(let fault)? = outcome, fault.kind != .hung, state.fault ?? fault == fault else {
        state.isAlive = true
        return
      }
      state.fault = fault
      state.count += 1
    }
  }

  /// All that ended so far broke the contract, and they are not enough.
  var isUndecided: Bool {
    state.withLock { !$0.isAlive && $0.count > 0 && $0.count < Self.enough }
  }

  /// Why the adapter is not asked any further; nil: it is.
  var end: String? {
    state.withLock { state in
      guard !state.isAlive, state.count >= Self.enough, let fault = state.fault else { return nil }
      return "skipped: the first \(state.count) controls, each with another healthy server, all failed the same way: "
        + fault.description
    }
  }
}
