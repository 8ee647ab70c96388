internal import RogueModel

/// Hands every event to several recorders, in order.
struct Recorders: Recorder {
  var all: [any Recorder]

  func record(_ event: RunEvent) throws(HarnessFailure) {
    for recorder in all { try recorder.record(event) }
  }
}
