internal import RogueModel
internal import RoguePKI
internal import RoguePlatform
internal import RogueReports
package import RoguesGallery
internal import Synchronization

/// One run of mutants over the catalogue, and the report of which scenario catches which.
///
/// Where certificates and responders decide a verdict, mutants are judged without sockets. A case runs over sockets only
/// for mutants that can differ in it from the validator or client that is right.
package struct MutantRun: Sendable {
  /// Names; empty: every mutant.
  package var mutants: [String] = []
  package var options = RunOptions(mode: .compare)
  package var isJSON = false
  package var isQuiet = false
  /// Every mutant runs every case over sockets.
  package var isLive = false

  package init() {}

  package func perform() async -> ExitStatus {
    let chosen = mutants.isEmpty ? MutantAdapters.all : mutants.compactMap(MutantAdapters.named)
    var terminal = TerminalOptions.detected(verbosity: isQuiet ? .quiet : .normal)
    terminal.showsResults = false
    let fold = RowRecorder()
    let judge = OfflineJudge(
      Set(chosen.map(\.description.name)), keys: KeyPool(store: KeyFolder.ofThisUser))
    let offline = Mutex<OfflineJudge.Findings?>(nil)
    let choose: @Sendable ([ChosenScenario]) async throws(HarnessFailure) -> Gallery.CaseFilter = {
      (scenarios) throws(HarnessFailure) in
      if isLive { return { _, _ in true } }
      let findings = try await judge.judge(scenarios) { progress($0, of: scenarios.count) }
      offline.withLock { $0 = findings }
      return { item, adapter in judge.needsSockets(item, adapter, findings) }
    }
    let status = await Gallery.run(options, terminal: terminal, adapters: chosen, recorder: fold, choose: choose)
    let outcomes = MutantReport.outcomes(of: fold.rows)
    let decided = offline.withLock { $0?.outcomes }
    guard decided != nil || !outcomes.isEmpty else { return status }
    let report = MutantReport(mutants: chosen.map(\.description), outcomes: outcomes + (decided ?? []))
    let text = isJSON ? report.json.pretty : report.text(style: terminal.resultStyle)
    return (try? StandardStream.output.write(text)) == nil ? .cannotWrite : status
  }

  /// A line for each tenth.
  private func progress(_ done: Int, of count: Int) {
    guard !isQuiet, done == count || done * 10 / count > (done - 1) * 10 / count else { return }
    // Progress that cannot be written ends no run.
    try? StandardStream.error.write("judged without sockets: \(done) of \(count) scenarios\n")
  }
}

/// The rows of a run without its results, of which no report reads any.
private final class RowRecorder: Recorder {
  private let folded = Mutex(CaseRows())

  var rows: CaseRows { folded.withLock(\.self) }

  func record(_ event: RunEvent) { folded.withLock { $0.add(event) } }
}
