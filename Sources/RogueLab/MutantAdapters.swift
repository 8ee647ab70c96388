internal import RogueAdapters
package import RogueModel
internal import RogueRunner
internal import RogueValidators
internal import RoguesGallery

/// Every mutant as an adapter: validators, delegates and clients with one mistake each.
package enum MutantAdapters {
  package static let all: [any Adapter] =
    (BuiltInValidator.mutants(environment) + BuiltInValidator.delegateMutants(environment))
    .map { BuiltInAdapters.adapter($0, isControl: true) }
    + ofTheHandshake + ofConnections

  private static let environment = BuiltInAdapters.environment
  private static let reference = { @Sendable in BuiltInValidator.policy(environment) }
  private static let ofTheHandshake: [any Adapter] = SwiftClientAdapter.mutants(reference)
  private static let ofConnections: [any Adapter] = InProcessAdapter.mutants(reference)
  private static let handshakes = Set(ofTheHandshake.map(\.description.name))
  private static let occasions = Dictionary(
    uniqueKeysWithValues: (ClientMutant.ofConnections + ClientMutant.ofTables + ClientMutant.ofHandshakeTables).map {
      ($0.adapterName, $0.shows)
    })

  /// Nil when none has this name.
  package static func named(_ name: String) -> (any Adapter)? { all.first { $0.description.name == name } }

  /// Whether a client may differ from the right one in a scenario; false: it makes the same handshakes and connections.
  static func canDiffer(_ name: String, in scenario: Scenario) -> Bool {
    if handshakes.contains(name), occasions[name] != .everyHandshake { return scenario.isAboutHandshakes }
    return switch occasions[name] {
    case nil, .everyHandshake: true
    case .knownHost: scenario.isAboutConnections || scenario.steps.count > 1
    case .usual, .resumption, .refusal: scenario.isAboutConnections
    }
  }
}
