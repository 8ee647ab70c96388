public import RogueModel

/// The in-process door: a chain validator, driven by the harness's own TLS client.
///
/// The validator decides inside the handshake, so that a server which it refuses gets neither the client's certificate
/// nor a request.
public struct InProcessAdapter: Adapter {
  public let description: AdapterDescription
  private let makeValidator: @Sendable () -> any ChainValidator
  private let alwaysRequestsStaple: Bool
  /// Of the client around the validator.
  package var rules = Rulebook()
  /// Called for each conversation.
  package var makeEngine: @Sendable () -> any ClientEngine = { LibsslClient() }

  /// Everything that the client can do or that a policy can give to a validator. A validator that has the clock or
  /// learns on first use declares that itself.
  public static let usualCapabilities = Set(Capability.known).subtracting([.clock, .tofu])

  /// - Parameter alwaysRequestsStaple: even if the policy has no revocation check by staple.
  public init(
    name: String, summary: String, isControl: Bool, validator: any ChainValidator, library: String = "built in",
    version: String = "1", capabilities: Set<Capability> = InProcessAdapter.usualCapabilities,
    alwaysRequestsStaple: Bool = false
  ) {
    self.init(
      name: name, summary: summary, isControl: isControl, library: library, version: version,
      capabilities: capabilities, alwaysRequestsStaple: alwaysRequestsStaple, makeValidator: { validator })
  }

  /// - Parameter makeValidator: called for each conversation, so that what a validator remembers ends with it.
  public init(
    name: String, summary: String, isControl: Bool, library: String = "built in", version: String = "1",
    capabilities: Set<Capability> = InProcessAdapter.usualCapabilities, alwaysRequestsStaple: Bool = false,
    makeValidator: @escaping @Sendable () -> any ChainValidator
  ) {
    description = AdapterDescription(
      name: name, door: .inProcess, library: library, version: version, capabilities: capabilities,
      isControl: isControl, summary: summary)
    self.makeValidator = makeValidator
    self.alwaysRequestsStaple = alwaysRequestsStaple
  }

  public func withConversation<Result: Sendable>(
    _ id: String, _ body: @Sendable (any AdapterConversation) async throws -> Result
  ) async throws -> Result {
    let validator = makeValidator()
    let (always, rules) = (alwaysRequestsStaple, rules)
    return try await body(
      InProcessConversation(makeEngine(), capabilities: description.capabilities, rules: rules) { attempt in
        .verifier(ServerVerifier(validator, attempt, alwaysRequestsStaple: always, rules: rules))
      })
  }
}
