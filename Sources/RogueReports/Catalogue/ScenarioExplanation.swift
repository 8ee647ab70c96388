public import RogueModel
internal import RogueStimuli

/// One scenario, explained to a person: `rogues explain`.
public struct ScenarioExplanation: Sendable {
  let scenario: Scenario
  let cases: [String]
  let keywords: [String]

  /// - Parameters:
  ///   - cases: The ids of the cases that the scenario becomes.
  ///   - keywords: All of its keywords.
  public init(_ scenario: Scenario, cases: [String], keywords: [String]) {
    self.scenario = scenario
    self.cases = cases
    self.keywords = keywords
  }

  public func text(style: ReportStyle) -> String {
    var lines = heading(style)
    lines += world(style)
    for index in scenario.steps.indices { lines += step(index, style) }
    lines += listing("cases (\(cases.count))", cases, style)
    lines += listing("covers", scenario.covers, style)
    lines += listing("references", scenario.references, style)
    // The cells of a table may have its world.
    let (file, world) = (scenario.location.file, scenario.world.location.file)
    lines.append(style.ink(.dim, file == world ? file : "\(file), \(world)"))
    return lines.joined(separator: "\n") + "\n"
  }

  private func heading(_ style: ReportStyle) -> [String] {
    let meant =
      scenario.isHealthy
      ? "\(scenario.level.rawValue), healthy" : "\(scenario.level.rawValue), \(scenario.severity.rawValue)"
    var lines = [style.ink(.bold, scenario.id) + "  " + style.ink(.dim, "(\(meant))")]
    lines += ["  " + style.ink(.bold, scenario.title.printable())]
    lines += scenario.why.printable(keepingLines: true).wrapped(to: min(100, style.width - 2)).map { "  " + $0 }
    var facts: [String] = []
    if !scenario.tags.isEmpty { facts.append("tags: \(scenario.tags.joined(separator: ", "))") }
    if !scenario.needs.isEmpty { facts.append("needs: \(scenario.needs.map(\.rawValue).joined(separator: ", "))") }
    if !facts.isEmpty { lines.append("  " + style.ink(.dim, facts.joined(separator: "; "))) }
    if !keywords.isEmpty {
      let text = "keywords: \(keywords.joined(separator: ", "))".printable()
      lines += text.wrapped(to: min(100, style.width - 2)).map { "  " + style.ink(.dim, $0) }
    }
    return lines + [""]
  }

  private func world(_ style: ReportStyle) -> [String] {
    let world = scenario.world
    var lines = [style.ink(.bold, "world \(world.id)") + "  \(world.title.printable())"]
    let host = world.fullName(of: world.host)
    let present = world.server(at: .host(HostName.plain(host))).present
    lines.append("  clients request \(host), and get \(present.joined(separator: ", "))")
    let rogues = scenario.steps.filter { $0.mutation != nil }.map(\.world)
    lines += WorldTree(world: world, rogues: rogues, policies: scenario.policies, style: style).lines.map { "  " + $0 }
    return lines + [""]
  }

  private func step(_ index: Int, _ style: ReportStyle) -> [String] {
    let step = scenario.steps[index]
    var lines: [String] = []
    if scenario.steps.count > 1 || step.beside != nil {
      var title = "step \(index + 1) of \(scenario.steps.count)"
      if step.reuse != .none { title += ", reusing the \(step.reuse.rawValue)" }
      if let policy = step.policy { title += ", under the policy \(policy)" }
      if let host = step.host { title += ", asking for \(scenario.world.fullName(of: host))" }
      if let other = step.beside { title += ", while another attempt is made under the policy \(other)" }
      if let clause = step.delay.clause { title += ", \(clause)" }
      if step.learn { title += ", on which a client may learn" }
      lines.append(style.ink(.bold, title))
    }
    if let mutation = step.mutation {
      lines.append(style.ink(.bold, "mutation") + "  " + mutation.path.joined(separator: "."))
      if let before = Stimuli.text(at: mutation.path, in: scenario.world) {
        lines.append("  before  \(before.printable())")
      }
      lines.append("  after   " + style.ink(.alarm, mutation.value.printable()))
    } else {
      lines.append(style.ink(.bold, "mutation") + "  none: this is the healthy world")
    }
    lines.append(style.ink(.bold, "expected"))
    for group in policyGroups(step) {
      lines += group.policies.joined(separator: ", ").wrapped(to: style.width - 2).map { "  " + style.ink(.cyan, $0) }
      var sentences = ["client  \(group.expectation.clientSentence)", "server  \(group.expectation.serverSentence)"]
      sentences += group.expectation.remarks.map { "        \($0)" }
      lines += sentences.map { "    " + $0 }
    }
    return lines + clientChains(step, style) + [""]
  }

  /// The client's own certificates, and the list that it should send, if the scenario judges that.
  private func clientChains(_ step: Scenario.Step, _ style: ReportStyle) -> [String] {
    func entries(_ names: [String]) -> [ClientChainEvidence.Entry] {
      names.map { .init(name: $0, issuer: step.world.certificate($0)?[Issuer.self] ?? $0) }
    }
    var lines: [String] = []
    for policy in scenario.policies {
      let right = step.expectations[policy]?.answers.compactMap(\.clientChain) ?? []
      guard !right.isEmpty, let identity = step.world.policy(policy)?.identity else { continue }
      var rows = ClientChainEvidence.labelled("given", entries([identity.leaf] + identity.chain), style.glyphs)
      for (index, list) in right.enumerated() {
        rows += ClientChainEvidence.labelled(index == 0 ? "right" : "or", entries(list), style.glyphs)
      }
      lines.append("  " + style.ink(.cyan, policy))
      lines += rows.map { "    " + style.ink(.dim, $0.label.padded(to: 7)) + $0.line }
    }
    return lines.isEmpty ? [] : [style.ink(.bold, "client lists")] + lines
  }

  /// Policies that expect the same, together: most of a rogue's policies do.
  private func policyGroups(_ step: Scenario.Step) -> [(policies: [String], expectation: Expectation)] {
    var groups: [(policies: [String], expectation: Expectation)] = []
    for policy in scenario.policies {
      guard let expectation = step.expectations[policy] else { continue }
      if let index = groups.firstIndex(where: { $0.expectation == expectation }) {
        groups[index].policies.append(policy)
      } else {
        groups.append(([policy], expectation))
      }
    }
    return groups
  }

  private func listing(_ title: String, _ items: [String], _ style: ReportStyle) -> [String] {
    items.isEmpty ? [] : [style.ink(.bold, title)] + items.map { "  " + $0.printable() } + [""]
  }
}
