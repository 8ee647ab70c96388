public import RogueModel

/// The in-process door: a chain validator, driven by the harness's own TLS client.
///
/// The validator decides inside the handshake, so that a server which it refuses gets neither the client's certificate
/// nor a request.
public struct InProcessAdapter: Adapter {
  public let description: AdapterDescription
  private let makeValidator: @Sendable () -> any ChainValidator
  private let alwaysRequestsStaple: Bool
  private let checks: Set<ConnectionCheck>

  /// Everything that the client can do or that a policy can give to a validator. A validator that has the clock or
  /// learns on first use declares that itself.
  public static let usualCapabilities = Set(Capability.known).subtracting([.clock, .tofu])

  /// - Parameter alwaysRequestsStaple: even if the policy has no revocation check by staple.
  public init(
    name: String, summary: String, isControl: Bool, validator: any ChainValidator, library: String = "built in",
    version: String = "1", capabilities: Set<Capability> = InProcessAdapter.usualCapabilities,
    alwaysRequestsStaple: Bool = false, checks: Set<ConnectionCheck> = .all
  ) {
    self.init(
      name: name, summary: summary, isControl: isControl, library: library, version: version,
      capabilities: capabilities, alwaysRequestsStaple: alwaysRequestsStaple, checks: checks,
      makeValidator: { validator })
  }

  /// - Parameters:
  ///   - checks: the checks of the harness's client around TLS.
  ///   - makeValidator: called for each conversation, so that what a validator remembers ends with it.
  public init(
    name: String, summary: String, isControl: Bool, library: String = "built in", version: String = "1",
    capabilities: Set<Capability> = InProcessAdapter.usualCapabilities, alwaysRequestsStaple: Bool = false,
    checks: Set<ConnectionCheck> = .all, makeValidator: @escaping @Sendable () -> any ChainValidator
  ) {
    description = AdapterDescription(
      name: name, door: .inProcess, library: library, version: version, capabilities: capabilities,
      isControl: isControl, summary: summary)
    self.makeValidator = makeValidator
    self.alwaysRequestsStaple = alwaysRequestsStaple
    self.checks = checks
  }

  public func withConversation<Result: Sendable>(
    _ id: String, _ body: @Sendable (any AdapterConversation) async throws -> Result
  ) async throws -> Result {
    let validator = makeValidator()
    let always = alwaysRequestsStaple
    return try await body(
      InProcessConversation(LibsslClient(), capabilities: description.capabilities, checks: checks) { attempt in
        .verifier(ServerVerifier(validator, attempt, alwaysRequestsStaple: always))
      })
  }
}
