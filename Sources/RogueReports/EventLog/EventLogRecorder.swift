public import RogueModel

/// Writes the event log, one line an event.
///
/// Holds no state: a line is complete when its event is over, so that a killed run loses nothing but its footer.
public struct EventLogRecorder: Recorder {
  private let write: ReportWriter

  public init(write: @escaping ReportWriter) { self.write = write }

  public func record(_ event: RunEvent) throws(HarnessFailure) {
    guard let json = Self.json(event) else { return }
    try write(json.line + "\n")
  }

  /// The line of an event; nil for those that only progress displays need.
  static func json(_ event: RunEvent) -> JSON? {
    switch event {
    case .started(let header): header.json
    case .caseStarted: nil
    case .controlFinished(let result): result.json
    case .caseFinished(let result): result.json
    case .finished(let footer): footer.json
    }
  }
}
