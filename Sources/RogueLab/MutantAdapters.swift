internal import RogueAdapters
package import RogueModel
internal import RogueValidators
internal import RoguesGallery

/// Every mutant as an adapter: validators, delegates and clients with one mistake each.
package enum MutantAdapters {
  package static let all: [any Adapter] =
    (BuiltInValidator.mutants(environment) + BuiltInValidator.tableMutants(environment)
    + BuiltInValidator.delegateMutants(environment)).map { BuiltInAdapters.adapter($0, isControl: true) }
    + SwiftClientAdapter.mutants(reference) + InProcessAdapter.mutants(reference)

  private static let environment = BuiltInAdapters.environment
  private static let reference = { @Sendable in BuiltInValidator.policy(environment) }

  /// Nil when none has this name.
  package static func named(_ name: String) -> (any Adapter)? { all.first { $0.description.name == name } }
}
