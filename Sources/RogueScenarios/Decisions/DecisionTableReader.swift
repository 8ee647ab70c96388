internal import RogueDecisions
internal import RogueModel
internal import RogueStimuli
internal import RogueYAML

/// A decision table with the templates from which its cells are made.
struct ReadTable {
  var table: DecisionTable
  var severity: Severity
  var references: [String]
  var tags: [String]
  var keywords: [String]
  var defaults: [(YAMLNode.Scalar, YAMLNode)]
  /// By factor and value: the variables that it sets.
  var variables: [[[(YAMLNode.Scalar, YAMLNode)]]]
  var settings: [(condition: DecisionTable.Condition, variables: [(YAMLNode.Scalar, YAMLNode)])]
  /// By rule: the path of a mutation that the wire shows as it shows what the rule refuses; nil: `server.present`.
  var shownBy: [YAMLNode?]
  var counterparts: [Counterpart]
  var world: YAMLNode
  var steps: YAMLNode?
  var axes: YAMLNode?
  /// The axes name versions of TLS; otherwise those are the last factor.
  var namesVersions: Bool
  var needs: YAMLNode?
}

/// Reads a decision table.
struct DecisionTableReader {
  var reader: NodeReader
  var file: SourceFile

  /// The table; nil when anything is wrong with it, and then it has been reported.
  func read(_ tree: YAMLNode) -> ReadTable? {
    // Expectations name nothing of a world that does not exist yet.
    reader.namesAreUnknown = true
    guard let entries = DecisionKeys.all.entries(of: tree, reader) else { return nil }
    let drafts = entries[DecisionKeys.factors] ?? []
    let axes = entries[DecisionKeys.axes]
    var namesVersions = false
    if case .mapping(let named)? = axes { namesVersions = named[AxesKeys.tls.key.name] != nil }
    let versions = namesVersions ? [] : [VersionFactor.factor]
    let factors = drafts.map { DecisionTable.Factor($0.0.text, $0.1.map(\.0.text)) } + versions
    report(drafts, namesVersions: namesVersions)
    let impossible = (entries[DecisionKeys.impossible] ?? []).map {
      DecisionTable.Impossible(condition($0.when, factors), because: $0.because)
    }
    let ruleDrafts = entries[DecisionKeys.rules] ?? []
    let rules = ruleDrafts.map { draft in
      DecisionTable.Rule(
        condition(draft.when, factors), draft.expectation, level: draft.level, because: draft.because,
        location: SourceLocation(draft.position))
    }
    report(ruleDrafts)
    let counterparts = (entries[DecisionKeys.counterparts] ?? []).compactMap { counterpart($0, $1, factors) }
    let settings = (entries[DecisionKeys.settings] ?? []).map {
      (condition: condition($0.when, factors), variables: $0.variables)
    }
    let id = entries[DecisionKeys.table]
    if let objection = id.flatMap({ file.objection(to: $0, of: "table") }) {
      reader.report(at: entries.position(DecisionKeys.table), objection)
    }
    let title = entries[ScenarioKeys.title]
    let why = entries[ScenarioKeys.why]
    let severity = entries[DecisionKeys.severity]
    let world = entries[DecisionKeys.world]
    guard let id, let title, let why, let severity, let world, reader.errors == 0 else { return nil }
    let table = DecisionTable(
      id: id, title: title, why: why, factors: factors, impossible: impossible, rules: rules,
      strength: entries[DecisionKeys.strength] ?? 2, location: SourceLocation(entries.position(DecisionKeys.table)))
    return ReadTable(
      table: table, severity: severity, references: entries[ScenarioKeys.references] ?? [],
      tags: entries[ScenarioKeys.tags] ?? [], keywords: entries[ScenarioKeys.keywords] ?? [],
      defaults: entries[DecisionKeys.variables] ?? [],
      variables: drafts.map { $0.1.map(\.1) } + versions.map { $0.values.map { _ in [] } }, settings: settings,
      shownBy: ruleDrafts.map(\.shownBy), counterparts: counterparts, world: world, steps: entries[DecisionKeys.steps],
      axes: axes, namesVersions: namesVersions, needs: entries[DecisionKeys.needs])
  }

  /// What is wrong with the factors themselves.
  private func report(
    _ drafts: [(YAMLNode.Scalar, [(YAMLNode.Scalar, [(YAMLNode.Scalar, YAMLNode)])])], namesVersions: Bool
  ) {
    for (name, values) in drafts where values.isEmpty || values.count > CellSpace.most {
      reader.report(
        at: name.position, "a factor has one to \(CellSpace.most) values, this one has \(values.count)")
    }
    for (name, _) in drafts where !namesVersions && name.text == VersionFactor.name {
      reader.report(
        at: name.position, "a table whose axes name no versions of TLS has a factor '\(VersionFactor.name)' for them",
        help: "give it another name, or name the versions: axes: {tls: ...}")
    }
  }

  private func report(_ rules: [RuleDraft]) {
    for (place, draft) in rules.enumerated() {
      let isLast = place == rules.count - 1
      guard draft.when.isEmpty != isLast else { continue }
      reader.report(
        at: draft.position, isLast ? "the last rule must apply always" : "the rules after this one never apply",
        help: isLast ? "leave its 'when' out" : "give it a 'when', or make it the last one")
    }
  }

  private func counterpart(
    _ name: YAMLNode.Scalar, _ draft: ConditionDraft, _ factors: [DecisionTable.Factor]
  ) -> Counterpart? {
    guard let policy = (try? Pattern(name.text))?.constraints.first(where: { $0.axis == .policy })?.value else {
      reader.report(
        at: name.position, "'\(NodeReader.shortened(name.text))' is no scenario with a policy",
        help: "family/name[policy=name]")
      return nil
    }
    var cell = DecisionTable.Cell(factors.map { _ in 0 })
    for term in condition(draft, factors).terms {
      guard let value = term.values.first, term.values.count == 1 else {
        reader.report(at: name.position, "a cell has one value of the factor '\(factors[term.factor].name)'")
        return nil
      }
      cell[term.factor] = value
    }
    return Counterpart(
      scenario: String(TablePattern.path(of: name.text)), policy: policy, cell: cell, position: name.position)
  }

  func condition(_ draft: ConditionDraft, _ factors: [DecisionTable.Factor]) -> DecisionTable.Condition {
    DecisionTable.Condition(
      draft.compactMap { name, words in
        guard let factor = factors.firstIndex(where: { $0.name == name.text }) else {
          reader.report(
            at: name.position, "the table has no factor '\(NodeReader.shortened(name.text))'",
            help: NearMiss.question(for: name.text, among: factors.map(\.name))
              ?? "factors: \(factors.map(\.name).joined(separator: ", "))")
          return nil
        }
        let values = words.flatMap { word -> [Int] in
          let known = factors[factor].values
          let meant = known.indices.filter { Pattern.glob(word.text, known[$0]) }
          guard meant.isEmpty else { return meant }
          reader.report(
            at: word.position,
            "the factor '\(name.text)' has no value '\(NodeReader.shortened(word.text))'",
            help: NearMiss.question(for: word.text, among: known) ?? "values: \(known.joined(separator: ", "))")
          return []
        }
        return DecisionTable.Condition.Term(factor: factor, values: Set(values))
      })
  }
}
