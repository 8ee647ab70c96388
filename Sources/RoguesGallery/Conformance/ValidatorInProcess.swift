internal import RogueAdapters
public import RogueModel
internal import RoguePlatform
internal import RogueTrust

/// A validator of another program, in this process and driven by the harness's own TLS client.
public struct ValidatorInProcess: Sendable {
  let adapter: any Adapter

  /// The capabilities of the harness's client; the validator claims the rest.
  private static let brought: Set<Capability> = [.tls12, .tls13, .resumption, .redirects, .sameProcess, .challenges]

  /// A handler in the shape of a URL-loading delegate.
  ///
  /// - Parameter setUp: called for each attempt, with its policy and the host as the application has it.
  public static func handler(
    name: String, capabilities: Set<Capability>,
    setUp: @escaping @Sendable (_ policy: AttemptPolicy, _ host: String) -> ChallengeHandlerSetup
  ) -> ValidatorInProcess {
    ValidatorInProcess(
      adapter: ChallengeAdapter(
        name: name, summary: "", library: name, version: "",
        capabilities: capabilities.union(brought).union([.platformTrust]),
        trusts: TrustMaker(environment)
      ) { policy, host, _ in setUp(policy, host) })
  }

  /// A validator that gets the chain and decides.
  ///
  /// - Parameter make: called for each conversation, so that what a validator remembers ends with it.
  public static func chainValidator(
    name: String, capabilities: Set<Capability>, make: @escaping @Sendable () -> any ChainValidator
  ) -> ValidatorInProcess {
    ValidatorInProcess(
      adapter: InProcessAdapter(
        name: name, summary: "", isControl: false, library: name, version: "",
        capabilities: capabilities.union(brought), makeValidator: make))
  }

  private static let environment = TrustEnvironment(
    fetcher: LoopbackFetcher(), clock: { WallClock.secondsSince1970 })
}
