public import RogueModel
internal import RoguePlatform
internal import RogueTLS

/// Our own TLS client with a chain validator: where the other validators of ours leave the handshake to libssl, this one
/// is its own, check by check.
///
/// It takes up no sessions and shakes hands once; otherwise it can what the in-process door can.
public struct OwnClientAdapter: Adapter {
  public let description: AdapterDescription
  private let checks: Set<ClientCheck>
  private let makeValidator: @Sendable () -> any ChainValidator

  private static let declined: [Capability: String] = [
    .resumption: "sessions are not taken up", .resumptionCache: "sessions are not taken up",
    .earlyData: "sessions are not taken up",
    .keepAlive: "there is one request on a connection", .http2: "it speaks HTTP/1.1",
    .renegotiation: "there is one handshake on a connection",
    .postHandshakeAuthentication: "there is one handshake on a connection", .redirects: "redirects are not followed",
  ]

  private init(
    name: String, summary: String, isControl: Bool, checks: Set<ClientCheck>,
    makeValidator: @escaping @Sendable () -> any ChainValidator
  ) {
    description = AdapterDescription(
      name: name, door: .inProcess, library: "built in", version: "1",
      capabilities: InProcessAdapter.usualCapabilities.union([.clock]).subtracting(Self.declined.keys),
      declined: Self.declined, isControl: isControl, summary: summary)
    self.checks = checks
    self.makeValidator = makeValidator
  }

  /// The client that makes every check.
  ///
  /// - Parameter makeValidator: called for each conversation; decides about the certificates.
  public static func complete(_ makeValidator: @escaping @Sendable () -> any ChainValidator) -> OwnClientAdapter {
    OwnClientAdapter(
      name: "own-client", summary: "TLS in Swift that makes every check by itself, above the reference",
      isControl: false, checks: Set(ClientCheck.allCases), makeValidator: makeValidator)
  }

  /// For each check a client that makes all the others; negative controls.
  public static func mutants(_ makeValidator: @escaping @Sendable () -> any ChainValidator) -> [OwnClientAdapter] {
    ClientCheck.allCases.map { check in
      OwnClientAdapter(
        name: "mutant-without-\(check.rawValue)", summary: "a TLS client that \(check.omission)", isControl: true,
        checks: Set(ClientCheck.allCases).subtracting([check]), makeValidator: makeValidator)
    }
  }

  public func withConversation<Result: Sendable>(
    _ id: String, _ body: @Sendable (any AdapterConversation) async throws -> Result
  ) async throws -> Result {
    try await body(
      OwnClientConversation(capabilities: description.capabilities, checks: checks, validator: makeValidator()))
  }
}

/// The attempts of one conversation; nothing but the validator remembers any of them.
private struct OwnClientConversation: AdapterConversation {
  let capabilities: Set<Capability>
  let checks: Set<ClientCheck>
  let validator: any ChainValidator

  func perform(_ attempt: Attempt) async throws(HarnessFailure) -> AdapterReport {
    if let missing = attempt.needs.first(where: { !capabilities.contains($0) }) {
      return AdapterReport(outcome: .unsupported(capability: missing.rawValue, why: nil), milliseconds: 0)
    }
    let own = OwnClientAttempt(attempt: attempt, validator: validator, checks: checks)
    let (outcome, milliseconds) = await BlockingThreads.shared.run {
      let begun = MonotonicInstant.now
      return (own.outcome(), MonotonicInstant.now.microseconds(since: begun) / 1000)
    }
    return AdapterReport(outcome: try outcome.get(), milliseconds: milliseconds)
  }
}
