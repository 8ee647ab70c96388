internal import RogueModel
internal import Synchronization

/// Keeps what became of the controls; the cases come back from the run itself.
final class ControlCollector: Recorder {
  private let kept = Mutex<[ControlResult]>([])

  var results: [ControlResult] { kept.withLock(\.self) }

  func record(_ event: RunEvent) throws(HarnessFailure) {
    guard case .controlFinished(let result) = event else { return }
    kept.withLock { $0.append(result) }
  }
}
