import RogueModel
import Synchronization

/// How an adapter's first controls end: one that breaks the contract in the same way each time is not asked any further.
///
/// A crash on one rogue loses that case. A program that cannot even start, or answers what nobody can read whatever it is
/// asked, has nothing to say about the others; each of them would only cost its time. A hang is never taken for that: it
/// may be the machine's.
final class FirstControls: Sendable {
  private struct State {
    var fault: AdapterFault?
    var count = 0
    /// Some control ended otherwise.
    var isAlive = false
  }

  /// So many of one kind, and none of another, are enough.
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
      return "not asked: its first \(state.count) controls, each with another server that is healthy, all ended alike: "
        + fault.description
    }
  }
}
