internal import RogueAdapters
package import RogueModel
internal import RogueValidators
internal import RoguesGallery

/// Every mutant as an adapter: validators, delegates and clients with one mistake each.
package enum MutantAdapters {
  package static let all: [any Adapter] =
    (BuiltInValidator.mutants(environment) + BuiltInValidator.tableMutants(environment)
    + BuiltInValidator.delegateMutants(environment)).map { BuiltInAdapters.adapter($0, isControl: true) }
    + ofTheHandshake + ofConnections

  private static let environment = BuiltInAdapters.environment
  private static let reference = { @Sendable in BuiltInValidator.policy(environment) }
  private static let ofTheHandshake: [any Adapter] = SwiftClientAdapter.mutants(reference)
  private static let ofConnections: [any Adapter] = InProcessAdapter.mutants(reference)
  private static let handshakes = Set(ofTheHandshake.map(\.description.name))
  private static let connections = Set(ofConnections.map(\.description.name))
  /// Of these, clients whose mistake shows on every new connection, or on a new connection to a host that they know.
  private static let onNewConnections: Set<String> = ["mutant-without-pins-before-the-request"]
  private static let toKnownHosts: Set<String> = [
    "mutant-without-known-host", "mutant-without-session-of-a-refusal", "mutant-without-identity-after-none",
  ]

  /// Nil when none has this name.
  package static func named(_ name: String) -> (any Adapter)? { all.first { $0.description.name == name } }

  /// Whether a client may differ from the right one in a scenario; false: it makes the same handshakes and connections.
  static func canDiffer(_ name: String, in scenario: Scenario) -> Bool {
    if handshakes.contains(name) { return scenario.isAboutHandshakes }
    guard connections.contains(name), !onNewConnections.contains(name) else { return true }
    return scenario.isAboutConnections || toKnownHosts.contains(name) && scenario.steps.count > 1
  }
}
