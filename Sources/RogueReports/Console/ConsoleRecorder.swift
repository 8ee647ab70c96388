public import RogueModel
import Synchronization

/// Shows a run to a person: failures as they happen, progress beside them, the summary last.
///
/// Results go to standard output and progress to standard error, so that a redirected result holds no progress. What is
/// written is decided by `ConsoleFold`, which writes nothing; this class only holds it and routes its text.
public final class ConsoleRecorder: Recorder {
  private let fold: Mutex<ConsoleFold>
  private let results: ReportWriter
  private let messages: ReportWriter

  /// - Parameters:
  ///   - results: Standard output.
  ///   - messages: Standard error.
  ///   - table: the run's, which records each event before.
  public init(
    options: ConsoleOptions, results: @escaping ReportWriter, messages: @escaping ReportWriter,
    table: RunTable
  ) {
    fold = Mutex(ConsoleFold(options: options, table: table))
    self.results = results
    self.messages = messages
  }

  public func record(_ event: RunEvent) throws(HarnessFailure) {
    try fold.withLock { (fold) throws(HarnessFailure) in try write(fold.outputs(for: event)) }
  }

  /// Says how far the run is, called about once a second: a run is never silent for long.
  public func beat(seconds: Int) throws(HarnessFailure) {
    try fold.withLock { (fold) throws(HarnessFailure) in try write(fold.beat(seconds: seconds)) }
  }

  private func write(_ outputs: [ConsoleFold.Output]) throws(HarnessFailure) {
    for output in outputs {
      switch output {
      case .result(let text): try results(text)
      case .message(let text): try messages(text)
      }
    }
  }

  /// Erases the status line, for messages when a run ends without its last event.
  public func clear() throws(HarnessFailure) {
    if let text = fold.withLock({ $0.clear() }) { try messages(text) }
  }
}
