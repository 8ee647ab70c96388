public import RogueModel
internal import RogueOpenSSL
internal import RoguePlatform
internal import Synchronization

/// The in-process door for validators in the shape of a URL-loading delegate.
///
/// The harness's TLS client calls the handler inside the handshake: about the server when its chain arrives, and about
/// the client's certificate when the server wants one. A connection that resumes a session brings no challenge, as
/// with the systems that this is modelled on.
public struct ChallengeAdapter: Adapter {
  /// Sets a handler up for one attempt's policy and host, with the files that earlier attempts have left.
  public typealias SetUp =
    @Sendable (
      _ policy: AttemptPolicy, _ host: String, _ files: any StateFolder
    ) -> ChallengeHandlerSetup

  /// The capabilities of chain validators in the in-process door, except that a handler declares a file of pins itself.
  public static let usualCapabilities = InProcessAdapter.usualCapabilities.subtracting([.pinStorage])

  public let description: AdapterDescription
  private let trusts: any ServerTrustFactory
  private let defaultHandling: DefaultHandling
  private let setUp: SetUp

  public init(
    name: String, summary: String, isControl: Bool = false, library: String = "built in", version: String = "1",
    capabilities: Set<Capability> = ChallengeAdapter.usualCapabilities, trusts: any ServerTrustFactory,
    defaultHandling: DefaultHandling = .freshTrust, setUp: @escaping SetUp
  ) {
    var declined: [Capability: String] = [
      .proxyTLS: "a handler gets challenges about servers, and none about the proxy",
      .identityChoice: "a handler has one identity",
    ]
    if !capabilities.contains(.pinStorage) { declined[.pinStorage] = "it stores no pins" }
    description = AdapterDescription(
      name: name, door: .inProcess, library: library, version: version,
      capabilities: capabilities.subtracting([.proxyTLS, .proxyAnchors, .identityChoice]),
      declined: declined,
      isControl: isControl, summary: summary)
    self.trusts = trusts
    self.defaultHandling = defaultHandling
    self.setUp = setUp
  }

  public func withConversation<Result: Sendable>(
    _ id: String, _ body: @Sendable (any AdapterConversation) async throws -> Result
  ) async throws -> Result {
    let setUp = setUp
    let trusts = trusts
    let defaultHandling = defaultHandling
    let credentials = StoredCredentials()
    let state = ApplicationState()
    defer { state.remove() }
    return try await body(
      InProcessConversation(LibsslClient(), capabilities: description.capabilities) { attempt in
        switch setUp(attempt.policy, attempt.connect.host, state.start(attempt.policy)) {
        case .ready(let handler):
          let port = ChallengePort(
            deadline: MonotonicInstant.now.advanced(milliseconds: attempt.deadlineMilliseconds))
          return .verifier(
            ChallengeVerifier(handler, trusts, attempt, port, credentials, defaultHandling: defaultHandling))
        case .refused(let reason, let detail):
          return .outcome(
            .statement(Statement(said: .cancel, reason: reason, phase: .configuration, detail: detail)))
        case .crashed(let detail): return .outcome(.broken(AdapterFault(.crashed, detail)))
        }
      })
  }
}
