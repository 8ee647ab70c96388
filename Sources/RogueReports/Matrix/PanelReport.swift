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
    /// In the order of the log.
    public var cases: [String]
  }

  public let adapters: [String]
  /// Those that occur, the ones in which all decide alike included; first the ones in which few accept.
  public let patterns: [Pattern]

  /// - Parameter adapters: the validators of the panel; empty: all of the run.
  public init(_ decisions: PanelDecisions, adapters chosen: [String] = []) {
    adapters = chosen.isEmpty ? decisions.adapters : chosen
    var cases: [[Bool]: [String]] = [:]
    for (id, accepts) in decisions.decisions(of: adapters) { cases[accepts, default: []].append(id) }
    patterns = cases.map { Pattern(accepts: $0.key, cases: $0.value) }.sorted { Self.rank($0) < Self.rank($1) }
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

/// The decisions of each validator of a run, folded as results come.
public struct PanelDecisions: Sendable {
  /// By case, in the order of the log, and by adapter.
  private var decisions: [(caseID: String, accepts: [String: Bool])] = []
  private var places: [String: Int] = [:]
  private var known: Set<String> = []

  public init() {}

  public init(_ events: some Sequence<RunEvent>) { for event in events { add(event) } }

  /// Takes in one more event of a finished run.
  public mutating func add(_ event: RunEvent) {
    guard case .caseFinished(let result) = event else { return }
    if result.accepts != nil { known.insert(result.adapter) }
    let place = places[result.caseID] ?? decisions.count
    if place == decisions.count {
      places[result.caseID] = place
      decisions.append((result.caseID, [:]))
    }
    decisions[place].accepts[result.adapter] = result.accepts
  }

  /// Those that decided anything.
  public var adapters: [String] { known.sorted() }

  /// The cases that all of these decided.
  func decisions(of adapters: [String]) -> some Sequence<(caseID: String, accepts: [Bool])> {
    decisions.lazy.compactMap { id, all in
      let accepts = adapters.compactMap { all[$0] }
      return accepts.count == adapters.count ? (id, accepts) : nil
    }
  }
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
