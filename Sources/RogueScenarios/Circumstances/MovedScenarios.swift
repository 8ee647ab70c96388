internal import RogueDecisions
internal import RogueModel
internal import RogueStimuli
internal import RogueYAML

/// Makes the cells of circumstances: the scenario of a check, moved.
struct MovedScenarios: CellMaker {
  var table: DecisionTable
  var checks: [Check]
  /// By factor after that of the checks, and by value.
  var circumstances: [[Circumstance]]
  var vocabulary: Vocabulary
  var files: EncodedFile.Reader

  private func check(of cell: DecisionTable.Cell) -> Check { checks[cell[0]] }

  func tags(of cell: DecisionTable.Cell) -> [String] { check(of: cell).scenario.tags }

  func policies(of cell: DecisionTable.Cell) -> [String] { [check(of: cell).policy] }

  func findings(over scenarios: [Scenario]) -> [Finding] { [] }

  func scenario(of cell: DecisionTable.Cell) -> (scenario: Scenario?, findings: [Finding]) {
    let check = check(of: cell)
    let parts = circumstances.enumerated().map { $1[cell[$0 + 1]] }
    var worlds = check.worlds
    do throws(Obstacle) { try worlds.apply(parts.flatMap(\.edits)) } catch {
      return (
        nil,
        [Finding(.error, at: table.location, "the cell \(table.name(of: cell)) cannot be made", help: error.reason)]
      )
    }
    var scenario = check.scenario
    var findings: [Finding] = []
    func world(_ tree: WorldTree) -> World? {
      let reader = NodeReader(vocabulary: vocabulary, files: files)
      reader.worldFile = check.worldFile
      let world = WorldReader(reader: reader).read(tree.root)
      findings += reader.findings
      return world
    }
    guard let healthy = world(worlds.healthy) else { return (nil, findings) }
    var rogues = worlds.rogues.makeIterator()
    scenario.world = healthy
    for place in scenario.steps.indices {
      if scenario.steps[place].mutation == nil {
        scenario.steps[place].world = healthy
      } else {
        guard let rogue = rogues.next().flatMap(world) else { return (nil, findings) }
        scenario.steps[place].world = rogue
      }
    }
    if parts.contains(where: \.isRenegotiated) { scenario.renegotiate() }
    for part in parts.reversed() {
      if let before = part.before { scenario.begin(with: before) }
    }
    scenario.id = "\(table.id)[\(table.name(of: cell))]"
    scenario.title = table.title(of: cell)
    scenario.covers = []
    scenario.location = table.location
    scenario.axes = axes(of: check, parts)
    scenario.needs += parts.flatMap(\.needs).filter { !scenario.needs.contains($0) }
    return (scenario, findings)
  }

  private func axes(of check: Check, _ parts: [Circumstance]) -> Scenario.Axes {
    let axes = check.scenario.axes
    let keys = axes.keys.contains(.p256) ? [.p256] : Array(axes.keys.prefix(1))
    return Scenario.Axes(
      tls: axes.tls.filter { version in parts.allSatisfy { $0.tls?.contains(version) ?? true } }, keys: keys)
  }
}

extension Scenario {
  /// Moves the faults into a second handshake.
  ///
  /// TLS leaves it to the client whether it takes other certificates there (RFC 5746, section 5), and to the last moment
  /// whether it gets that far.
  fileprivate mutating func renegotiate() {
    if level == .must { level = .should }
    for place in steps.indices {
      if steps[place].mutation?.path == WorldTree.present {
        steps[place].mutation?.path.insert(ServerStimuli.renegotiation.name, at: 1)
      }
      steps[place].expectations = steps[place].expectations.mapValues { expectation in
        guard expectation.mustCancel else { return expectation }
        var expectation = expectation
        expectation.unexercisedPasses = true
        for answer in expectation.answers.indices {
          guard !expectation.answers[answer].reasons.isEmpty else { continue }
          expectation.answers[answer].reasons.formUnion([.protocol, .other])
        }
        return expectation
      }
    }
  }

  /// Puts an attempt before the others.
  fileprivate mutating func begin(with before: Circumstance.Before) {
    if before == .learning {
      steps[0].learn = true
      return
    }
    var first = steps[0]
    if before != .refused {
      first.mutation = nil
      first.world = world
      first.expectations = first.expectations.mapValues { _ in .accept }
    }
    if before == .session { steps[0].reuse = .session }
    first.learn = before == .learned
    steps.insert(first, at: 0)
    if before == .acceptedTwice { steps.insert(first, at: 0) }
  }
}
