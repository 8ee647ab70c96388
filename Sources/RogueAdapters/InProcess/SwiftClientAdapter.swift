public import RogueModel

/// Our own TLS client with a chain validator: where the other validators of ours leave the handshake to libssl, this one
/// is its own, check by check.
///
/// It has no HTTP/2 and one request on a connection; otherwise it can what the in-process door can.
public struct SwiftClientAdapter: Adapter {
  public let description: AdapterDescription
  private let rules: Rulebook
  private let makeValidator: @Sendable () -> any ChainValidator

  private static let declined: [Capability: String] = [
    .keepAlive: "there is one request on a connection", .http2: "it speaks HTTP/1.1",
    .postHandshakeAuthentication: "in TLS 1.3 there is one handshake on a connection",
  ]

  /// - Parameter makeValidator: called for each conversation; decides about the certificates.
  package init(
    name: String, summary: String, isControl: Bool, rules: Rulebook = Rulebook(),
    makeValidator: @escaping @Sendable () -> any ChainValidator
  ) {
    description = AdapterDescription(
      name: name, door: .inProcess, library: "built in", version: "1",
      capabilities: InProcessAdapter.usualCapabilities.union([.clock]).subtracting(Self.declined.keys),
      declined: Self.declined, isControl: isControl, summary: summary)
    self.rules = rules
    self.makeValidator = makeValidator
  }

  /// The client that makes every check.
  ///
  /// - Parameter makeValidator: called for each conversation; decides about the certificates.
  public static func complete(_ makeValidator: @escaping @Sendable () -> any ChainValidator) -> SwiftClientAdapter {
    SwiftClientAdapter(
      name: "swift-client", summary: "TLS in Swift that makes every check itself, with the reference's rules for trust",
      isControl: false, makeValidator: makeValidator)
  }

  public func withConversation<Result: Sendable>(
    _ id: String, _ body: @Sendable (any AdapterConversation) async throws -> Result
  ) async throws -> Result {
    let validator = makeValidator()
    // It always requests a staple: a policy without staples can ignore it.
    return try await body(
      InProcessConversation(
        SwiftClient(rules: rules), capabilities: description.capabilities, rules: rules
      ) { .verifier(ServerVerifier(validator, $0, alwaysRequestsStaple: true)) })
  }
}
