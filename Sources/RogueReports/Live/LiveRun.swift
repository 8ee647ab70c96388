package import RogueModel
import Synchronization

/// A run as its page shows it while it is under way.
package final class LiveRun: Recorder {
  private struct State {
    var progress = RunProgress()
    /// What went wrong, in the order in which it ended.
    var failures: [CaseKey: LivePage.Row] = [:]
    var order: [CaseKey] = []
    /// The youngest first.
    var ended: [LivePage.Row] = []
  }

  private static let mostFailures = 200
  private static let mostEnded = 20

  private let table: RunTable
  private let strict: Bool
  private let guides: [LivePage.Guide]
  private let state = Mutex(State())

  /// - Parameter table: the run's, which records each event before.
  package init(table: RunTable, strict: Bool, guides: [LivePage.Guide]) {
    self.table = table
    self.strict = strict
    self.guides = guides
  }

  package func record(_ event: RunEvent) {
    state.withLock { state in
      state.progress.add(event)
      if case .caseFinished(let result) = event { add(result, to: &state) }
    }
  }

  /// How long the run has taken.
  package func beat(seconds: Int) { state.withLock { $0.progress.seconds = seconds } }

  private func add(_ result: CaseResult, to state: inout State) {
    let verdict = result.judgement.verdict
    guard verdict != .notRun else { return }
    var row = LivePage.Row(
      LivePage.Look(verdict, result.level), title: result.title, id: "\(result.adapter): \(result.caseID)",
      words: "\(verdict.word(at: result.level)): \(result.judgement.explanation)")
    (row.level, row.severity) = (result.level, result.severity)
    state.ended.insert(row, at: 0)
    if state.ended.count > Self.mostEnded { state.ended.removeLast() }
    let key = CaseKey(result)
    // A case whose control failed later is judged again.
    if result.isNotable(strict: strict), !result.isKnown {
      if state.failures.updateValue(row, forKey: key) == nil { state.order.append(key) }
    } else if state.failures.removeValue(forKey: key) != nil {
      state.order.removeAll { $0 == key }
    }
  }

  package var page: LivePage {
    let rows = table.rows
    let state = state.withLock { $0 }
    let adapters = rows.adapters.map { $0.version.isEmpty ? $0.name : "\($0.name) \($0.version)" }
    var page = LivePage(
      title: adapters.isEmpty ? "A run begins" : "Judging \(adapters.joined(separator: ", "))",
      state: Self.words(state.progress, rows))
    if rows.footer == nil, let current = state.progress.current { page.facts.append(.init("now", current)) }
    for verdict in Verdict.passFirst {
      if let count = rows.counts[verdict], count > 0 { page.facts.append(.init(verdict.word, "\(count)")) }
    }
    if let header = rows.header { page.facts.append(.init("seed", header.seed)) }
    let failures = state.order.prefix(Self.mostFailures).compactMap { state.failures[$0] }
    let more = state.order.count - failures.count
    page.lists = [
      .init(
        "What failed or proved nothing" + (more > 0 ? ", and \(more) more" : ""), failures,
        empty: "Nothing yet."),
      .init("What ended last", state.ended, empty: "Nothing yet."),
    ]
    page.guides = guides
    return page
  }

  private static func words(_ progress: RunProgress, _ rows: CaseRows) -> String {
    guard rows.header != nil else { return "The run begins." }
    let parts = progress.parts(rows).joined(separator: ", ")
    guard let footer = rows.footer else { return parts }
    return footer.complete
      ? "The run is over: \(parts)."
      : "INCOMPLETE: the run ended before its plan did (\(parts)); what is missing proves nothing."
  }
}
