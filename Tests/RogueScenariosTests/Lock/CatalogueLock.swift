import RogueModel

/// The expectations of a catalogue, one line for each scenario, so that a softened expectation shows in a review.
///
/// Scenarios judge validators, and tests of the harness read their expectations from the same files. So only a second,
/// stored copy reveals a `must` that became a `may`. The lines are sorted and independent of each other, so that files
/// of two branches can be merged line by line.
struct CatalogueLock: Hashable, Sendable {
  /// By id.
  var scenarios: [LockedScenario]

  init(_ scenarios: [Scenario]) {
    self.scenarios = scenarios.map(LockedScenario.init).sorted { $0.id < $1.id }
  }

  init(locked: [LockedScenario]) { scenarios = locked.sorted { $0.id < $1.id } }

  static let head = """
    # What every scenario says is right: level, severity, and the answers of each policy, step by step (`>`).
    # Written by `make record` (docs/reference/scenarios.md, "The lock"); never by hand.

    """

  var text: String { Self.head + scenarios.map { "\($0.line)\n" }.joined() }

  /// Reads what `text` wrote.
  ///
  /// - Throws: The first line that is none, or that stands twice: what cannot be read locks nothing.
  init(text: String) throws(HarnessFailure) {
    var lines: [LockedScenario] = []
    var ids: Set<String> = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      guard !line.isEmpty, !line.hasPrefix("#") else { continue }
      guard let scenario = LockedScenario(line: line) else {
        throw HarnessFailure(.badData, "line \(index + 1) of the lock cannot be read: \(line.prefix(100))")
      }
      guard ids.insert(scenario.id).inserted else {
        throw HarnessFailure(.badData, "line \(index + 1) of the lock is about '\(scenario.id)' once more")
      }
      lines.append(scenario)
    }
    self.init(locked: lines)
  }

  /// What differs from an earlier lock, in the order of the ids.
  func changes(since old: CatalogueLock) -> [LockChange] {
    let now = Dictionary(scenarios.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var changes: [LockChange] = []
    var known: Set<String> = []
    for was in old.scenarios {
      guard let scenario = now[was.id] else {
        changes.append(LockChange(.softened, was.id, "the scenario is gone"))
        continue
      }
      known.insert(was.id)
      changes += scenario.changes(since: was)
    }
    for scenario in scenarios where !known.contains(scenario.id) {
      changes.append(LockChange(.new, scenario.id, "a new scenario"))
    }
    return changes
  }

  /// This lock, with the old line of each scenario that was softened.
  ///
  /// - Returns: what can be stored without a review.
  func keepingStrictness(of old: CatalogueLock) -> CatalogueLock {
    let softened = Set(changes(since: old).filter { $0.kind == .softened }.map(\.scenario))
    let kept = old.scenarios.filter { softened.contains($0.id) }
    return CatalogueLock(locked: scenarios.filter { !softened.contains($0.id) } + kept)
  }
}

/// One difference between two locks, in words.
struct LockChange: Hashable, Sendable, CustomStringConvertible {
  enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Something is right now that was wrong, or is not asked any more.
    case softened
    /// An answer that was right is wrong now, or more is demanded.
    case hardened
    case new
  }

  var kind: Kind
  var scenario: String
  var what: String

  init(_ kind: Kind, _ scenario: String, _ what: String) {
    self.kind = kind
    self.scenario = scenario
    self.what = what
  }

  var description: String { "\(kind.rawValue): \(scenario): \(what)" }
}
