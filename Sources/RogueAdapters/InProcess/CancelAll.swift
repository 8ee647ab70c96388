public import RogueModel

/// The second negative control: refuses every server, so that a harness which counts refusals alone praises it.
public struct CancelAll: ChainValidator {
  public init() {}

  public func judge(_ flight: ServerFlight, policy: AttemptPolicy) -> ChainDecision {
    .cancel(.other, detail: "refuses every server")
  }
}

extension InProcessAdapter {
  public static let cancelAll = InProcessAdapter(
    name: "cancel-all", summary: "Negative control: refuses every server", isControl: true, validator: CancelAll(),
    // It claims everything, so that every scenario is put to it.
    capabilities: Set(Capability.known))
}
