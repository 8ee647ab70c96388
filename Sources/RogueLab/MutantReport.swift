package import RogueModel
package import RogueReports

/// Which scenario catches which mutant: validators with one mistake each, judged like any others (`rogues-lab mutants`).
///
/// A mutant is caught where a case fails it. A refusal for another reason catches nothing, and neither does a case that
/// proves nothing, nor one of level `may`: good validators differ there.
package struct MutantReport: Sendable {
  package struct Mutant: Sendable, Hashable {
    package var name: String
    /// Its mistake.
    package var mistake: String
    /// Scenarios that it was judged in.
    package var asked: Int
    /// In the order of their ids.
    package var caughtBy: [String]
  }

  package struct Scenario: Sendable, Hashable {
    package var id: String
    package var level: Level
    /// Nothing is wrong with its server: it catches validators that refuse too much.
    package var isHealthy: Bool
    /// In the order of their names.
    package var catches: [String]
  }

  package let mutants: [Mutant]
  package let scenarios: [Scenario]

  /// Mutants that no scenario of the run catches.
  package var survivors: [Mutant] { mutants.filter { $0.asked > 0 && $0.caughtBy.isEmpty } }

  /// Gating rogues that catch no mutant of the run: nothing shows that they can catch a validator.
  package var idle: [Scenario] { scenarios.filter { $0.level != .may && !$0.isHealthy && $0.catches.isEmpty } }

  /// The verdict about one mutant in one scenario, or in one case of it.
  package struct Outcome: Sendable {
    package var mutant: String
    package var scenario: String
    package var level: Level
    package var isHealthy: Bool
    package var isCaught: Bool
  }

  package init(_ rows: CaseRows) {
    self.init(mutants: rows.adapters, outcomes: Self.outcomes(of: rows))
  }

  package static func outcomes(of rows: CaseRows) -> [Outcome] {
    rows.filter { $0.verdict.kind != .notRun }.map { row in
      Outcome(
        mutant: row.adapter, scenario: row.scenario, level: row.level, isHealthy: row.isHealthy,
        isCaught: row.verdict.isReproducible)
    }
  }

  package init(mutants: [AdapterDescription], outcomes: [Outcome]) {
    var asked: [String: Set<String>] = [:]
    var caught: [String: Set<String>] = [:]
    var scenarios: [String: Scenario] = [:]
    var catches: [String: Set<String>] = [:]
    for outcome in outcomes {
      asked[outcome.mutant, default: []].insert(outcome.scenario)
      scenarios[outcome.scenario] = Scenario(
        id: outcome.scenario, level: outcome.level, isHealthy: outcome.isHealthy, catches: [])
      guard outcome.isCaught, outcome.level != .may else { continue }
      caught[outcome.mutant, default: []].insert(outcome.scenario)
      catches[outcome.scenario, default: []].insert(outcome.mutant)
    }
    self.mutants = mutants.map { adapter in
      Mutant(
        name: adapter.name, mistake: adapter.summary, asked: asked[adapter.name]?.count ?? 0,
        caughtBy: caught[adapter.name]?.sorted() ?? [])
    }
    self.scenarios = scenarios.values.sorted { $0.id < $1.id }.map { scenario in
      var scenario = scenario
      scenario.catches = catches[scenario.id]?.sorted() ?? []
      return scenario
    }
  }

  package func text(style: ReportStyle) -> String { lines(style).map { $0 + "\n" }.joined() }

  func lines(_ style: ReportStyle) -> [String] {
    let judged = mutants.filter { $0.asked > 0 }
    var lines = [
      style.ink(
        .bold,
        "\(String.counted(judged.count - survivors.count, "mutant")) of \(judged.count) caught by "
          + String.counted(scenarios.count, "scenario"))
    ]
    if judged.count < mutants.count {
      lines.append(
        "  \(mutants.count - judged.count) did not run: no scenario here leads to their mistake, or they lack a capability"
      )
    }
    lines.append("")
    var table = TextTable()
    for mutant in judged where !mutant.caughtBy.isEmpty {
      let more = mutant.caughtBy.count > 2 ? " and \(mutant.caughtBy.count - 2) more" : ""
      table.add(mutant.name, mutant.caughtBy.prefix(2).joined(separator: ", ") + more)
    }
    lines += table.lines(indent: "  ")
    lines += section("survivors: no scenario here shows their mistake", survivors.map { [$0.name, $0.mistake] }, style)
    lines += section(
      "idle: no mutant here falls for these", idle.map { [$0.level.rawValue, $0.id] }, style)
    return lines + [""]
  }

  private func section(_ title: String, _ rows: [[String]], _ style: ReportStyle) -> [String] {
    guard !rows.isEmpty else { return [] }
    var table = TextTable()
    for row in rows { table.add(row.map { $0.printable() }) }
    return ["", style.ink(.bold, title)] + table.lines(indent: "  ")
  }

  package var json: JSON {
    [
      "mutants": .array(
        mutants.map { mutant in
          [
            "name": .string(mutant.name), "mistake": .string(mutant.mistake),
            "scenarios": .integer(Int64(mutant.asked)),
            "caughtBy": .array(mutant.caughtBy.map(JSON.string)),
          ]
        }),
      "scenarios": .array(
        scenarios.map { scenario in
          [
            "id": .string(scenario.id), "level": .string(scenario.level.rawValue), "healthy": .bool(scenario.isHealthy),
            "catches": .array(scenario.catches.map(JSON.string)),
          ]
        }),
      "survivors": .array(survivors.map { .string($0.name) }), "idle": .array(idle.map { .string($0.id) }),
    ]
  }
}
