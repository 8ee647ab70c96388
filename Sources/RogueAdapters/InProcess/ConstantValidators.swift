public import RogueModel

/// The first negative control: trusts every server. A harness that does not catch it catches nothing.
public struct AcceptAll: ChainValidator {
  public init() {}

  public func judge(_ flight: ServerFlight, policy: AttemptPolicy) -> ChainDecision { .accept }
}

/// The second negative control: refuses every server, so that a harness which counts refusals alone praises it.
public struct CancelAll: ChainValidator {
  public init() {}

  public func judge(_ flight: ServerFlight, policy: AttemptPolicy) -> ChainDecision {
    .cancel(.other, detail: "refuses every server")
  }
}

extension InProcessAdapter {
  public static let acceptAll = {
    // It declares every capability, so it runs every scenario.
    var adapter = InProcessAdapter(
      name: "accept-all", summary: "Negative control: trusts every server", isControl: true, validator: AcceptAll(),
      capabilities: Set(Capability.known))
    let name = adapter.description.name
    adapter.rules.replace(.leavesTLS, by: name) { _ in true }
    adapter.rules.replace(.continues, by: name) { _ in true }
    adapter.rules.replace(.offersSession, by: name) { $0.isOfSameClient }
    adapter.rules.replace(.offeredSession, by: name) { $0.kept?.renewed() ?? $0.proxys }
    return adapter
  }()

  public static let cancelAll = InProcessAdapter(
    name: "cancel-all", summary: "Negative control: refuses every server", isControl: true, validator: CancelAll(),
    // It claims everything, so that every scenario is put to it.
    capabilities: Set(Capability.known))
}
