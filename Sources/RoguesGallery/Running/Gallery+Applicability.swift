internal import RogueEngines
internal import RogueModel
internal import RogueRunner
internal import RogueServers

extension Gallery {
  /// Whether adapters can run a cell of a decision table: one answer for all with the same capabilities.
  static func applicability(
    _ adapters: [AdapterDescription], _ axes: AxesSelection, fixedClock: Bool
  ) -> [@Sendable (Scenario) -> Bool] {
    var known: Set<AdapterDescription> = []
    return adapters.map(\.abilities).filter { known.insert($0).inserted }.map { adapter in
      { scenario in
        Plan.canRun(
          scenario, adapter, selection: axes, engines: engineNames, fixedClock: fixedClock, vocabulary: .known,
          refusal: EngineLimits.refusal)
      }
    }
  }
}

extension AdapterDescription {
  /// Only the fields that decide about the cases that it can run.
  fileprivate var abilities: AdapterDescription {
    var reasons: [Capability: String] = [:]
    if declined[.https] != nil { reasons[.https] = "" }
    return AdapterDescription(
      name: "", door: door, library: "", version: "", capabilities: capabilities, declined: reasons,
      configuration: configuration)
  }
}
