package import RogueModel

/// The cases of a run, a row of some bytes each, in the order of the plan: the one source of every report, the status line,
/// comparisons of runs and the exit status.
///
/// A case may end twice: when an adapter's last control fails, the cases that depend on it are judged again. The later
/// result counts.
package struct CaseRows: RandomAccessCollection, Sendable {
  /// The kept part of a result; common values are kept once.
  private struct Kept {
    var verdict: Verdict
    var earlier: Verdict?
    var severity: Severity
    var isHealthy: Bool
    var wasLate: Bool
    var isLate: Bool
    var isKnown: Bool
    var reason: Reason?
    var accepts: Bool?
    var explanation: Int32
    var axes: Int32
    /// Nil: no report needs it.
    var title: Int32?
    var knowledge: Int32?
    var milliseconds: Int32
  }

  private(set) var header: RunHeader?
  private(set) var footer: RunFooter?
  /// Connections of other processes that were dropped, by the process where it is known.
  private(set) var strangers: [String: Int] = [:]
  /// Controls that ran twice, because the adapter missed its deadline.
  private(set) var lateControls = 0
  /// How adapters of failures were named on the command line: by a name, or by a path.
  private(set) var adapterArguments: [String: String] = [:]
  /// The command as it was called, as far as a failure tells.
  private(set) var program = "rogues"
  /// Those of the plan, and then those with a result that it does not have.
  private var planned: [PlannedCase] = []
  /// Cases that have to run.
  private(set) var awaited = 0
  /// Those of each adapter that have no result yet.
  private(set) var left: [String: Int] = [:]
  /// Cases by verdict, without those of level `may`.
  private(set) var counts: [Verdict: Int] = [:]
  /// By place in `planned`; nil: no result yet.
  private var kept: [Kept?] = []
  private var places: [CaseKey: Int32] = [:]
  private var texts = Common<String>()
  private var axes = Common<AxisValues>()
  private var knowledge = Common<Knowledge>()

  package init() {}

  package mutating func add(_ event: RunEvent) {
    switch event {
    case .started(let header): start(header)
    case .caseStarted, .caseWaits: break
    case .controlFinished(let control): if control.missedDeadline != nil { lateControls += 1 }
    case .caseFinished(let result): add(result)
    case .finished(let footer): self.footer = footer
    }
  }

  private mutating func start(_ header: RunHeader) {
    self.header = header
    planned = header.planned
    kept = Array(repeating: nil, count: planned.count)
    places = [:]
    places.reserveCapacity(planned.count)
    for (place, item) in planned.enumerated() {
      places[CaseKey(item.adapter, item.caseID)] = Int32(place)
      if item.unsupported == nil { left[item.adapter, default: 0] += 1 }
    }
    awaited = left.values.reduce(0, +)
  }

  private mutating func add(_ result: CaseResult) {
    let key = CaseKey(result)
    let place: Int
    if let known = places[key] {
      place = Int(known)
    } else {
      place = planned.count
      places[key] = Int32(place)
      kept.append(nil)
      planned.append(
        PlannedCase(
          adapter: result.adapter, caseID: result.caseID, scenario: result.scenario, level: result.level,
          severity: result.severity, unsupported: nil))
    }
    // What was judged counts, should the plan say otherwise.
    if planned[place].level != result.level { planned[place].level = result.level }
    if planned[place].scenario != result.scenario {
      planned[place] = PlannedCase(
        adapter: result.adapter, caseID: result.caseID, scenario: result.scenario, level: result.level,
        severity: result.severity, unsupported: planned[place].unsupported)
    }
    let earlier = kept[place]?.verdict
    if earlier == nil {
      note(result.steps)
      if self[place].isAwaited { left[result.adapter, default: 0] -= 1 }
    }
    if result.level != .may {
      if let earlier { counts[earlier, default: 0] -= 1 }
      counts[result.judgement.verdict, default: 0] += 1
    }
    kept[place] = Kept(
      verdict: result.judgement.verdict, earlier: earlier, severity: result.severity,
      isHealthy: result.control == nil && !result.steps.contains { $0.mutation != nil },
      wasLate: result.missedDeadline != nil, isLate: result.steps.last?.missedDeadline ?? false,
      isKnown: result.isKnown, reason: result.reason, accepts: result.accepts,
      explanation: texts.number(of: result.judgement.explanation), axes: axes.number(of: result.axes),
      knowledge: result.knowledge.map { knowledge.number(of: $0) }, milliseconds: Int32(clamping: result.milliseconds))
    guard self[place].fails(strict: true) else { return }
    if header?.mode == .compare { kept[place]?.title = texts.number(of: result.title) }
    if adapterArguments[result.adapter] == nil { noteCommand(result) }
  }

  private mutating func note(_ steps: [StepResult]) {
    for step in steps {
      let strangers = step.observation.dropped.filter { $0.cause == .stranger }
      for one in strangers { self.strangers[one.name ?? "another process", default: 0] += 1 }
      // Those that are only counted have no known owner.
      let rest = step.observation.droppedCount - step.observation.dropped.count
      if rest > 0, !strangers.isEmpty { self.strangers["other processes", default: 0] += rest }
    }
  }

  private mutating func noteCommand(_ result: CaseResult) {
    guard let words = ShellQuoting.words(of: result.reproduce), let flag = words.firstIndex(of: "--adapter"),
      words.indices.contains(flag + 1)
    else { return }
    program = words[0]
    adapterArguments[result.adapter] = words[flag + 1]
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { planned.count }

  /// The case at a place of the plan; without a result it is unsupported or was not reached. Rows are made on demand.
  package subscript(place: Int) -> CaseRow {
    let item = planned[place]
    var row = CaseRow(
      adapter: item.adapter, caseID: item.caseID, scenario: item.scenario, level: item.level,
      severity: item.severity, verdict: item.unsupported == nil ? .notRun : .unsupported,
      explanation: item.unsupported ?? "the run ended before this case",
      isAwaited: item.unsupported == nil && place < header?.planned.count ?? 0)
    guard let kept = kept[place] else { return row }
    row.verdict = kept.verdict
    row.earlier = kept.earlier
    row.explanation = texts[kept.explanation]
    row.severity = kept.severity
    row.title = kept.title.map { texts[$0] } ?? ""
    row.isHealthy = kept.isHealthy
    row.axes = axes[kept.axes]
    row.wasLate = kept.wasLate
    row.isLate = kept.isLate
    row.knowledge = kept.knowledge.map { knowledge[$0] }
    row.isKnown = kept.isKnown
    row.reason = kept.reason
    row.accepts = kept.accepts
    row.milliseconds = Int(kept.milliseconds)
    return row
  }

  /// The row of a case that has ended.
  func row(of result: CaseResult) -> CaseRow? { places[CaseKey(result)].map { self[Int($0)] } }

  /// Cases of one scenario and adapter with one verdict.
  struct Group {
    /// The place of the first.
    var first: Int
    var count = 0
    /// Their entry in the ledger of known failures.
    var marks: Set<String> = []
  }

  /// Cases of the same scenario, adapter and verdict together.
  func groups(of places: some Sequence<Int>) -> [Group] {
    var groups: [Group] = []
    var known: [CaseKey: Int] = [:]
    for place in places {
      let row = self[place]
      let index = known.place(
        of: CaseKey(row.adapter, "\(row.scenario)\u{0}\(row.verdict.rawValue)"), after: groups.count)
      if index == groups.count { groups.append(Group(first: place)) }
      groups[index].count += 1
      if let knowledge = row.knowledge { groups[index].marks.insert(knowledge.mark) }
    }
    return groups
  }

  package var adapters: [AdapterDescription] { header?.adapters ?? [] }
}

extension Dictionary where Value == Int {
  /// The place of a key in a list of such a length: a new one is at its end.
  fileprivate mutating func place(of key: Key, after count: Int) -> Int {
    if let place = self[key] { return place }
    self[key] = count
    return count
  }
}

/// Values that many have in common: each has a number.
private struct Common<Value: Hashable & Sendable>: Sendable {
  private var values: [Value] = []
  private var numbers: [Value: Int32] = [:]

  subscript(number: Int32) -> Value { values[Int(number)] }

  mutating func number(of value: Value) -> Int32 {
    if let number = numbers[value] { return number }
    let number = Int32(values.count)
    numbers[value] = number
    values.append(value)
    return number
  }
}

/// The row of a case.
package struct CaseRow: Sendable {
  package var adapter: String
  package var caseID: String
  package var scenario: String
  package var level: Level
  package var severity: Severity
  package var verdict: Verdict
  /// The verdict before it was judged again; nil: it was not.
  var earlier: Verdict?
  var explanation: String
  /// Of a failure in a comparison; else empty.
  var title = ""
  /// The plan has it, and its adapter can run it.
  var isAwaited = true
  /// It needs no control: nothing is wrong with its server.
  package var isHealthy = false
  /// Nil: it has no result.
  package var axes: AxisValues?
  /// Ran twice, because the adapter missed its deadline.
  var wasLate = false
  /// Late the second time as well.
  var isLate = false
  var knowledge: Knowledge?
  /// Fails as the run's baseline says.
  package var isKnown = false
  var reason: Reason?
  /// Whether the validator accepted in the last step; nil: it did not decide.
  var accepts: Bool?
  var milliseconds = 0

  /// Whether it fails a gating run; a fault of the harness does not, but has to be seen like a failure.
  package func fails(strict: Bool) -> Bool {
    verdict == .harnessError || level != .may && !isKnown && verdict.fails(strict: strict)
  }

  /// Whether it failed, proved nothing or was not reached, apart from what the baseline knows.
  package var isNotable: Bool {
    !isKnown && (fails(strict: true) || verdict == .notRun || level != .may && verdict == .inconclusive)
  }
}

extension Sequence where Element == CaseRow {
  /// Cases by verdict.
  var verdicts: [Verdict: Int] { reduce(into: [:]) { $0[$1.verdict, default: 0] += 1 } }
}

extension CaseResult {
  /// Whether the validator accepted in the last step; nil: it did not decide, or the case proves nothing.
  fileprivate var accepts: Bool? {
    guard judgement.verdict.isDecision, case .statement(let statement)? = steps.last?.report?.outcome else {
      return nil
    }
    switch statement.said {
    case .accept: return true
    case .cancel, .rejectProtectionSpace: return false
    case .defaultHandling: return nil
    }
  }
}
