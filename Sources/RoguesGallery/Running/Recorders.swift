internal import RogueModel
internal import Synchronization

/// Hands every event to several recorders, in order.
struct Recorders: Recorder {
  var all: [any Recorder]

  func record(_ event: RunEvent) throws(HarnessFailure) {
    for recorder in all { try recorder.record(event) }
  }
}

/// Keeps the events, for reports that are made at the end.
final class EventMemory: Recorder {
  private let kept = Mutex<[RunEvent]>([])

  var events: [RunEvent] { kept.withLock { $0 } }

  func record(_ event: RunEvent) throws(HarnessFailure) {
    if case .caseStarted = event { return }
    kept.withLock { $0.append(event) }
  }
}
