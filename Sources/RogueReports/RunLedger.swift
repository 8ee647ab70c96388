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
    /// Nil: the case was never judged, so the log does not say.
    var severity: Severity?
    var title = ""
    /// It has no control of its own: nothing is wrong with its server.
    var isHealthy = false
    /// Nil: the case was never judged.
    var axes: AxisValues?
    /// Ran twice, because the adapter missed its deadline.
    var wasLate = false
    /// Late the second time as well.
    var isLate = false
    var knowledge: Knowledge?
    /// Fails as the run's baseline says.
    var isKnown = false
    /// The command that repeats a failure. Nil: nothing failed.
    var reproduce: String?
  }

  private struct Key: Hashable {
    var adapter: String
    var caseID: String
  }

  private(set) var header: RunHeader?
  private(set) var footer: RunFooter?
  /// Connections of other processes that were dropped, by the process where it is known.
  private(set) var strangers: [String: Int] = [:]
  /// In the order in which they ended.
  private(set) var finished: [Entry] = []
  private var positions: [Key: Int] = [:]
  /// Controls that ran twice, because the adapter missed its deadline.
  private(set) var lateControls = 0

  mutating func add(_ event: RunEvent) {
    switch event {
    case .started(let header): self.header = header
    case .caseStarted: break
    case .controlFinished(let control): if control.missedDeadline != nil { lateControls += 1 }
    case .caseFinished(let result):
      var entry = Entry(
        adapter: result.adapter, caseID: result.caseID, scenario: result.scenario, level: result.level,
        verdict: result.judgement.verdict, explanation: result.judgement.explanation)
      entry.severity = result.severity
      entry.title = result.title
      entry.isHealthy = result.control == nil && !result.steps.contains { $0.mutation != nil }
      entry.axes = result.axes
      entry.wasLate = result.missedDeadline != nil
      entry.isLate = result.steps.last?.missedDeadline ?? false
      entry.knowledge = result.knowledge
      entry.isKnown = result.isKnown
      if entry.fails(strict: false) { entry.reproduce = result.reproduce }
      let key = Key(adapter: result.adapter, caseID: result.caseID)
      if let position = positions[key] {
        finished[position] = entry
      } else {
        note(result.steps)
        positions[key] = finished.count
        finished.append(entry)
      }
    case .finished(let footer): self.footer = footer
    }
  }

  private mutating func note(_ steps: [StepResult]) {
    for step in steps {
      let strangers = step.observation.dropped.filter { $0.cause == .stranger }
      for one in strangers { self.strangers[one.name ?? "another process", default: 0] += 1 }
      // Of those that are only counted nobody knows whose they were.
      let rest = step.observation.droppedCount - step.observation.dropped.count
      if rest > 0, !strangers.isEmpty { self.strangers["other processes", default: 0] += rest }
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

extension RunLedger.Entry {
  /// How the adapter of a failure was named on the command line: its name, or a path. Nil: nothing failed.
  var adapterArgument: String? {
    guard let words = reproduce.flatMap(ShellQuoting.words), let flag = words.firstIndex(of: "--adapter"),
      words.indices.contains(flag + 1)
    else { return nil }
    return words[flag + 1]
  }

  /// Whether it fails a gating run; a fault of the harness does not, but has to be seen like a failure.
  func fails(strict: Bool) -> Bool {
    guard level != .may, !isKnown else { return verdict == .harnessError }
    switch verdict {
    case .falseAccept, .leak, .falseCancel, .badClientChain, .badClientHello, .certificateLeak, .error, .unstable,
      .harnessError:
      return true
    case .deviation: return strict
    case .pass, .notAsked, .inconclusive, .unsupported, .notRun: return false
    }
  }
}

extension Sequence where Element == RunLedger.Entry {
  /// Cases by verdict.
  var counts: [Verdict: Int] { reduce(into: [:]) { $0[$1.verdict, default: 0] += 1 } }

  /// Scenarios by the worst verdict of their cases; a scenario counts once for each adapter.
  var scenarioCounts: [Verdict: Int] {
    var worst: [[String]: Verdict] = [:]
    for entry in self {
      let key = [entry.adapter, entry.scenario]
      if let known = worst[key], known.rank <= entry.verdict.rank { continue }
      worst[key] = entry.verdict
    }
    return worst.values.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}
