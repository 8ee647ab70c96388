public import RogueModel

/// How several validators decide the same cases: every combination of accepting and cancelling that occurs, with a case that
/// shows it (`rogues coverage --panel`).
///
/// Of *n* validators 2ⁿ − 2 combinations tell some of them apart. One that no case shows is a difference between real
/// libraries that the catalogue cannot find, if there is one.
public struct PanelReport: Sendable {
  /// One combination.
  public struct Pattern: Sendable, Hashable {
    /// By adapter.
    public var accepts: [Bool]
    /// In the order of the plan.
    public var cases: [String]
  }

  public let adapters: [String]
  /// Those that occur, the ones in which all decide alike included; first the ones in which few accept.
  public let patterns: [Pattern]

  /// - Parameter adapters: the validators of the panel; empty: all that decided anything.
  package init(_ rows: CaseRows, adapters chosen: [String] = []) {
    let adapters = chosen.isEmpty ? Self.adapters(of: rows) : chosen
    var order: [String] = []
    var decisions: [String: [String: Bool]] = [:]
    for row in rows {
      if decisions[row.caseID] == nil { order.append(row.caseID) }
      decisions[row.caseID, default: [:]][row.adapter] = row.accepts
    }
    var cases: [[Bool]: [String]] = [:]
    for id in order {
      let accepts = adapters.compactMap { decisions[id]?[$0] }
      if !accepts.isEmpty, accepts.count == adapters.count { cases[accepts, default: []].append(id) }
    }
    self.adapters = adapters
    patterns = cases.map { Pattern(accepts: $0.key, cases: $0.value) }.sorted { Self.rank($0) < Self.rank($1) }
  }

  /// The adapters of a run that decided anything.
  package static func adapters(of rows: CaseRows) -> [String] {
    Set(rows.lazy.filter { $0.accepts != nil }.map(\.adapter)).sorted()
  }

  /// The cases that every one of them decided.
  public var judged: Int { patterns.reduce(0) { $0 + $1.cases.count } }

  /// The patterns in which not all decide alike.
  public var differing: [Pattern] { patterns.filter { Set($0.accepts).count > 1 } }

  /// How many such patterns there can be; nil: too many to count.
  public var possible: Int? { (2...20).contains(adapters.count) ? 1 << adapters.count - 2 : nil }

  /// The combinations that no case shows; empty for a panel of more than six.
  public var missing: [[Bool]] {
    guard (2...6).contains(adapters.count) else { return [] }
    let known = Set(patterns.map(\.accepts))
    return (1..<(1 << adapters.count - 1)).map { number in adapters.indices.map { number >> $0 & 1 == 1 } }
      .filter { !known.contains($0) }
  }

  public func text(style: ReportStyle) -> String {
    var lines = [
      style.ink(.bold, "\(adapters.count) validators: \(adapters.joined(separator: ", "))"),
      "  \(judged) cases that all of them decided",
      "  \(differing.count)\(possible.map { " of \($0)" } ?? "") combinations in which they differ", "",
    ]
    var table = TextTable()
    table.add(adapters + ["CASES", "SUCH AS"])
    for pattern in differing {
      table.add(Self.words(pattern.accepts) + [String(pattern.cases.count), pattern.cases[0]])
    }
    for accepts in missing { table.add(Self.words(accepts) + ["0", "no case shows it"]) }
    lines += table.lines(indent: "  ")
    return lines.map { $0 + "\n" }.joined()
  }

  public var json: JSON {
    [
      "adapters": .array(adapters.map(JSON.string)), "cases": .integer(Int64(judged)),
      "patterns": .array(
        patterns.map { pattern in
          [
            "accept": .array(zip(adapters, pattern.accepts).filter(\.1).map { .string($0.0) }),
            "cases": .array(pattern.cases.map(JSON.string)),
          ]
        }),
    ]
  }

  private static func words(_ accepts: [Bool]) -> [String] { accepts.map { $0 ? "accept" : "cancel" } }

  private static func rank(_ pattern: Pattern) -> String {
    let count = String(pattern.accepts.count(where: \.self) + 100)
    return count + pattern.accepts.map { $0 ? "0" : "1" }.joined()
  }
}
