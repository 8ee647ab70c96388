internal import RogueDecisions
internal import RogueModel
internal import RogueYAML

/// Makes scenarios of cells: their world, their steps, the table's answer, and the control, which is a cell that differs
/// in one factor and must be accepted.
struct CellReader: CellMaker {
  var source: ReadTable
  var vocabulary: Vocabulary
  var readsWholeWorlds = false
  private let first = FirstReadings()

  init(source: ReadTable, vocabulary: Vocabulary) {
    self.source = source
    self.vocabulary = vocabulary
  }

  var table: DecisionTable { source.table }

  func tags(of cell: DecisionTable.Cell) -> [String] { source.tags }

  func policies(of cell: DecisionTable.Cell) -> [String] { [Self.policy] }

  /// A cell's world and steps, with the answer in the last step; or what is wrong with it.
  private func steps(of cell: DecisionTable.Cell) -> (steps: [Scenario.Step]?, findings: [Finding]) {
    let reader = NodeReader(vocabulary: vocabulary)
    let variables = self.variables(of: cell)
    let drafts = draftedSteps(variables, reader)
    let expectation = self.expectation(of: cell)
    var steps: [Scenario.Step] = []
    var former: KnownWorlds.Entry?
    for (place, draft) in drafts.enumerated() {
      let own = variables.merging(draft.variables) { _, last in last }
      guard let tree = Template(variables: own, reader: reader).filled(source.world).map({ Self.named($0, table.id) }),
        let world = WorldReader(reader: reader).read(tree, like: readsWholeWorlds ? nil : former ?? first.entry()),
        let delay = reader.delay(draft.step.delay, in: world)
      else { continue }
      former = KnownWorlds.Entry(world, tree, reader)
      _ = first.entry { former }
      let isLast = place == drafts.count - 1
      if isLast, draft.expectation != nil {
        reader.report(
          Finding(
            .error, at: table.location, "the last step of a cell has the answer of the table's rules, and no 'expect'"))
      }
      let expected = isLast ? expectation : draft.expectation ?? .accept
      steps.append(
        Scenario.Step(
          mutation: isLast || !expected.mustCancel
            ? nil
            : Mutation(
              path: ["server", "present"], value: "[\(world.server.present.joined(separator: ", "))]",
              location: table.location),
          world: world, expectations: [Self.policy: expected],
          reuse: draft.step.reuse, learn: draft.step.learn, policy: draft.step.policy, host: draft.step.host,
          delay: delay, beside: draft.step.beside))
    }
    return (reader.errors == 0 && steps.count == drafts.count ? steps : nil, reader.findings)
  }

  /// The answer of the cell's rule. Where more than one rule refuses, the reasons of each are right: clients check in
  /// different orders.
  private func expectation(of cell: DecisionTable.Cell) -> Expectation {
    let rule = table.rules[table.rule(of: cell)]
    guard !rule.accepts else { return rule.expectation }
    let others = table.rules.filter { !$0.accepts && $0.condition.holds(for: cell) }.flatMap(\.expectation.answers)
    var expectation = rule.expectation
    let isAnyReason = others.contains(where: \.reasons.isEmpty)
    let reasons = isAnyReason ? [] : others.reduce(into: Set<Reason>()) { $0.formUnion($1.reasons) }
    for place in expectation.answers.indices { expectation.answers[place].reasons = reasons }
    return expectation
  }

  /// The policy that every world of a table has for its cells.
  static let policy = "table"

  func scenario(of cell: DecisionTable.Cell) -> (scenario: Scenario?, findings: [Finding]) {
    let place = table.rule(of: cell)
    let rule = table.rules[place]
    var (steps, findings) = self.steps(of: cell)
    guard var steps, let world = steps.last?.world else { return (nil, findings) }
    let template = Template(variables: variables(of: cell), reader: NodeReader(vocabulary: vocabulary))
    let axes = axes(of: cell, template)
    var control: [Scenario.Step]?
    if !rule.accepts {
      guard let beside = table.contrasts(of: cell).first else {
        findings.append(
          Finding(
            .error, at: table.location, "no cell beside \(table.name(of: cell)) is accepted, so that it has no control")
        )
        return (nil, findings)
      }
      let (accepted, problems) = self.steps(of: beside.cell)
      findings += problems
      guard let accepted else { return (nil, findings) }
      control = accepted
      let factor = table.factors[beside.factor]
      steps[steps.count - 1].mutation = Mutation(
        path: evidence(of: place, template),
        value: "\(factor.name): \(factor.values[cell[beside.factor]])", location: table.location)
    }
    var scenario = Scenario(
      id: "\(table.id)[\(table.name(of: cell))]", title: table.title(of: cell),
      why: rule.because, level: rule.level, severity: rule.accepts ? .low : source.severity,
      references: source.references + [rule.because], tags: source.tags,
      world: control?.last?.world ?? world, policies: [Self.policy], steps: steps, axes: axes, needs: needs(template),
      location: table.location)
    scenario.keywords = source.keywords
    scenario.contrast = control
    findings += template.reader.findings
    return (template.reader.errors == 0 ? scenario : nil, findings)
  }

