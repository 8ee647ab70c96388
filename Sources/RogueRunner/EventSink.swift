import RogueModel
import Synchronization

/// The uses of a run's time.
enum Activity: Hashable, Sendable, CustomStringConvertible {
  case minting, settling, judging
  case waiting(adapter: String)

  var description: String {
    switch self {
    case .minting: "minting certificates"
    case .settling: "settling connections"
    case .judging: "judging"
    case .waiting(let adapter): "waiting for \(adapter)"
    }
  }
}

/// Hands events to the recorder one at a time, and stops the run when it cannot write.
final class EventSink: Sendable {
  private struct State {
    var failure: HarnessFailure?
    var counts: [Verdict: Int] = [:]
  }

  private let recorder: any Recorder
  private let state = Mutex(State())
  /// Asked before every conversation, and others may be writing.
  private let hasFailed = Atomic(false)
  private let stopsAt: (@Sendable (CaseResult) -> Bool)?
  private let isStopped = Atomic(false)
  private let spending = Mutex<[Activity: Int]>([:])

  init(_ recorder: any Recorder, stopsAt: (@Sendable (CaseResult) -> Bool)? = nil) {
    self.recorder = recorder
    self.stopsAt = stopsAt
  }

  /// A result ended the run.
  var hasStopped: Bool { isStopped.load(ordering: .acquiring) }

  /// The first failure of the recorder; nothing is recorded after it.
  var failure: HarnessFailure? { hasFailed.load(ordering: .acquiring) ? state.withLock(\.failure) : nil }

  /// - Parameter earlier: the verdict of a case that was recorded before, and is judged again.
  func record(_ event: RunEvent, replacing earlier: Verdict? = nil) {
    state.withLock { state in
      guard state.failure == nil else { return }
      if case .caseFinished(let result) = event {
        state.counts[result.judgement.verdict, default: 0] += 1
        if let earlier { state.counts[earlier] = state.counts[earlier].flatMap { $0 > 1 ? $0 - 1 : nil } }
        if let stopsAt, stopsAt(result) { isStopped.store(true, ordering: .releasing) }
      }
      do throws(HarnessFailure) {
        try recorder.record(event)
      } catch {
        state.failure = error
        hasFailed.store(true, ordering: .releasing)
      }
    }
  }

  /// Adds what each activity took.
  func spend(_ shares: KeyValuePairs<Activity, Duration>) {
    spending.withLock { spent in
      for (activity, duration) in shares { spent[activity, default: 0] += duration.microseconds }
    }
  }

  var counts: [Verdict: Int] {
    state.withLock(\.counts)
  }

  /// Milliseconds by activity, largest first.
  var spent: [(activity: String, milliseconds: Int)] {
    spending.withLock { spent in
      spent.map { (activity: $0.key.description, milliseconds: $0.value / 1000) }.sorted {
        ($1.milliseconds, $0.activity) < ($0.milliseconds, $1.activity)
      }
    }
  }
}
