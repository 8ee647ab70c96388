import RogueModel

/// What summaries keep of a run: one short entry for each case, in the order of the plan.
///
/// A case may come twice: when an adapter's last control fails, what leaned on it is judged again. The later result
/// counts.
struct RunLedger: Sendable {
  struct Entry: Sendable {
    var adapter: String
    var caseID: String
    var scenario: String
    var level: Level
    var verdict: Verdict
    var explanation: String
  }

  private struct Key: Hashable {
    var adapter: String
    var caseID: String
  }

  private(set) var header: RunHeader?
  private(set) var footer: RunFooter?
  /// In the order in which they ended.
  private(set) var finished: [Entry] = []
  private var positions: [Key: Int] = [:]

  mutating func add(_ event: RunEvent) {
    switch event {
    case .started(let header): self.header = header
    case .caseStarted, .controlFinished: break
    case .caseFinished(let result):
      let entry = Entry(
        adapter: result.adapter, caseID: result.caseID, scenario: result.scenario, level: result.level,
        verdict: result.judgement.verdict, explanation: result.judgement.explanation)
      let key = Key(adapter: result.adapter, caseID: result.caseID)
      if let position = positions[key] {
        finished[position] = entry
      } else {
        positions[key] = finished.count
        finished.append(entry)
      }
    case .finished(let footer): self.footer = footer
    }
  }

  /// Every case of the plan; what has no result is unsupported or was not reached.
  var entries: [Entry] {
    guard let header else { return finished }
    var isListed = [Bool](repeating: false, count: finished.count)
    var entries: [Entry] = []
    for planned in header.planned {
      if let position = positions[Key(adapter: planned.adapter, caseID: planned.caseID)] {
        isListed[position] = true
        entries.append(finished[position])
      } else {
        entries.append(
          Entry(
            adapter: planned.adapter, caseID: planned.caseID, scenario: planned.scenario, level: planned.level,
            verdict: planned.unsupported == nil ? .notRun : .unsupported,
            explanation: planned.unsupported ?? "the run ended before this case"))
      }
    }
    return entries + zip(finished, isListed).filter { !$0.1 }.map(\.0)
  }

  /// What was known of a case before, when it has been judged already.
  func verdict(of caseID: String, _ adapter: String) -> Verdict? {
    positions[Key(adapter: adapter, caseID: caseID)].map { finished[$0].verdict }
  }

  var adapters: [AdapterDescription] { header?.adapters ?? [] }
}

extension Sequence where Element == RunLedger.Entry {
  var counts: [Verdict: Int] { reduce(into: [:]) { $0[$1.verdict, default: 0] += 1 } }
}
