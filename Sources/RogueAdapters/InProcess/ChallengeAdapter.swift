public import RogueModel
internal import RogueOpenSSL
internal import RoguePlatform
internal import Synchronization

/// The in-process door for validators in the shape of a URL-loading delegate.
///
/// The harness's TLS client asks the handler inside the handshake: about the server when its chain arrives, and about
/// the client's certificate when the server wants one. A connection that resumes a session brings no challenge, as
/// with the systems that this is modelled on.
public struct ChallengeAdapter: Adapter {
  /// Sets a handler up for one attempt's policy and host.
  public typealias SetUp = @Sendable (_ policy: AttemptPolicy, _ host: String) -> ChallengeHandlerSetup

  public let description: AdapterDescription
  private let trusts: any ServerTrustFactory
  private let setUp: SetUp

  public init(
    name: String, summary: String, isControl: Bool = false, library: String = "built in", version: String = "1",
    capabilities: Set<Capability> = InProcessAdapter.usualCapabilities, trusts: any ServerTrustFactory,
    setUp: @escaping SetUp
  ) {
    description = AdapterDescription(
      name: name, door: .inProcess, library: library, version: version,
      capabilities: capabilities.subtracting([.proxyTLS, .proxyAnchors, .identityChoice]),
      declined: [
        .proxyTLS: "a handler is asked about servers, and not about the proxy before them",
        .identityChoice: "a handler has one identity",
      ],
      isControl: isControl, summary: summary)
    self.trusts = trusts
    self.setUp = setUp
  }

  public func withConversation<Result: Sendable>(
    _ id: String, _ body: @Sendable (any AdapterConversation) async throws -> Result
  ) async throws -> Result {
    let setUp = setUp
    let trusts = trusts
    let credentials = StoredCredentials()
    return try await body(
      InProcessConversation(LibsslClient(), capabilities: description.capabilities) { attempt in
        switch setUp(attempt.policy, attempt.connect.host) {
        case .ready(let handler):
          let port = ChallengePort(
            deadline: MonotonicInstant.now.advanced(milliseconds: attempt.deadlineMilliseconds))
          return .verifier(ChallengeVerifier(handler, trusts, attempt, port, credentials))
        case .refused(let reason, let detail):
          return .outcome(
            .statement(Statement(said: .cancel, reason: reason, phase: .configuration, detail: detail)))
        case .crashed(let detail): return .outcome(.broken(AdapterFault(.crashed, detail)))
        }
      })
  }
}
