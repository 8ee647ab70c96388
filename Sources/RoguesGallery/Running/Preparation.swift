internal import RoguePlatform
internal import Synchronization

/// Says what a run prepares, as long as it does: nothing else is on the terminal then.
final class Preparation: Sendable {
  private struct State {
    var step = ""
    var task: Task<Void, Never>?
  }

  private let state = Mutex(State())

  /// - Parameters:
  ///   - interval: between two lines.
  ///   - say: writes a line.
  init(every interval: Duration = .seconds(10), say: @escaping @Sendable (String) -> Void) {
    let start = MonotonicInstant.now
    let task = Task { [weak self] in
      while (try? await Task.sleep(for: interval)) != nil {
        guard let step = self?.state.withLock({ $0.step }) else { return }
        say("rogues: \(step), for \(MonotonicInstant.now.microseconds(since: start) / 1_000_000) s now\n")
      }
    }
    state.withLock { $0.task = task }
  }

  /// What is done now, such as `reads the scenarios`.
  func begin(_ step: String) { state.withLock { $0.step = step } }

  func end() { state.withLock { $0.task }?.cancel() }
}
