internal import RogueEngines
internal import RogueModel
internal import RogueRunner
internal import RogueScenarios
internal import RogueServers

extension Gallery {
  /// Whether adapters can run a cell of a decision table: one answer for all with the same capabilities.
  static func applicability(
    _ adapters: [AdapterDescription], _ axes: AxesSelection, fixedClock: Bool
  ) -> [CellApplicability] {
    var known: Set<AdapterDescription> = []
    return adapters.map(\.abilities).filter { known.insert($0).inserted }.map { adapter in
      CellApplicability(name: "\(adapter.text) \(axes)\(fixedClock ? " fixed clock" : "")") { scenario in
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

  /// Equal for equal abilities.
  fileprivate var text: String {
    func texts(_ fields: [AttemptField: String]?) -> String {
      (fields ?? [:]).map { "\($0.rawValue): \($1)" }.sorted().joined(separator: ", ")
    }
    let declared = capabilities.map(\.rawValue).sorted() + declined.keys.map { "no \($0.rawValue)" }.sorted()
    return
      "\(door) \(declared.joined(separator: " ")); \(texts(configuration?.applied)); \(texts(configuration?.fixed))"
      + (configuration == nil ? "; not configured" : "")
  }
}
