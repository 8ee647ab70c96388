internal import RogueModel
internal import RoguePlatform
internal import RogueReports
package import RoguesGallery

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
    let table = RunTable()
    let status = await Gallery.run(options, terminal: terminal, adapters: chosen, recorder: table)
    let rows = table.rows
    guard !rows.adapters.isEmpty else { return status }
    let report = MutantReport(rows)
    let text = isJSON ? report.json.pretty : report.text(style: terminal.resultStyle)
    return (try? StandardStream.output.write(text)) == nil ? .cannotWrite : status
  }
}
