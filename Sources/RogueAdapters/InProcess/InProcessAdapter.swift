public import RogueModel

/// The in-process door: a chain validator, driven by the harness's own TLS client.
///
/// The validator is asked inside the handshake, so that a server which it refuses gets neither the client's certificate
/// nor a request.
public struct InProcessAdapter: Adapter {
  public let description: AdapterDescription
  private let validator: any ChainValidator

  /// Everything that the client can carry out or that a policy can hand to a validator. Not the clock and not learning:
  /// a validator that has them says so.
  public static let usualCapabilities = Set(Capability.known).subtracting([.clock, .tofu])

  public init(
    name: String, summary: String, isControl: Bool, validator: any ChainValidator, library: String = "built in",
    version: String = "1", capabilities: Set<Capability> = InProcessAdapter.usualCapabilities
  ) {
    description = AdapterDescription(
      name: name, door: .inProcess, library: library, version: version, capabilities: capabilities,
      isControl: isControl, summary: summary)
    self.validator = validator
  }

  public func withConversation<Result: Sendable>(
    _ id: String, _ body: @Sendable (any AdapterConversation) async throws -> Result
  ) async throws -> Result {
    try await body(InProcessConversation(validator: validator, capabilities: description.capabilities))
  }
}
