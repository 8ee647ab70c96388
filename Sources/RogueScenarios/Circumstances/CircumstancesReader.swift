internal import RogueDecisions
internal import RogueModel
internal import RogueYAML

/// The keys of a file of circumstances.
enum CircumstancesKeys {
  static let circumstances = Field(
    "circumstances", .scenarioID, required: true,
    "circumstances/name, the path of its file; its cells are circumstances/name[check=name,factor=value,…]")
  static let factors = Field(
    "factors",
    ValueParser<[(YAMLNode.Scalar, [(YAMLNode.Scalar, Circumstance)])]>.map(
      keys: .names, of: .map(keys: .names, of: CircumstanceKeys.shape)), required: true,
    "what a check could depend on, but must not: the values of each factor; the first one changes nothing")

  static let table = Table(
    "circumstances", subject: "a file of circumstances",
    "Circumstances that every check is moved into: the right answer stays that of the check.",
    [
      circumstances.key, ScenarioKeys.title.key, ScenarioKeys.why.key, factors.key, DecisionKeys.impossible.key,
    ])
}

/// Reads a file of circumstances and makes its table: the checks are its first factor, and they alone decide. The last one
/// is the version of TLS, so that a cell has one.
struct CircumstancesReader {
  /// The factor whose values are the checks.
  static let check = "check"

  var reader: NodeReader
  var file: SourceFile

  /// Nil when anything is wrong with it, and then it has been reported.
  func read(_ tree: YAMLNode, _ checks: [Check]) -> (table: DecisionTable, circumstances: [[Circumstance]])? {
    reader.namesAreUnknown = true
    guard let entries = CircumstancesKeys.table.entries(of: tree, reader) else { return nil }
    let drafts = entries[CircumstancesKeys.factors] ?? []
    report(drafts)
    let factors =
      [DecisionTable.Factor(Self.check, checks.map(\.name))]
      + drafts.map { DecisionTable.Factor($0.0.text, $0.1.map(\.0.text)) }
      + [VersionFactor.factor]
    let conditions = DecisionTableReader(reader: reader, file: file)
    var impossible = (entries[DecisionKeys.impossible] ?? []).map {
      DecisionTable.Impossible(conditions.condition($0.when, factors), because: $0.because)
    }
    let id = entries[CircumstancesKeys.circumstances]
    if let objection = id.flatMap({ file.objection(to: $0, of: "file of circumstances") }) {
      reader.report(at: entries.position(CircumstancesKeys.circumstances), objection)
    }
    let title = entries[ScenarioKeys.title]
    let why = entries[ScenarioKeys.why]
    guard let id, let title, let why, reader.errors == 0 else { return nil }
    let circumstances = circumstances(drafts)
    impossible += otherVersions(circumstances)
    let obstacles = Obstacles(factors) { pair in
      circumstances[pair.factor - 1][pair.value].obstacle(to: checks[pair.first])
    }
    let rules = checks.enumerated().map { place, check in
      DecisionTable.Rule(
        DecisionTable.Condition([.init(factor: 0, values: [place])]), check.expectation, level: check.scenario.level,
        because: check.because, location: check.location)
    }
    let table = DecisionTable(
      id: id, title: title, why: why, factors: factors, impossible: impossible, obstacles: obstacles, rules: rules,
      decidingFactor: 0, location: SourceLocation(entries.position(CircumstancesKeys.circumstances)))
    return reader.errors == 0 ? (table, circumstances) : nil
  }

  /// By factor after that of the checks, the versions of TLS among them, and by value.
  private func circumstances(_ drafts: [(YAMLNode.Scalar, [(YAMLNode.Scalar, Circumstance)])]) -> [[Circumstance]] {
    let named = drafts.map { draft in
      draft.1.map { name, circumstance in
        var circumstance = circumstance
        circumstance.location = SourceLocation(name.position)
        return circumstance
      }
    }
    return named + [VersionFactor.versions.map { Circumstance(tls: [$0]) }]
  }

  /// What is wrong with the factors themselves.
  private func report(_ drafts: [(YAMLNode.Scalar, [(YAMLNode.Scalar, Circumstance)])]) {
    for (name, values) in drafts where values.isEmpty || values.count > CellSpace.most {
      reader.report(
        at: name.position, "a factor has one to \(CellSpace.most) values, this one has \(values.count)")
    }
    for (name, values) in drafts {
      if [Self.check, VersionFactor.name].contains(name.text) {
        reader.report(
          at: name.position, "every file of circumstances has a factor '\(name.text)'", help: "give it another name")
      }
      guard let first = values.first, !first.1.isNothing else { continue }
      reader.report(
        at: first.0.position, "the first value of a factor changes nothing, so that a check is as its scenario has it",
        help: "put a value '{}' before it")
    }
  }

  /// A circumstance of some versions of TLS leaves out the values of the last factor that are others.
  private func otherVersions(_ circumstances: [[Circumstance]]) -> [DecisionTable.Impossible] {
    let last = circumstances.count
    return circumstances.dropLast().enumerated().flatMap { place, values in
      values.enumerated().compactMap { value, circumstance in
        guard let tls = circumstance.tls else { return nil }
        let others = VersionFactor.versions.indices.filter { !tls.contains(VersionFactor.versions[$0]) }
        return DecisionTable.Impossible(
          DecisionTable.Condition([
            .init(factor: place + 1, values: [value]), .init(factor: last, values: Set(others)),
          ]), because: "The circumstance is one of another version of TLS.")
      }
    }
  }
}

extension Circumstance {
  var isNothing: Bool { edits.isEmpty && tls == nil && needs.isEmpty && before == nil }

  /// The reason why a check cannot be in it; nil if it can.
  func obstacle(to check: Check) -> String? {
    if let tls, Set(tls).isDisjoint(with: check.scenario.axes.tls) {
      return "The check is about another version of TLS."
    }
    if let before {
      guard check.scenario.steps.count == 1 else { return "The check has several attempts." }
      guard before != .refused || !check.scenario.isHealthy else { return "The check refuses nothing." }
      guard before != .lenient || check.requiresMoreThanTrust else {
        return "The policy of the check requires nothing else."
      }
    }
    var worlds = check.worlds
    do throws(Obstacle) { try worlds.apply(edits) } catch { return error.reason }
    return nil
  }
}
