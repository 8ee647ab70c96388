public import RogueModel

/// The in-process door: a chain validator, driven by the harness's own TLS client.
///
/// The validator is asked inside the handshake, so that a server which it refuses gets neither the client's certificate
/// nor a request.
public struct InProcessAdapter: Adapter {
  public let description: AdapterDescription
  private let makeValidator: @Sendable () -> any ChainValidator
  private let alwaysAsksForStaple: Bool
  private let checks: Set<PreTLSCheck>
  private let connectionChecks: Set<ConnectionCheck>

  /// Everything that the client can carry out or that a policy can hand to a validator. Not the clock and not learning:
  /// a validator that has them says so.
  public static let usualCapabilities = Set(Capability.known).subtracting([.clock, .tofu])

  /// - Parameter alwaysAsksForStaple: also where the policy asks for no revocation check by staple.
  public init(
    name: String, summary: String, isControl: Bool, validator: any ChainValidator, library: String = "built in",
    version: String = "1", capabilities: Set<Capability> = InProcessAdapter.usualCapabilities,
    alwaysAsksForStaple: Bool = false, checks: Set<PreTLSCheck> = Set(PreTLSCheck.allCases)
  ) {
    self.init(
      name: name, summary: summary, isControl: isControl, library: library, version: version,
      capabilities: capabilities, alwaysAsksForStaple: alwaysAsksForStaple, checks: checks,
      makeValidator: { validator })
  }

  /// - Parameters:
  ///   - checks: what the harness's client looks at on its way to TLS.
  ///   - connectionChecks: what it looks at where a connection is open already.
  ///   - makeValidator: called for each conversation, so that what a validator remembers ends with it.
  public init(
    name: String, summary: String, isControl: Bool, library: String = "built in", version: String = "1",
    capabilities: Set<Capability> = InProcessAdapter.usualCapabilities, alwaysAsksForStaple: Bool = false,
    checks: Set<PreTLSCheck> = Set(PreTLSCheck.allCases),
    connectionChecks: Set<ConnectionCheck> = Set(ConnectionCheck.allCases),
    makeValidator: @escaping @Sendable () -> any ChainValidator
  ) {
    description = AdapterDescription(
      name: name, door: .inProcess, library: library, version: version, capabilities: capabilities,
      isControl: isControl, summary: summary)
    self.makeValidator = makeValidator
    self.alwaysAsksForStaple = alwaysAsksForStaple
    self.checks = checks
    self.connectionChecks = connectionChecks
  }

  /// For each check on the way to TLS a client that makes all the others; negative controls.
  ///
  /// - Parameter checks: those that are left out, one by each.
  public static func approachMutants(
    _ makeValidator: @escaping @Sendable () -> any ChainValidator,
    of checks: Set<PreTLSCheck> = Set(PreTLSCheck.allCases)
  ) -> [InProcessAdapter] {
    PreTLSCheck.allCases.filter(checks.contains).map { check in
      // Whoever probes counts connections otherwise than servers do that mean one of them, and what comes before TLS is
      // said once.
      let declined: Set<Capability> =
        check == .probe ? Set([.redirects, .proxy] + StartTLSRecipe.Language.allCases.map(Capability.startTLS)) : []
      return mutant(
        check.rawValue, check.omission, checks: Set(PreTLSCheck.allCases).subtracting([check]), declined: declined,
        makeValidator)
    }
  }

  /// For each check of an open connection a client that makes all the others; negative controls.
  public static func connectionMutants(
    _ makeValidator: @escaping @Sendable () -> any ChainValidator
  ) -> [InProcessAdapter] {
    ConnectionCheck.allCases.map { check in
      mutant(
        check.rawValue, check.omission, connectionChecks: Set(ConnectionCheck.allCases).subtracting([check]),
        makeValidator)
    }
  }

  private static func mutant(
    _ check: String, _ omission: String, checks: Set<PreTLSCheck> = Set(PreTLSCheck.allCases),
    connectionChecks: Set<ConnectionCheck> = Set(ConnectionCheck.allCases), declined: Set<Capability> = [],
    _ makeValidator: @escaping @Sendable () -> any ChainValidator
  ) -> InProcessAdapter {
    InProcessAdapter(
      name: "mutant-without-\(check)", summary: "a client that \(omission)", isControl: true,
      capabilities: usualCapabilities.union([.clock]).subtracting(declined), alwaysAsksForStaple: true, checks: checks,
      connectionChecks: connectionChecks, makeValidator: makeValidator)
  }

  public func withConversation<Result: Sendable>(
    _ id: String, _ body: @Sendable (any AdapterConversation) async throws -> Result
  ) async throws -> Result {
    let validator = makeValidator()
    let always = alwaysAsksForStaple
    let (checks, connectionChecks) = (checks, connectionChecks)
    return try await body(
      InProcessConversation(
        capabilities: description.capabilities, checks: checks, connectionChecks: connectionChecks
      ) { attempt in
        var judged = attempt
        judged.policy = ClientPreTLS.serverPolicy(attempt, checks)
        return .verifier(ServerVerifier(validator, judged, alwaysAsksForStaple: always))
      })
  }
}
