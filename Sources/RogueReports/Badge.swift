import RogueModel

/// What a badge says of a run, or of one of its validators: one rule, for pictures and for Shields. It is green where the exit
/// status is 0.
struct Badge: Sendable, Hashable {
  enum Color: String, Sendable {
    case grey = "lightgrey"
    case green = "brightgreen"
    case orange, red

    /// White letters can be read on it.
    var code: String {
      switch self {
      case .grey: "#6b7280"
      case .green: "#1b6e3a"
      case .orange: "#a8480a"
      case .red: "#b3122b"
      }
    }
  }

  let message: String
  let color: Color

  /// - Parameter adapter: the validator's name; nil: all of the run.
  init(_ cases: CaseRows, of adapter: String? = nil) {
    var count = Count()
    for row in cases where adapter == nil || row.adapter == adapter {
      count.add(row, cases.header?.strict ?? false)
    }
    self.init(count, cases, isWhole: adapter == nil || cases.adapters.count == 1)
  }

  /// That of every validator, by its name.
  static func each(_ cases: CaseRows) -> [String: Badge] {
    var counts = Dictionary(cases.adapters.map { ($0.name, Count()) }) { first, _ in first }
    for row in cases { counts[row.adapter]?.add(row, cases.header?.strict ?? false) }
    return counts.mapValues { Badge($0, cases, isWhole: counts.count == 1) }
  }

  private init(_ count: Count, _ cases: CaseRows, isWhole: Bool) {
    let passed = count.good.values.count(where: \.self)
    let partly = count.good.count { $1 && count.unasked.contains($0) }
    let footer = isWhole ? cases.footer : nil
    let more = [
      count.failing.isEmpty ? nil : "should \(count.failing.count) failed",
      count.isOpen ? "inconclusive" : nil,
      footer?.baseline?.isStale ?? false ? "stale baseline" : nil,
      footer?.shortfall.isEmpty ?? true ? nil : "lacking",
    ].compactMap(\.self)
    if cases.footer?.complete != true {
      (message, color) = ("incomplete", .grey)
    } else if count.good.isEmpty {
      (message, color) = ("nothing judged", .grey)
    } else {
      let part = partly > 0 ? " (\(partly) in part)" : ""
      message = (["must \(passed)/\(count.good.count)\(part)"] + more).joined(separator: ", ")
      color = passed == count.good.count && more.isEmpty ? .green : count.isSevere ? .red : .orange
    }
  }

  /// What the cases of one or more validators come to.
  private struct Count {
    /// Scenarios of the level must that were judged; whether they passed.
    var good: [CaseKey: Bool] = [:]
    /// Scenarios of the level must with a case that the validator could not be asked.
    var unasked: Set<CaseKey> = []
    /// Scenarios of the level should that fail.
    var failing: Set<CaseKey> = []
    var isSevere = false
    /// Something of the level should proves nothing.
    var isOpen = false

    mutating func add(_ row: CaseRow, _ strict: Bool) {
      let key = CaseKey(row.adapter, row.scenario)
      switch row.level {
      case .must:
        let status = row.verdict.status(at: row.level, isKnown: row.isKnown, strict: strict)
        if row.severity >= .high, [.failed, .error].contains(status) { isSevere = true }
        guard !row.verdict.neverMetFault else {
          unasked.insert(key)
          return
        }
        good[key] = row.verdict.kind == .pass && good[key] ?? true
      case .should where !row.isKnown:
        if row.fails(strict: strict) { failing.insert(key) }
        if row.verdict == .inconclusive { isOpen = true }
      default: return
      }
    }
  }
}
