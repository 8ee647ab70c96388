import Synchronization

/// Lets so many attempts run at once, first come, first served.
final class Slots: Sendable {
  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
    var next = 0
  }

  private let state: Mutex<State>

  init(_ count: Int) { self.state = Mutex(State(free: max(1, count))) }

  /// Runs `body` in a slot.
  func with<Result: Sendable>(_ body: () async -> Result) async -> Result {
    await take()
    defer { give() }
    return await body()
  }

  private func take() async {
    await withCheckedContinuation { continuation in
      let now = state.withLock { state -> Bool in
        if state.free > 0 {
          state.free -= 1
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if now { continuation.resume() }
    }
  }

  private func give() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard state.next < state.waiting.count else {
        state.waiting.removeAll(keepingCapacity: true)
        state.next = 0
        state.free += 1
        return nil
      }
      state.next += 1
      return state.waiting[state.next - 1]
    }
    next?.resume()
  }
}
