public import RogueModel

/// Makes the trusts of challenges.
public struct TrustMaker: ServerTrustFactory {
  private let environment: TrustEnvironment

  public init(_ environment: TrustEnvironment) { self.environment = environment }

  public func trust(for flight: ServerFlight, policy: AttemptPolicy) -> any ServerTrust {
    EvaluatedTrust(
      flight: flight, hostname: policy.hostname, policy: policy, environment: environment)
  }
}