  private func axes(of cell: DecisionTable.Cell, _ template: Template) -> Scenario.Axes {
    let draft = source.axes.flatMap(template.filled).flatMap { AxesKeys.shape.read($0, template.reader) }
    let versions = source.namesVersions ? nil : cell.values.last.map { [VersionFactor.versions[$0]] }
    return Scenario.Axes(tls: versions ?? draft?.tls ?? TLSVersion.allCases, keys: draft?.keys ?? [.p256])
  }

  private func needs(_ template: Template) -> [Capability] {
    let shape = ScenarioKeys.needs.shape
    return source.needs.flatMap(template.filled).flatMap { shape.read($0, template.reader) } ?? []
  }

  /// The path of the mutation that the wire shows as it shows what this rule refuses.
  private func evidence(of rule: Int, _ template: Template) -> [String] {
    guard case .scalar(let path)? = source.shownBy[rule].flatMap(template.filled) else { return ["server", "present"] }
    return path.text.split(separator: ".").map(String.init)
  }

  private func variables(of cell: DecisionTable.Cell) -> [String: YAMLNode] {
    var variables = Dictionary(source.defaults.map { ($0.0.text, $0.1) }) { _, last in last }
    for (factor, value) in cell.values.enumerated() {
      for (name, node) in source.variables[factor][value] { variables[name.text] = node }
    }
    for setting in source.settings where setting.condition.holds(for: cell) {
      for (name, node) in setting.variables { variables[name.text] = node }
    }
    return variables
  }

  private struct DraftedStep {
    var variables: [String: YAMLNode] = [:]
    var step = StepDraft()
    /// The right result of an earlier step; nil: accept.
    var expectation: Expectation?
  }

  private func draftedSteps(_ variables: [String: YAMLNode], _ reader: NodeReader) -> [DraftedStep] {
    guard let steps = source.steps else { return [DraftedStep()] }
    reader.namesAreUnknown = true
    defer { reader.namesAreUnknown = false }
    guard let filled = Template(variables: variables, reader: reader).filled(steps) else { return [] }
    return CellStepKeys.list.read(filled, reader) ?? []
  }

  /// The tree with the name that a world must have.
  private static func named(_ tree: YAMLNode, _ id: String) -> YAMLNode {
    guard case .mapping(var mapping) = tree, mapping.entry(WorldKeys.world.key.name) == nil else { return tree }
    func scalar(_ text: String) -> YAMLNode.Scalar {
      YAMLNode.Scalar(text: text, isPlain: true, position: mapping.position)
    }
    let name = id.replacing("/", with: "-")
    mapping.entries.insert(
      YAMLNode.Entry(key: scalar(WorldKeys.world.key.name), value: .scalar(scalar(name))), at: 0)
    return .mapping(mapping)
  }

  /// The keys of a step of a cell.
  private enum CellStepKeys {
    static let set = Field("set", VariableKeys.shape, "variables of this step alone")

    static let expect = Field(
      "expect", ExpectationKeys.shape, "the right result of this step, which is not the last; default: accept")

    static let table = Table(
      "cell-step", subject: "a step of a cell", "One attempt; the last step has the cell's answer.",
      [
        set.key, expect.key, StepKeys.reuse.key, StepKeys.learn.key, StepKeys.policy.key, StepKeys.host.key,
        DelayKeys.after.key, StepKeys.beside.key,
      ])

    static let list = ValueParser<[DraftedStep]>.list(
      of: ValueParser<DraftedStep>.table(table) { entries in
        DraftedStep(
          variables: Dictionary((entries[set] ?? []).map { ($0.0.text, $0.1) }) { _, last in last },
          step: StepDraft(
            reuse: entries[StepKeys.reuse] ?? .none, learn: entries[StepKeys.learn] ?? false,
            policy: entries[StepKeys.policy], host: entries[StepKeys.host], delay: entries[DelayKeys.after],
            beside: entries[StepKeys.beside]),
          expectation: entries[expect])
      }, minimum: 1, "steps")
  }
}
