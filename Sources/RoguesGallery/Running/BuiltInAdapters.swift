internal import RogueAdapters
package import RogueModel
internal import RoguePlatform
package import RogueTrust
package import RogueValidators

/// Built-in adapters that run only when named: the project's validators, and the negative controls that the suite must
/// catch.
package enum BuiltInAdapters {
  private static let acceptAll = InProcessAdapter.acceptAll.description.name
  private static let cancelAll = InProcessAdapter.cancelAll.description.name

  static var names: [String] { validatorNames + controls }

  /// Those of them that people look for: no controls.
  static var validatorNames: [String] { validators.map(\.name) + [ownClient.description.name] }

  /// That of every validator that runs over sockets.
  package static let environment = TrustEnvironment(
    fetcher: LoopbackFetcher(), clock: { WallClock.secondsSince1970 })
  private static let validators = BuiltInValidator.all(environment) + [BuiltInValidator.referenceDelegate(environment)]
  private static let ownClient = SwiftClientAdapter.complete { BuiltInValidator.policy(environment) }

  private static var controls: [String] { [acceptAll, cancelAll] + NegativeControl.allCases.map(\.rawValue) }

  /// Nil when none has this name.
  static func adapter(named name: String) throws(HarnessFailure) -> (any Adapter)? {
    switch name {
    case acceptAll: return InProcessAdapter.acceptAll
    case cancelAll: return InProcessAdapter.cancelAll
    case ownClient.description.name: return ownClient
    default:
      if let validator = validators.first(where: { $0.name == name }) { return adapter(validator) }
      guard let control = NegativeControl(rawValue: name) else { return nil }
      do throws(SystemError) {
        return AdapterFactory.adapter(control: control, executable: try Files.currentExecutable())
      } catch {
        throw HarnessFailure(
          .adapterUnavailable, "the command's own program cannot be found", underlying: error.description)
      }
    }
  }

  package static func adapter(_ validator: BuiltInValidator, isControl: Bool = false) -> any Adapter {
    // They validate at the moment that the attempt states.
    let capabilities = InProcessAdapter.usualCapabilities.union(validator.learns ? [.clock, .tofu] : [.clock])
    switch validator.kind {
    case .chain(let make):
      return InProcessAdapter(
        name: validator.name, summary: validator.summary, isControl: isControl, capabilities: capabilities,
        alwaysRequestsStaple: true, makeValidator: make)
    case .handler(let setUp):
      return ChallengeAdapter(
        name: validator.name, summary: validator.summary, isControl: isControl,
        capabilities: validator.storesPins ? capabilities : capabilities.subtracting([.pinStorage]),
        trusts: TrustMaker(environment), defaultHandling: validator.defaultHandling, setUp: setUp)
    }
  }
}
