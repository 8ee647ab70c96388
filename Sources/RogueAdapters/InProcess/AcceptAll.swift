public import RogueModel

/// The first negative control: trusts every server. A harness that does not catch it catches nothing.
public struct AcceptAll: ChainValidator {
  public init() {}

  public func judge(_ flight: ServerFlight, policy: AttemptPolicy) -> ChainDecision { .accept }
}

extension InProcessAdapter {
  public static let acceptAll = InProcessAdapter(
    name: "accept-all", summary: "Negative control: trusts every server", isControl: true, validator: AcceptAll(),
    // It claims everything, so that every scenario is put to it; who it is itself it does not mix up, and it asks each
    // server once and every time.
    capabilities: Set(Capability.known), checks: [.ownIdentity, .knownHost, .probe, .redirectTarget, .laterRedirects])
}
