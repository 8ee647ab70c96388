internal import RogueDecisions
internal import RogueModel
internal import RogueStimuli

/// Makes the cells of circumstances: the scenario of a check, moved.
struct MovedScenarios: CellMaker {
  var table: DecisionTable
  var checks: [Check]
  /// By factor after that of the checks, and by value.
  var circumstances: [[Circumstance]]
  var vocabulary: Vocabulary
  var files: EncodedFile.Reader
  var readsWholeWorlds = false
  /// Those of the checks, as their files have them.
  private let unmoved = FirstReadings()

  init(
    table: DecisionTable, checks: [Check], circumstances: [[Circumstance]], vocabulary: Vocabulary,
    files: @escaping EncodedFile.Reader
  ) {
    (self.table, self.checks, self.circumstances) = (table, checks, circumstances)
    (self.vocabulary, self.files) = (vocabulary, files)
  }

  private func check(of cell: DecisionTable.Cell) -> Check { checks[cell[0]] }

  func tags(of cell: DecisionTable.Cell) -> [String] { check(of: cell).scenario.tags }

  func policies(of cell: DecisionTable.Cell) -> [String] { [check(of: cell).policy] }

  func findings(over scenarios: [Scenario]) -> [Finding] { [] }

  func findings() -> [Finding] {
    circumstances.enumerated().flatMap { place, values in
      values.enumerated().compactMap { value, circumstance in
        guard let location = circumstance.location,
          let reason = table.obstacles?.reason(against: value, of: place + 1)
        else { return nil }
        return Finding(.error, at: location, "no check can be moved into this circumstance", help: reason)
      }
    }
  }

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
    let former = unmoved.entry(cell[0]) { read(check.worlds.healthy, of: check).entry }
    let moved = read(worlds.healthy, of: check, like: former)
    findings += moved.findings
    guard let moved = moved.entry else { return (nil, findings) }
    let healthy = moved.world
    var rogues = worlds.rogues.makeIterator()
    scenario.world = healthy
    for place in scenario.steps.indices {
      if scenario.steps[place].mutation == nil {
        scenario.steps[place].world = healthy
      } else {
        let rogue = rogues.next().map { read($0, of: check, like: moved) }
        findings += rogue?.findings ?? []
        guard let rogue = rogue?.entry else { return (nil, findings) }
        scenario.steps[place].world = rogue.world
      }
    }
    if parts.contains(where: \.isRenegotiated) { scenario.renegotiate() }
    for part in parts.reversed() {
      if let before = part.before { scenario.begin(with: before) }
    }
    scenario.id = "\(table.id)[\(table.name(of: cell))]"
    scenario.title = table.title(of: cell)
    scenario.covers = []
    scenario.like = nil
    scenario.location = table.location
    scenario.axes = axes(of: check, parts)
    scenario.needs += parts.flatMap(\.needs).filter { !scenario.needs.contains($0) }
    return (scenario, findings)
  }

  /// - Parameter former: a world that is nearly the same.
  private func read(
    _ tree: WorldTree, of check: Check, like former: KnownWorlds.Entry? = nil
  ) -> (entry: KnownWorlds.Entry?, findings: [Finding]) {
    let reader = NodeReader(vocabulary: vocabulary, files: files)
    reader.worldFile = check.worldFile
    let world = WorldReader(reader: reader).read(tree.root, like: readsWholeWorlds ? nil : former)
    return (world.map { KnownWorlds.Entry($0, tree.root, reader) }, reader.findings)
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
    if before == .lenient { first.policy = addLenientPolicy() }
    first.learn = before == .learned
    if before == .lenient { first.world = world }
    steps.insert(first, at: 0)
    if before == .acceptedTwice { steps.insert(first, at: 0) }
  }

  /// Gives each world a policy with the anchors of the check's own that requires nothing else; its name.
  private mutating func addLenientPolicy() -> String {
    let name = Circumstance.Before.lenient.rawValue
    func adding(_ world: World) -> World {
      guard var policy = policies.first.flatMap(world.policy) else { return world }
      (policy.name, policy.pinSets, policy.revocation, policy.transparency) = (name, [], nil, nil)
      var world = world
      world.policies.append(policy)
      return world
    }
    world = adding(world)
    for place in steps.indices { steps[place].world = adding(steps[place].world) }
    return name
  }
}
