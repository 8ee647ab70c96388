internal import RogueModel
internal import RoguePlatform
internal import RogueReports
package import RoguesGallery
internal import Synchronization

/// One run of mutants over the catalogue, and the report of which scenario catches which.
package struct MutantRun: Sendable {
  /// Names; empty: every mutant.
  package var mutants: [String] = []
  package var options = RunOptions(mode: .compare)
  package var isJSON = false
  package var isQuiet = false

  package init() {}

  package func perform() async -> ExitStatus {
    let chosen = mutants.isEmpty ? MutantAdapters.all : mutants.compactMap(MutantAdapters.named)
    var terminal = TerminalOptions.detected(verbosity: isQuiet ? .quiet : .normal)
    terminal.showsResults = false
    let fold = LedgerRecorder()
    let status = await Gallery.run(options, terminal: terminal, adapters: chosen, recorder: fold)
    guard let ledger = fold.ledger else { return status }
    let report = MutantReport(ledger: ledger)
    let text = isJSON ? report.json.pretty : report.text(style: terminal.resultStyle)
    return (try? StandardStream.output.write(text)) == nil ? .cannotWrite : status
  }
}

/// Folds the events of a run.
private final class LedgerRecorder: Recorder {
  private let folded = Mutex(RunLedger())

  /// Nil: no case was judged.
  var ledger: RunLedger? { folded.withLock { $0.adapters.isEmpty ? nil : $0 } }

  func record(_ event: RunEvent) { folded.withLock { _ = $0.add(event) } }
}
