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
    var rows: CaseRows
    /// The places of the cases, by adapter and id.
    var cases: [String: [String: Int]]
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
          + "compares them nevertheless")
    }
    // One client each, such as two versions under two names.
    if left.cases.count == 1, right.cases.count == 1, let (name, _) = left.cases.first,
      let (other, cases) = right.cases.first, name != other
    {
      right.cases = [name: cases]
    }
    guard !Set(left.cases.keys).isDisjoint(with: right.cases.keys) else {
      throw HarnessFailure(
        .badData,
        "the logs have no adapter in common: \(left.cases.keys.sorted().joined(separator: ", ")) and "
          + right.cases.keys.sorted().joined(separator: ", "))
    }
    self.before = left
    self.after = right
    (rows, common) = Self.compare(left, right)
  }

  public var hasRegressed: Bool { rows.contains { $0.kind == .regressed && $0.level != .may } }
  public var isUnproven: Bool { rows.contains { $0.kind == .unproven && $0.level != .may } }

  private static func side(_ log: CheckedLog) throws(HarnessFailure) -> Side {
    guard let footer = log.footer else {
      throw HarnessFailure(.badData, "\(log.name): the log has no footer: the run was cut off")
    }
    guard footer.complete else {
      let why = footer.stoppedAtFailure ? "stopped at its first failure" : "interrupted"
      throw HarnessFailure(.badData, "\(log.name): the run was \(why), so cases that it did not reach look gone")
    }
    if let shard = log.header.shard {
      throw HarnessFailure(.badData, "\(log.name): this is the shard \(shard) of a run; name all shards of it")
    }
    var rows = CaseRows()
    try log.forEach { (event) throws(HarnessFailure) in rows.add(event) }
    var header = log.header
    header.planned = []
    var cases: [String: [String: Int]] = [:]
    for (place, row) in rows.enumerated() { cases[row.adapter, default: [:]][row.caseID] = place }
    return Side(name: log.name, header: header, rows: rows, cases: cases)
  }

  private static func compare(_ left: Side, _ right: Side) -> (rows: [Row], common: Int) {
    var rows: [Row] = []
    var common = 0
    for adapter in Set(left.cases.keys).union(right.cases.keys).sorted() {
      let (before, after) = (left.cases[adapter] ?? [:], right.cases[adapter] ?? [:])
      let both = Dictionary(
        grouping: before.keys.compactMap { after[$0] }, by: { right.rows[$0].scenario }
      ).mapValues(\.count)
      common += both.values.reduce(0, +)
      var places: [String: Int] = [:]
      for id in Set(before.keys).union(after.keys).sorted() {
        let (old, new) = (before[id].map { left.rows[$0] }, after[id].map { right.rows[$0] })
        guard let kind = kind(old, new), let row = new ?? old else { continue }
        let words = (word(old, new), word(new, old))
        let key = [kind.rawValue, row.scenario, words.0, words.1].joined(separator: "\u{0}")
        if let place = places[key] {
          rows[place].cases.append(id)
        } else {
          places[key] = rows.count
          rows.append(
            Row(
              kind: kind, adapter: adapter, scenario: row.scenario, level: row.level, severity: row.severity,
              before: words.0, after: words.1, cases: [id], among: both[row.scenario] ?? 0))
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

  private static func kind(_ before: CaseRow?, _ after: CaseRow?) -> Kind? {
    guard let before else { return .new }
    guard let after else { return .gone }
    if after.isFailure, !before.isFailure { return .regressed }
    if after.isFailure, after.verdict.admitsAttacker, !before.verdict.admitsAttacker {
      return .regressed
    }
    if before.isJudged, !after.isJudged { return before.isFailure ? .changed : .unproven }
    if before.isFailure, !after.isFailure { return .fixed }
    if !before.isJudged, after.isJudged { return .judged }
    return before.verdict != after.verdict || before.reason != after.reason && before.isJudged ? .changed : nil
  }

  /// The verdict; with the reason where only that differs.
  private static func word(_ row: CaseRow?, _ other: CaseRow?) -> String {
    guard let row else { return "" }
    let word = row.verdict.word(at: row.level)
    guard other?.verdict == row.verdict else { return word }
    return "\(word) (\(row.reason?.rawValue ?? "no reason"))"
  }
}

extension CaseRow {
  fileprivate var isFailure: Bool { verdict.kind == .failure }

  fileprivate var isJudged: Bool { verdict.isProof || verdict == .unexercised }
}
