internal import RogueModel
internal import RoguePlatform
internal import Synchronization

/// Receives a handler's answers: waits for the first, and notices a second.
final class ChallengePort: Sendable {
  private final class Slot: Sendable {
    struct State {
      var first: ChallengeAnswer?
      var count = 0
      var crash: String?
      var isReleased = false
    }
    let state = Mutex(State())
  }

  /// In milliseconds: only handlers that answer from another thread are waited for so.
  private static let step = 2

  private let deadline: MonotonicInstant
  private let slots = Mutex<[Slot]>([])

  init(deadline: MonotonicInstant) { self.deadline = deadline }

  /// The first answer; nil if none came before the deadline, or if none can come any more.
  func ask(
    _ handler: any ChallengeHandler, _ challenge: AuthenticationChallenge, by method: DelegateMethod
  ) -> ChallengeAnswer? {
    let slot = Slot()
    slots.withLock { $0.append(slot) }
    hand(challenge, to: handler, by: method, slot)
    while true {
      let (answer, isOver) = slot.state.withLock { ($0.first, $0.isReleased || $0.crash != nil) }
      if let answer { return answer }
      guard !isOver, MonotonicInstant.now < deadline else { return nil }
      Pause.milliseconds(Self.step)
    }
  }

  /// A separate function, so that only the handler holds the completion once this has returned.
  private func hand(
    _ challenge: AuthenticationChallenge, to handler: any ChallengeHandler, by method: DelegateMethod, _ slot: Slot
  ) {
    let completion = ChallengeCompletion { event in
      slot.state.withLock { state in
        switch event {
        case .answered(let answer):
          state.count += 1
          if state.first == nil { state.first = answer }
        case .crashed(let detail): state.crash = state.crash ?? detail
        case .released: state.isReleased = true
        }
      }
    }
    handler.handle(challenge, by: method, completion)
  }

  /// A crash, or a second answer that has come until now.
  var fault: AdapterFault? {
    let crashes = slots.withLock { $0.compactMap { $0.state.withLock(\.crash) } }
    if let crash = crashes.first { return AdapterFault(.crashed, crash) }
    let twice = slots.withLock { $0.contains { $0.state.withLock { $0.count > 1 } } }
    return twice ? AdapterFault(.garbled, "a challenge was answered twice") : nil
  }
}
