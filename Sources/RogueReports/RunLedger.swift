package import RogueModel

/// The summary of a run: some bytes for each case, in the order of the plan.
///
/// A case may come twice: when an adapter's last control fails, what leaned on it is judged again. The later result
/// counts.
package struct RunLedger: Sendable {
  package struct Entry: Sendable {
    package var adapter: String
    package var caseID: String
    package var scenario: String
    package var level: Level
    var severity: Severity
    package var verdict: Verdict
    var explanation: String
    /// Of a failure in a comparison; else empty.
    var title = ""
    /// It needs no control: nothing is wrong with its server.
    package var isHealthy = false
    /// Nil: the case was never judged.
    var axes: AxisValues?
    /// Ran twice, because the adapter missed its deadline.
    var wasLate = false
    /// Late the second time as well.
    var isLate = false
    var knowledge: Knowledge?
    /// Fails as the run's baseline says.
    var isKnown = false
    var milliseconds = 0
  }

  /// The kept part of a result; common values are kept once.
  private struct Kept {
    var verdict: Verdict
    var severity: Severity
    var isHealthy: Bool
    var wasLate: Bool
    var isLate: Bool
    var isKnown: Bool
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
  /// Those of the plan, and then those with a result that it does not have.
  private(set) var planned: [PlannedCase] = []
  /// By place in `planned`; nil: no result yet.
  private var kept: [Kept?] = []
  private var places: [CaseKey: Int32] = [:]
  private var texts = Common<String>()
  private var axes = Common<AxisValues>()
  private var knowledge = Common<Knowledge>()

  package init() {}

  /// - Returns: the verdict that a case had before; nil: the event is about no case that was judged already.
  @discardableResult
  package mutating func add(_ event: RunEvent) -> Verdict? {
    switch event {
    case .started(let header): start(header)
    case .caseStarted: break
    case .controlFinished(let control): if control.missedDeadline != nil { lateControls += 1 }
    case .caseFinished(let result): return add(result)
    case .finished(let footer): self.footer = footer
    }
    return nil
  }

  private mutating func start(_ header: RunHeader) {
    self.header = header
    planned = header.planned
    kept = Array(repeating: nil, count: planned.count)
    places = [:]
    places.reserveCapacity(planned.count)
    for (place, item) in planned.enumerated() { places[CaseKey(item.adapter, item.caseID)] = Int32(place) }
  }

  private mutating func add(_ result: CaseResult) -> Verdict? {
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
    let earlier = kept[place]?.verdict
    if earlier == nil { note(result.steps) }
    // What was judged counts, should the plan say otherwise.
    if planned[place].level != result.level { planned[place].level = result.level }
    if planned[place].scenario != result.scenario {
      planned[place] = PlannedCase(
        adapter: result.adapter, caseID: result.caseID, scenario: result.scenario, level: result.level,
        severity: result.severity, unsupported: planned[place].unsupported)
    }
    let entry = entry(place)
    let fails = entry.with(result).fails(strict: true)
    if fails, adapterArguments[result.adapter] == nil {
      adapterArguments[result.adapter] = Self.adapterArgument(of: result.reproduce)
    }
    kept[place] = Kept(
      verdict: result.judgement.verdict, severity: result.severity,
      isHealthy: result.control == nil && !result.steps.contains { $0.mutation != nil },
      wasLate: result.missedDeadline != nil, isLate: result.steps.last?.missedDeadline ?? false,
      isKnown: result.isKnown, explanation: texts.number(of: result.judgement.explanation),
      axes: axes.number(of: result.axes),
      title: fails && header?.mode == .compare ? texts.number(of: result.title) : nil,
      knowledge: result.knowledge.map { knowledge.number(of: $0) },
      milliseconds: Int32(clamping: result.milliseconds))
    return earlier
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

  private static func adapterArgument(of command: String) -> String? {
    guard let words = ShellQuoting.words(of: command), let flag = words.firstIndex(of: "--adapter"),
      words.indices.contains(flag + 1)
    else { return nil }
    return words[flag + 1]
  }

  /// Every case of the plan; what has no result is unsupported or was not reached.
  package var entries: Entries { Entries(ledger: self) }

  /// Entries are made when they are looked at.
  package struct Entries: RandomAccessCollection {
    fileprivate let ledger: RunLedger

    package var startIndex: Int { 0 }
    package var endIndex: Int { ledger.planned.count }
    package subscript(place: Int) -> Entry { ledger.entry(place) }
  }

  func entry(_ place: Int) -> Entry {
    let item = planned[place]
    var entry = Entry(
      adapter: item.adapter, caseID: item.caseID, scenario: item.scenario, level: item.level,
      severity: item.severity, verdict: item.unsupported == nil ? .notRun : .unsupported,
      explanation: item.unsupported ?? "the run ended before this case")
    guard let kept = kept[place] else { return entry }
    entry.verdict = kept.verdict
    entry.explanation = texts[kept.explanation]
    entry.severity = kept.severity
    entry.title = kept.title.map { texts[$0] } ?? ""
    entry.isHealthy = kept.isHealthy
    entry.axes = axes[kept.axes]
    entry.wasLate = kept.wasLate
    entry.isLate = kept.isLate
    entry.knowledge = kept.knowledge.map { knowledge[$0] }
    entry.isKnown = kept.isKnown
    entry.milliseconds = Int(kept.milliseconds)
    return entry
  }

  /// Whether a place of the plan has a result.
  func hasResult(_ place: Int) -> Bool { kept[place] != nil }

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
      let entry = entry(place)
      let index = known.place(
        of: CaseKey(entry.adapter, "\(entry.scenario)\u{0}\(entry.verdict.rawValue)"), after: groups.count)
      if index == groups.count { groups.append(Group(first: place)) }
      groups[index].count += 1
      if let knowledge = entry.knowledge { groups[index].marks.insert(knowledge.mark) }
    }
    return groups
  }

  /// Whether a case was to be asked.
  func isAwaited(_ caseID: String, _ adapter: String) -> Bool {
    guard let place = places[CaseKey(adapter, caseID)].map(Int.init), place < header?.planned.count ?? 0 else {
      return false
    }
    return planned[place].unsupported == nil
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

extension RunLedger.Entry {
  fileprivate func with(_ result: CaseResult) -> RunLedger.Entry {
    var entry = self
    entry.verdict = result.judgement.verdict
    entry.isKnown = result.isKnown
    return entry
  }

  /// Whether it fails a gating run; a fault of the harness does not, but has to be seen like a failure.
  func fails(strict: Bool) -> Bool {
    guard level != .may, !isKnown else { return verdict == .harnessError }
    return verdict.fails(strict: strict) || verdict == .harnessError
  }
}

extension Sequence where Element == RunLedger.Entry {
  /// Cases by verdict.
  var counts: [Verdict: Int] { reduce(into: [:]) { $0[$1.verdict, default: 0] += 1 } }

  /// Scenarios by the worst verdict of their cases; a scenario counts once for each adapter.
  var scenarioCounts: [Verdict: Int] {
    var worst: [CaseKey: Verdict] = [:]
    for entry in self {
      let key = CaseKey(entry.adapter, entry.scenario)
      if let known = worst[key], known.rank <= entry.verdict.rank { continue }
      worst[key] = entry.verdict
    }
    return worst.values.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}
