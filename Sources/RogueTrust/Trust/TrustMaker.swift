public import RogueModel

/// Makes the trusts that challenge handlers are asked about.
public struct TrustMaker: ServerTrustFactory {
  private let environment: TrustEnvironment
  private let faults: Set<TrustFault>

  public init(_ environment: TrustEnvironment, faults: Set<TrustFault> = []) {
    self.environment = environment
    self.faults = faults
  }

  public func trust(for flight: ServerFlight, policy: AttemptPolicy) -> any ServerTrust {
    EvaluatedTrust(
      flight: flight, hostname: policy.hostname, policy: policy, environment: environment, faults: faults)
  }
}
