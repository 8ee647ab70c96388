// The values that handlers, validators and capabilities are made of belong to every call below; no other name does.
@_exported public import RogueContract
public import RoguesGallery
public import Testing

/// Expects a challenge handler to be right in every case of these scenarios.
///
/// Rogue servers run on loopback ports of this process, and the harness's TLS client calls the handler. Every wrong
/// result is an issue of the test: it has the expectation, the handler's decision, the server's record, and the
/// command that runs this case alone. A case that proves nothing is an issue too; so are a control that is not accepted, a
/// pattern that matches no scenario, and a pattern without a case that ran. Scenarios of the level `may` are for
/// information. Nothing is written to disk.
///
///     @Test func `my pins hold`() async throws {
///       try await expectConformance(to: "trust/*", "pin/*", capabilities: [.pin(.spki, .leaf)]) { policy in
///         MyPins(policy.pinSets)
///       }
///     }
///
/// - Parameters:
///   - scenarios: Ids, patterns (`trust/*`, `names/**`, `trust/unknown-ca[tls=1.3]`), or paths of scenario files.
///     Without any: the whole catalogue.
///   - capabilities: What the handler can be configured with. Cases that need other capabilities do not run. TLS
///     versions and resumption depend on the harness's client.
///   - strict: A refusal for another reason than the scenario's is an issue too.
///   - timeout: For one connection.
///   - catalogue: A folder with `Scenarios` and `Certs`, in addition to the catalogue of this package; nil: those of
///     `ROGUES_CATALOGUE`.
///   - handler: Makes the handler for one connection, from its policy. If it throws, the handler refuses its
///     configuration (``ConfigurationRefusal`` gives the reason).
/// - Returns: every case with its evidence, for tests that examine more.
@discardableResult
public func expectConformance<Handler: ChallengeHandler>(
  to scenarios: String..., capabilities: Set<Capability> = [], strict: Bool = false,
  timeout: Duration = .seconds(5), catalogue: String? = nil, sourceLocation: SourceLocation = #_sourceLocation,
  of handler: @escaping @Sendable (_ policy: AttemptPolicy) throws -> Handler
) async throws -> Conformance {
  let validator = ValidatorInProcess.handler(name: "\(Handler.self)", capabilities: capabilities) { policy, _ in
    do {
      return .ready(try handler(policy))
    } catch let refusal as ConfigurationRefusal {
      return .refused(refusal.reason, detail: refusal.detail)
    } catch {
      return .refused(.configuration, detail: "\(error)")
    }
  }
  return try await ConformanceExpectation(
    scenarios: scenarios, strict: strict, timeout: timeout, catalogue: catalogue, sourceLocation: sourceLocation
  ).check(validator)
}

/// Expects a chain validator to be right in every case of these scenarios; see the overload for challenge handlers.
///
/// - Parameter validator: Makes the validator for one conversation; its state ends with the conversation.
@discardableResult
public func expectConformance<Validator: ChainValidator>(
  to scenarios: String..., capabilities: Set<Capability> = [], strict: Bool = false,
  timeout: Duration = .seconds(5), catalogue: String? = nil, sourceLocation: SourceLocation = #_sourceLocation,
  of validator: @escaping @Sendable () -> Validator
) async throws -> Conformance {
  try await ConformanceExpectation(
    scenarios: scenarios, strict: strict, timeout: timeout, catalogue: catalogue, sourceLocation: sourceLocation
  ).check(.chainValidator(name: "\(Validator.self)", capabilities: capabilities, make: validator))
}

/// Thrown by a closure that makes a handler: the handler refuses its configuration and does not connect.
public struct ConfigurationRefusal: Error, Sendable, Hashable {
  public var reason: Reason
  public var detail: String

  public init(_ reason: Reason, _ detail: String) {
    self.reason = reason
    self.detail = detail
  }
}
