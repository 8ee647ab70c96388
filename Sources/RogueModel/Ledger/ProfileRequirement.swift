/// What a profile demands of a client: capabilities, and of each scenario of level `must` one case that was judged.
public struct ProfileRequirement: Sendable, Hashable {
  /// Of each of these words one capability: `pin.*` means any that begins so. Nil: every capability that a scenario needs.
  public var capabilities: [String]?

  public init(capabilities: [String]?) { self.capabilities = capabilities }

  /// Whether a capability is one that a word of a profile means.
  public static func fits(_ word: String, _ capability: Capability) -> Bool {
    word.hasSuffix("*") ? capability.rawValue.hasPrefix(word.dropLast()) : capability.rawValue == word
  }

  /// Of a decision table an adapter gets the cells that it can be asked about; nobody has to be able to do all of it.
  func concerns(_ result: CaseResult) -> Bool { result.level == .must && !result.scenario.contains("[") }

  typealias Seen = (result: CaseResult, isExcused: Bool)

  /// - Parameter seen: results; excused are those that an entry of the baseline is about.
  func problems(of seen: [Seen], _ clients: [String: AdapterDescription]) -> [BaselineReport.Problem] {
    let results = seen.filter { concerns($0.result) }
    var order: [CaseKey] = []
    var groups: [CaseKey: [Seen]] = [:]
    for item in results {
      let key = CaseKey(item.result.adapter, item.result.scenario)
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(item)
    }
    return lackingCapabilities(results, clients)
      + order.compactMap { key in
        let all = groups[key] ?? []
        guard isLacking(all), !isOptional(all), let first = all.first else { return nil }
        return BaselineReport.Problem(
          .missingRequired, adapter: first.result.adapter, subject: first.result.scenario, entry: nil,
          "required by the profile, and unsupported: \(first.result.judgement.explanation)")
      }
  }

  /// Nothing of it was judged, and not for every case an entry says why.
  private func isLacking(_ all: [Seen]) -> Bool {
    all.contains { $0.result.judgement.verdict == .unsupported && !$0.isExcused }
      && all.allSatisfy { $0.result.judgement.verdict.neverMetFault }
  }

  /// The plan left it out for a capability, and the profile names those that it requires. What a client declines when it is
  /// asked, after it declared that it can, is not optional.
  private func isOptional(_ all: [Seen]) -> Bool {
    capabilities != nil && all.allSatisfy { $0.result.judgement.verdict != .unsupported || $0.result.steps.isEmpty }
  }

  /// Words of which an adapter has no capability, or of which nothing was judged.
  private func lackingCapabilities(
    _ results: [Seen], _ clients: [String: AdapterDescription]
  ) -> [BaselineReport.Problem] {
    clients.values.sorted { $0.name < $1.name }.flatMap { client in
      (capabilities ?? []).compactMap { word in
        let about = results.filter { item in
          item.result.adapter == client.name && item.result.needs.contains { Self.fits(word, $0) }
        }
        guard isLacking(about) else { return nil }
        let has = client.capabilities.contains { Self.fits(word, $0) }
        // With one of several ways, what needs another way is left out. The run may have had nothing else.
        if has, about.allSatisfy({ !client.capabilities.isSuperset(of: $0.result.needs) }) { return nil }
        return BaselineReport.Problem(
          .missingRequired, adapter: client.name, subject: word, entry: nil,
          has
            ? "the profile requires it, and nothing of it was judged"
            : "the profile requires it, and the adapter has none")
      }
    }
  }
}
