internal import RogueEngines
internal import RogueModel
internal import RoguePlatform
internal import RogueRunner
internal import RogueScenarios
internal import RogueStimuli

extension Gallery {
  /// Keeps rogues open for whatever can dial, until the person quits or interrupts.
  public static func serve(_ request: ServeRequest, terminal: TerminalOptions) async -> ExitStatus {
    do throws(HarnessFailure) {
      let catalogues = try Catalogues.find(explicit: request.catalogues)
      var query = try ScenarioQuery(patterns: request.patterns, tags: request.tags, request.choice, catalogues)
      query.tables = []
      let choice = try ScenarioChoice(catalogues, query)
      if let errors = choice.catalogueErrors {
        try report(errors)
        return .badData
      }
      try report(choice.warnings + choice.selection.findings)
      let impossible = choice.impossible()
      guard impossible.isEmpty else {
        try report(impossible)
        return .badData
      }
      guard !choice.selection.findings.contains(where: { $0.severity == .error }) else { return .nothingJudged }
      let client = try BuiltClient(hosts: request.hosts, roots: request.roots)
      let cases = try openable(choice, request, client)
      guard !cases.isEmpty else {
        try StandardWriters.error(
          "rogues: no case is left: the axes and patterns exclude each other, or no server can be opened\n")
        return .nothingJudged
      }
      let session = try ServeSession(request, cases: cases, terminal: terminal)
      let failure = await Interruption.shared.cancelling { () -> HarnessFailure? in
        do throws(HarnessFailure) { try await session.run() } catch { return error }
        return nil
      }
      if let failure { throw failure }
      return .asExpected
    } catch {
      return report(error)
    }
  }

  /// One case of each scenario that a single server can present; reports the others with the reason.
  private static func openable(
    _ choice: ScenarioChoice, _ request: ServeRequest, _ client: BuiltClient
  ) throws(HarnessFailure) -> [Case] {
    var cases: [Case] = []
    var left: [String] = []
    for scenario in choice.selection.scenarios.lazy.map({ client.fitted($0.scenario) }) {
      let all = AxisExpansion.cases(
        of: scenario, request.axes.reaching(request.patterns), engines: engineNames, refusal: EngineLimits.refusal
      ).filter(choice.selection.filter.admits)
      let possible = all.filter { client.refusal(of: $0) == nil }
      let asked = possible.isEmpty ? all : possible
      guard let item = asked.first(where: { $0.axes.tls == .tls13 }) ?? asked.first else { continue }
      let obstacle =
        OpenCase.obstacle(scenario)
        ?? client.refusal(of: item)
        ?? (scenario.world.server[Proxy.self] == nil && scenario.steps[0].world.server[Proxy.self] == nil
          ? EngineLimits.refusal(item) : "it needs a proxy")
      if let obstacle { left.append("rogues: \(scenario.id) is left out: \(obstacle)\n") } else { cases.append(item) }
    }
    for line in left.prefix(5) { try StandardWriters.error(line) }
    if left.count > 5 { try StandardWriters.error("rogues: and \(left.count - 5) more\n") }
    return cases
  }
}
