public import RogueModel

/// How the results of two runs differ: two versions of a client, or one before and after a change.
public struct RunDiff: Sendable {
  public enum Kind: String, Sendable, CaseIterable {
    /// It fails now and did not, or lets an attacker in now.
    case regressed
    /// It was judged, and is not any more.
    case unproven
    case fixed
    /// It was not judged, and passes now.
    case judged
    /// Another verdict or another reason, neither better nor worse.
    case changed
    /// Only in the second run.
    case new
    /// Only in the first run.
    case gone

    var meaning: String {
      switch self {
      case .regressed: "regressed"
      case .unproven: "no longer judged"
      case .fixed: "fixed"
      case .judged: "judged now"
      case .changed: "changed reason"
      case .new: "new"
      case .gone: "gone"
      }
    }
  }

  /// Cases of one scenario and adapter that changed in the same way.
  public struct Row: Sendable {
    public var kind: Kind
    public var adapter: String
    public var scenario: String
    public var level: Level
    public var severity: Severity
    public var before: String
    public var after: String
    /// Their ids.
    public var cases: [String]
    /// How many cases of the scenario both runs have.
    public var among: Int
  }

  /// One side.
  struct Side {
    var name: String
    var header: RunHeader
    var results: [String: [String: Outcome]]
  }

  struct Outcome {
    var scenario: String
    var level: Level
    var severity: Severity
    var verdict: Verdict
    var reason: String?
  }

  /// The names of the sides, for the first line.
  let before: Side
  let after: Side
  /// Worst first.
  public let rows: [Row]
  /// Cases in both runs.
  public let common: Int

  /// Throws `bad-data` if the runs cannot be compared: one was not complete, or (unless `across`) another version or
  /// another catalogue was run.
  ///
  /// - Parameter across: compare scenarios by their ids alone, whatever they test.
  public init(_ before: CheckedLog, _ after: CheckedLog, across: Bool = false) throws(HarnessFailure) {
    let left = try Self.side(before)
    var right = try Self.side(after)
    if !across, let difference = Origin.difference(left.header, right.header) {
      throw HarnessFailure(
        .badData,
        "\(after.name): \(difference) than \(before.name): a scenario of the same name may test something else; --across "
          + "compares all the same")
    }
    // One client each, such as two versions under two names.
    if left.results.count == 1, right.results.count == 1, let (name, _) = left.results.first,
      let (other, results) = right.results.first, name != other
    {
      right.results = [name: results]
    }
    guard !Set(left.results.keys).isDisjoint(with: right.results.keys) else {
      throw HarnessFailure(
        .badData,
        "the logs have no adapter in common: \(left.results.keys.sorted().joined(separator: ", ")) and "
          + right.results.keys.sorted().joined(separator: ", "))
    }
    self.before = left
    self.after = right
    (rows, common) = Self.compare(left, right)
  }

  public var hasRegressed: Bool { rows.contains { $0.kind == .regressed && $0.level != .may } }
  public var isUnproven: Bool { rows.contains { $0.kind == .unproven && $0.level != .may } }

  private static func side(_ log: CheckedLog) throws(HarnessFailure) -> Side {
    var header = log.header
    guard let footer = log.footer else {
      throw HarnessFailure(.badData, "\(log.name): the log has no footer: the run was cut off")
    }
    guard footer.complete else {
      let why = footer.stoppedAtFailure ? "stopped at its first failure" : "interrupted"
      throw HarnessFailure(.badData, "\(log.name): the run was \(why), so cases that it did not reach look gone")
    }
    if let shard = header.shard {
      throw HarnessFailure(.badData, "\(log.name): this is the shard \(shard) of a run; name all shards of it")
    }
    var results: [String: [String: Outcome]] = [:]
    for planned in header.planned {
      results[planned.adapter, default: [:]][planned.caseID] = Outcome(
        scenario: planned.scenario, level: planned.level, severity: planned.severity,
        verdict: planned.unsupported == nil ? .notRun : .unsupported)
    }
    try log.forEach { (event) throws(HarnessFailure) in
      guard case .caseFinished(let result) = event else { return }
      // The plan's names, so that one copy of them is kept.
      let scenario = results[result.adapter]?[result.caseID]?.scenario
      results[result.adapter, default: [:]][result.caseID] = Outcome(
        scenario: scenario == result.scenario ? scenario ?? "" : result.scenario, level: result.level,
        severity: result.severity, verdict: result.judgement.verdict, reason: result.reason?.rawValue)
    }
    header.planned = []
    return Side(name: log.name, header: header, results: results)
  }

  private static func compare(_ left: Side, _ right: Side) -> (rows: [Row], common: Int) {
    var rows: [Row] = []
    var common = 0
    for adapter in Set(left.results.keys).union(right.results.keys).sorted() {
      let (before, after) = (left.results[adapter] ?? [:], right.results[adapter] ?? [:])
      let both = Dictionary(
        grouping: before.keys.filter { after[$0] != nil }, by: { after[$0]?.scenario ?? "" }
      ).mapValues(\.count)
      common += both.values.reduce(0, +)
      var places: [String: Int] = [:]
      for id in Set(before.keys).union(after.keys).sorted() {
        guard let kind = kind(before[id], after[id]), let outcome = after[id] ?? before[id] else { continue }
        let words = (word(before[id], after[id]), word(after[id], before[id]))
        let key = [kind.rawValue, outcome.scenario, words.0, words.1].joined(separator: "\u{0}")
        if let place = places[key] {
          rows[place].cases.append(id)
        } else {
          places[key] = rows.count
          rows.append(
            Row(
              kind: kind, adapter: adapter, scenario: outcome.scenario, level: outcome.level,
              severity: outcome.severity, before: words.0, after: words.1, cases: [id],
              among: both[outcome.scenario] ?? 0))
        }
      }
    }
    return (rows.sorted(by: isWorse), common)
  }

  private static func isWorse(_ left: Row, _ right: Row) -> Bool {
    let order = Kind.allCases
    let (a, b) = (order.firstIndex(of: left.kind) ?? 0, order.firstIndex(of: right.kind) ?? 0)
    if a != b { return a < b }
    if left.level != right.level { return left.level > right.level }
    return left.severity != right.severity
      ? left.severity > right.severity : (left.scenario, left.adapter) < (right.scenario, right.adapter)
  }

  private static func kind(_ before: Outcome?, _ after: Outcome?) -> Kind? {
    guard let before else { return .new }
    guard let after else { return .gone }
    if after.fails, !before.fails { return .regressed }
    if after.fails, after.verdict.admitsAttacker, !before.verdict.admitsAttacker {
      return .regressed
    }
    if before.isJudged, !after.isJudged { return before.fails ? .changed : .unproven }
    if before.fails, !after.fails { return .fixed }
    if !before.isJudged, after.isJudged { return .judged }
    return before.verdict != after.verdict || before.reason != after.reason && before.isJudged ? .changed : nil
  }

  /// The verdict; with the reason where only that differs.
  private static func word(_ outcome: Outcome?, _ other: Outcome?) -> String {
    guard let outcome else { return "" }
    let word = outcome.verdict.word(at: outcome.level)
    guard other?.verdict == outcome.verdict else { return word }
    return "\(word) (\(outcome.reason ?? "no reason"))"
  }
}

extension RunDiff.Outcome {
  fileprivate var fails: Bool {
    verdict.kind == .failure
  }

  fileprivate var isJudged: Bool { verdict.isProof || verdict == .unexercised }
}
