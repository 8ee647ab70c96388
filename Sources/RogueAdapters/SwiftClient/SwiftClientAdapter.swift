public import RogueModel
internal import RoguePlatform
package import RogueTLS
internal import Synchronization

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
      name: "swift-client", summary: "TLS in Swift that makes every check by itself, above the reference",
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
    try await body(
      SwiftClientConversation(
        capabilities: description.capabilities, checks: checks, mistake: mistake, validator: makeValidator()))
  }
}

/// The attempts of one conversation; keeps the session that a later step may take up.
private final class SwiftClientConversation: AdapterConversation {
  let capabilities: Set<Capability>
  private let checks: Set<ClientCheck>
  private let mistake: HelloMistake?
  private let validator: any ChainValidator
  private let remembered = Mutex<SwiftClientAttempt.Remembered?>(nil)

  init(
    capabilities: Set<Capability>, checks: Set<ClientCheck>, mistake: HelloMistake?, validator: any ChainValidator
  ) {
    self.capabilities = capabilities
    self.checks = checks
    self.mistake = mistake
    self.validator = validator
  }

  func perform(_ attempt: Attempt) async throws(HarnessFailure) -> AdapterReport {
    if let missing = attempt.needs.first(where: { !capabilities.contains($0) }) {
      return AdapterReport(outcome: .unsupported(capability: missing.rawValue, why: nil), milliseconds: 0)
    }
    let known = attempt.reuse == .none ? nil : remembered.withLock { $0 }
    let (validator, checks, mistake) = (validator, checks, mistake)
    let (outcome, left, milliseconds) = await BlockingThreads.shared.run {
      let begun = MonotonicInstant.now
      var own = SwiftClientAttempt(
        attempt: attempt, validator: validator, checks: checks, mistake: mistake,
        known: known.flatMap { $0.isOffered(in: attempt) ? $0 : nil })
      var outcome = own.outcome()
      var elsewhere = attempt
      // To another host it goes without a session of this one.
      while let redirect = own.redirect, attempt.needs.contains(.redirects), elsewhere.connect.host != redirect {
        elsewhere.connect.host = redirect
        if attempt.policy.hostname != nil { elsewhere.policy.hostname = redirect }
        own = SwiftClientAttempt(attempt: elsewhere, validator: validator, checks: checks)
        outcome = own.outcome()
      }
      return (outcome, own.left, MonotonicInstant.now.microseconds(since: begun) / 1000)
    }
    if let left { remembered.withLock { $0 = left } }
    return AdapterReport(outcome: try outcome.get(), milliseconds: milliseconds)
  }
}
