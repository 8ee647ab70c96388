internal import RogueAdapters
internal import RogueModel
internal import RoguePlatform
internal import RogueTrust
internal import RogueValidators

/// What is built in and runs only when named: validators of our own, and the negative controls that the suite must
/// catch.
enum BuiltInAdapters {
  private static let acceptAll = InProcessAdapter.acceptAll.description.name
  private static let cancelAll = InProcessAdapter.cancelAll.description.name

  static var names: [String] {
    validators.map(\.name) + [ownClient.description.name] + controls + mutantNames
  }

  /// Validators and clients with one mistake each.
  static var mutantNames: [String] {
    mutants.map(\.name) + clientMutants.map(\.description.name) + connectionMutants.map(\.description.name)
  }

  /// Those of them that people look for: neither controls nor mutants.
  static var validatorNames: [String] { validators.map(\.name) + [ownClient.description.name] }

  private static let environment = TrustEnvironment(
    fetcher: LoopbackFetcher(), clock: { WallClock.secondsSince1970 })
  private static let validators = BuiltInValidator.all(environment) + [BuiltInValidator.referenceDelegate(environment)]
  private static let mutants =
    BuiltInValidator.mutants(environment) + BuiltInValidator.tableMutants(environment)
    + BuiltInValidator.delegateMutants(environment)
  private static let ownClient = SwiftClientAdapter.complete { BuiltInValidator.policy(environment) }
  private static let clientMutants =
    SwiftClientAdapter.mutants { BuiltInValidator.policy(environment) }
    + SwiftClientAdapter.helloMutants { BuiltInValidator.policy(environment) }

  /// Clients that leave out something around TLS.
  private static let connectionMutants = InProcessAdapter.mutants { BuiltInValidator.policy(environment) }

  private static var controls: [String] { [acceptAll, cancelAll] + NegativeControl.allCases.map(\.rawValue) }

  /// Nil when none has this name.
  static func adapter(named name: String) throws(HarnessFailure) -> (any Adapter)? {
    switch name {
    case acceptAll: return InProcessAdapter.acceptAll
    case cancelAll: return InProcessAdapter.cancelAll
    default:
      if let validator = (validators + mutants).first(where: { $0.name == name }) { return adapter(validator) }
      if let client = ([ownClient] + clientMutants).first(where: { $0.description.name == name }) { return client }
      if let client = connectionMutants.first(where: { $0.description.name == name }) { return client }
      guard let control = NegativeControl(rawValue: name) else { return nil }
      do throws(SystemError) {
        return AdapterFactory.adapter(control: control, executable: try Files.currentExecutable())
      } catch {
        throw HarnessFailure(
          .adapterUnavailable, "the command's own program cannot be found", underlying: error.description)
      }
    }
  }

  private static func adapter(_ validator: BuiltInValidator) -> any Adapter {
    // They validate at the moment that they are told.
    let capabilities = InProcessAdapter.usualCapabilities.union(validator.learns ? [.clock, .tofu] : [.clock])
    switch validator.kind {
    case .chain(let make):
      return InProcessAdapter(
        name: validator.name, summary: validator.summary, isControl: validator.isMutant,
        capabilities: capabilities,
        alwaysAsksForStaple: true, makeValidator: make)
    case .handler(let setUp):
      return ChallengeAdapter(
        name: validator.name, summary: validator.summary, isControl: validator.isMutant,
        capabilities: validator.storesPins ? capabilities : capabilities.subtracting([.pinStorage]),
        trusts: TrustMaker(environment), defaultHandling: validator.defaultHandling, setUp: setUp)
    }
  }
}
