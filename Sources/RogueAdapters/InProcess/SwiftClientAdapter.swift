public import RogueModel
package import RogueTLS

/// Our own TLS client with a chain validator: where the other validators of ours leave the handshake to libssl, this one
/// is its own, check by check.
///
/// It shakes hands once on a connection; otherwise it can what the in-process door can.
public struct SwiftClientAdapter: Adapter {
  public let description: AdapterDescription
  private let checks: Set<ClientCheck>
  private let mistake: HelloMistake?
  private let makeValidator: @Sendable () -> any ChainValidator

  private static let declined: [Capability: String] = [
    .keepAlive: "there is one request on a connection", .http2: "it speaks HTTP/1.1",
    .renegotiation: "there is one handshake on a connection",
    .postHandshakeAuthentication: "there is one handshake on a connection",
  ]

  private init(
    name: String, summary: String, isControl: Bool, checks: Set<ClientCheck>, mistake: HelloMistake? = nil,
    makeValidator: @escaping @Sendable () -> any ChainValidator
  ) {
    description = AdapterDescription(
      name: name, door: .inProcess, library: "built in", version: "1",
      capabilities: InProcessAdapter.usualCapabilities.union([.clock]).subtracting(Self.declined.keys),
      declined: Self.declined, isControl: isControl, summary: summary)
    self.checks = checks
    self.mistake = mistake
    self.makeValidator = makeValidator
  }

  /// The client that makes every check.
  ///
  /// - Parameter makeValidator: called for each conversation; decides about the certificates.
  public static func complete(_ makeValidator: @escaping @Sendable () -> any ChainValidator) -> SwiftClientAdapter {
    SwiftClientAdapter(
      name: "swift-client", summary: "TLS in Swift that makes every check itself, with the reference's rules for trust",
      isControl: false, checks: Set(ClientCheck.allCases), makeValidator: makeValidator)
  }

  /// For each check a client that makes all the others; negative controls.
  public static func mutants(_ makeValidator: @escaping @Sendable () -> any ChainValidator) -> [SwiftClientAdapter] {
    mutants(makeValidator, of: Set(ClientCheck.allCases))
  }

  /// - Parameter checks: those that are left out, one by each.
  package static func mutants(
    _ makeValidator: @escaping @Sendable () -> any ChainValidator, of checks: Set<ClientCheck>
  ) -> [SwiftClientAdapter] {
    ClientCheck.allCases.filter(checks.contains).map { check in
      SwiftClientAdapter(
        name: "mutant-without-\(check.rawValue)", summary: "a TLS client that \(check.omission)", isControl: true,
        checks: Set(ClientCheck.allCases).subtracting([check]), makeValidator: makeValidator)
    }
  }

  /// For each mistake in a ClientHello a client that makes this one; negative controls.
  public static func helloMutants(
    _ makeValidator: @escaping @Sendable () -> any ChainValidator
  ) -> [SwiftClientAdapter] {
    HelloMistake.allCases.map { mistake in
      SwiftClientAdapter(
        name: "mutant-without-\(mistake.rawValue)", summary: "a TLS client that \(mistake.mistake)", isControl: true,
        checks: Set(ClientCheck.allCases), mistake: mistake, makeValidator: makeValidator)
    }
  }

  public func withConversation<Result: Sendable>(
    _ id: String, _ body: @Sendable (any AdapterConversation) async throws -> Result
  ) async throws -> Result {
    let validator = makeValidator()
    // It asks for a staple always: a policy that wants none can pass over what comes.
    return try await body(
      InProcessConversation(
        SwiftClient(checks: checks, mistake: mistake), capabilities: description.capabilities
      ) { .verifier(ServerVerifier(validator, $0, alwaysAsksForStaple: true)) })
  }
}
