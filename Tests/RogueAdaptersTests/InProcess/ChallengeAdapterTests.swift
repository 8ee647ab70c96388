import RogueAdapters
import RogueModel
import Synchronization
import Testing

/// What becomes of each disposition, against servers that share no code with the client.
@Suite struct ChallengeAdapterTests {
  /// A trust with a fixed result.
  final class FixedTrust: ServerTrust {
    let fixed: TrustResult

    init(_ result: TrustResult) { fixed = result }

    func policies() throws(TrustCallFailure) -> [TrustPolicy] { [] }
    func setPolicies(_ policies: [TrustPolicy]) throws(TrustCallFailure) {}
    func setAnchors(_ anchors: [[UInt8]]?) throws(TrustCallFailure) {}
    func setAnchorsOnly(_ only: Bool) throws(TrustCallFailure) {}
    func evaluate() throws(TrustCallFailure) -> TrustResult { fixed }
    var result: TrustResult { fixed }
    var chain: [[UInt8]] { [] }
    var problems: [TrustProblem] { fixed.isSuccess ? [] : [TrustProblem(.expired, "it is over")] }
  }

  struct FixedTrusts: ServerTrustFactory {
    var result: TrustResult
    func trust(for flight: ServerFlight, policy: AttemptPolicy) -> any ServerTrust { FixedTrust(result) }
  }

  /// Answers by the method that it is called by.
  struct Delegate: ChallengeHandler {
    var methods: Set<DelegateMethod>
    var answer: @Sendable (AuthenticationChallenge, DelegateMethod, ChallengeCompletion) -> Void
    func handle(_ challenge: AuthenticationChallenge, _ completion: ChallengeCompletion) {}
    func handle(_ challenge: AuthenticationChallenge, by method: DelegateMethod, _ completion: ChallengeCompletion) {
      answer(challenge, method, completion)
    }
  }

  struct Handler: ChallengeHandler {
    var answer: @Sendable (AuthenticationChallenge, ChallengeCompletion) -> Void
    func handle(_ challenge: AuthenticationChallenge, _ completion: ChallengeCompletion) {
      answer(challenge, completion)
    }
  }

  static func attempt(
    _ port: UInt16, _ version: TLSVersion = .tls13, deadline: Int = 120_000, challenges: [PolicyRecipe.Challenge] = []
  ) -> Attempt {
    Attempt(
      id: "a1", conversation: "c1", step: 1, needs: [], reuse: .none, learn: false, deadlineMilliseconds: deadline,
      connect: Attempt.Endpoint(
        host: "pinned.rogues.test", address: "127.0.0.1", port: port, path: "/nonce", proxy: nil),
      minimumTLS: version, maximumTLS: version,
      policy: AttemptPolicy(
        systemAnchors: nil, userAnchors: nil, anchors: nil, hostname: "pinned.rogues.test", pinSets: [],
        revocation: AttemptPolicy.Revocation(mode: .off, methods: [], crls: []), identity: nil, time: nil,
        challenges: challenges))
  }

  static func perform(
    _ attempt: Attempt, _ result: TrustResult = .recoverableFailure,
    _ answer: @escaping @Sendable (AuthenticationChallenge, ChallengeCompletion) -> Void
  ) async throws -> AdapterOutcome {
    let adapter = ChallengeAdapter(name: "test", summary: "", trusts: FixedTrusts(result: result)) { _, _, _ in
      .ready(Handler(answer: answer))
    }
    return try await adapter.withConversation("c1") { try await $0.perform(attempt).outcome }
  }

  static func statement(_ outcome: AdapterOutcome) throws -> Statement {
    guard case .statement(let statement) = outcome else {
      Issue.record("\(outcome)")
      throw TrustCallFailure("statement", "there is none")
    }
    return statement
  }

  @Test(arguments: TLSVersion.allCases)
  func `a credential for trust continues whatever the evaluation returns`(version: TLSVersion) async throws {
    let server = try #require(await OpenSSLServer.start())
    let outcome = try await Self.perform(Self.attempt(server.port, version), .fatalFailure) { challenge, completion in
      guard let trust = challenge.space.serverTrust else { return }
      completion(.useCredential, .trust(trust))
    }
    #expect(outcome == .statement(Statement(said: .accept, nonce: OpenSSLServer.nonce)))
  }

  @Test func `cancelling reports the reason of the handler or of the trust`() async throws {
    let server = try #require(await OpenSSLServer.start())
    let own = try await Self.perform(Self.attempt(server.port)) { _, completion in
      completion(.cancel, refusal: ChallengeAnswer.Refusal(.pinMismatch, "no pin fits"))
    }
    #expect(
      own
        == .statement(
          Statement(
            said: .cancel, reason: .pinMismatch, phase: .handshake, endedBy: .client, detail: "no pin fits")))
    let theirs = try Self.statement(
      try await Self.perform(Self.attempt(server.port)) { _, completion in completion(.cancel) })
    #expect(theirs.said == .cancel && theirs.reason == .expired)
    #expect(!(await server.end()).contains("FILE:nonce"))
  }

  @Test(arguments: [
    (ChallengeAnswer.Disposition.performDefaultHandling, Statement.Said.defaultHandling),
    (.rejectProtectionSpace, .rejectProtectionSpace), (.useCredential, .accept),
  ])
  func `without a credential for trust the system's evaluation decides`(
    disposition: ChallengeAnswer.Disposition, said: Statement.Said
  ) async throws {
    let server = try #require(await OpenSSLServer.start())
    for result in TrustResult.allCases {
      let outcome = try Self.statement(
        try await Self.perform(Self.attempt(server.port), result) { _, completion in
          completion(disposition, .password(user: "u", password: "p"))
        })
      if result == .proceed || result == .unspecified {
        #expect(outcome.nonce == OpenSSLServer.nonce)
        #expect(outcome.said == said)
      } else {
        #expect(outcome.nonce == nil)
        #expect(outcome.said == (said == .accept ? .cancel : said))
        #expect(outcome.reason == .expired)
      }
    }
  }

  @Test func `a released completion counts as a missing answer at once`() async throws {
    let server = try #require(await OpenSSLServer.start())
    guard case .broken(let fault) = try await Self.perform(Self.attempt(server.port), .unspecified, { _, _ in }) else {
      Issue.record("it did not hang")
      return
    }
    #expect(fault.kind == .hung)
  }

  @Test func `a missing answer ends at the deadline`() async throws {
    let server = try #require(await OpenSSLServer.start())
    let kept = Mutex<[ChallengeCompletion]>([])
    let box = Kept(kept: kept)
    let outcome = try await Self.perform(Self.attempt(server.port, deadline: 300), .unspecified) { _, completion in
      box.keep(completion)
    }
    guard case .broken(let fault) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(fault.kind == .hung)
  }

  /// Keeps completions, as a delegate does that means to answer later.
  final class Kept: Sendable {
    private let kept: Mutex<[ChallengeCompletion]>
    init(kept: consuming Mutex<[ChallengeCompletion]>) { self.kept = kept }
    func keep(_ completion: ChallengeCompletion) { kept.withLock { $0.append(completion) } }
  }

  @Test func `an answer may come later and from another task`() async throws {
    let server = try #require(await OpenSSLServer.start())
    let outcome = try await Self.perform(Self.attempt(server.port, deadline: 60_000), .unspecified) { _, completion in
      Task {
        try? await Task.sleep(for: .milliseconds(50))
        completion(.performDefaultHandling)
      }
    }
    #expect(try Self.statement(outcome).nonce == OpenSSLServer.nonce)
  }

  @Test func `a second answer is a fault, whatever the first one was`() async throws {
    let server = try #require(await OpenSSLServer.start())
    for first in ChallengeAnswer.Disposition.allCases {
      let outcome = try await Self.perform(Self.attempt(server.port), .unspecified) { _, completion in
        completion(first)
        completion(.cancel)
      }
      guard case .broken(let fault) = outcome else {
        Issue.record("\(first): \(outcome)")
        return
      }
      #expect(fault.kind == .garbled)
    }
  }

  @Test(arguments: TLSVersion.allCases, [0, 1])
  func `the client's list is the identity's leaf and the credential's certificates`(
    version: TLSVersion, repeated: Int
  ) async throws {
    let server = try #require(await OpenSSLServer.start(["-Verify", "2", "-CAfile", "client.crt"]))
    let leaf = OpenSSLServer.der("client.crt")
    let identity = ClientIdentity(leaf: leaf, privateKey: OpenSSLServer.der("client.key"))
    let outcome = try await Self.perform(Self.attempt(server.port, version)) { challenge, completion in
      if let trust = challenge.space.serverTrust { return completion(.useCredential, .trust(trust)) }
      guard challenge.space.method == .clientCertificate, challenge.space.acceptableIssuers.count == 1 else { return }
      completion(.useCredential, .identity(identity, certificates: Array(repeating: leaf, count: repeated)))
    }
    #expect(outcome == .statement(Statement(said: .accept, nonce: OpenSSLServer.nonce)))
    let entry = 3 + leaf.count + (version == .tls13 ? 2 : 0)
    let length = 4 + 3 + (version == .tls13 ? 1 : 0) + entry * (1 + repeated)
    let hex = String(length, radix: 16)
    let padded = String(repeating: "0", count: 4 - hex.count) + hex
    let line = await server.end().split(separator: "\n").first { $0.hasPrefix("<<<") && $0.hasSuffix(", Certificate") }
    #expect(try #require(line).contains("[length \(padded)]"))
  }

  @Test(arguments: TLSVersion.allCases)
  func `a request for a client certificate that is cancelled ends the handshake`(version: TLSVersion) async throws {
    let server = try #require(await OpenSSLServer.start(["-verify", "2", "-CAfile", "client.crt"]))
    let statement = try Self.statement(
      try await Self.perform(Self.attempt(server.port, version)) { challenge, completion in
        if let trust = challenge.space.serverTrust { return completion(.useCredential, .trust(trust)) }
        completion(.cancel)
      })
    #expect(statement.said == .cancel && statement.reason == .clientIdentity)
    #expect(!(await server.end()).contains("FILE:nonce"))
  }

  @Test func `a handler that refuses its configuration or crashes never connects`() async throws {
    func outcome(_ setup: ChallengeHandlerSetup) async throws -> AdapterOutcome {
      let adapter = ChallengeAdapter(name: "test", summary: "", trusts: FixedTrusts(result: .unspecified)) { _, _, _ in
        setup
      }
      return try await adapter.withConversation("c1") { try await $0.perform(Self.attempt(1)).outcome }
    }
    #expect(
      try await outcome(.refused(.configuration, detail: "no"))
        == .statement(Statement(said: .cancel, reason: .configuration, phase: .configuration, detail: "no")))
    guard case .broken(let fault) = try await outcome(.crashed("boom")) else {
      Issue.record("it did not crash")
      return
    }
    #expect(fault.kind == .crashed)
  }

  /// Keeps what a handler was asked.
  final class Asked: Sendable {
    private let lines = Mutex<[String]>([])
    func note(_ challenge: AuthenticationChallenge) {
      let port = challenge.space.port == 3128 ? "3128" : "the server's"
      lines.withLock {
        $0.append("\(challenge.space.method) \(challenge.space.host) \(port) \(challenge.previousFailureCount)")
      }
    }
    var all: [String] { lines.withLock { $0 } }
  }

  @Test func `other challenges come first, in their order, and a failure is carried into the one about the server`()
    async throws
  {
    let server = try #require(await OpenSSLServer.start())
    let asked = Asked()
    let attempt = Self.attempt(
      server.port, challenges: [.proxy, .httpBasic, .failedBefore, .unknownMethod, .clientCertificate])
    let outcome = try await Self.perform(attempt, .unspecified) { challenge, completion in
      asked.note(challenge)
      guard let trust = challenge.space.serverTrust else {
        // What it gets for another question changes nothing.
        return completion(.useCredential, .password(user: "u", password: "p"))
      }
      if case .password("user", "wrong")? = challenge.proposedCredential {
        completion(.useCredential, .trust(trust))
      } else {
        completion(.cancel)
      }
    }
    #expect(try Self.statement(outcome).nonce == OpenSSLServer.nonce)
    let host = "pinned.rogues.test"
    #expect(
      asked.all == [
        "httpBasic proxy.invalid 3128 0", "httpBasic \(host) the server's 0",
        "other(\"unknown\") \(host) the server's 0",
        "clientCertificate \(host) the server's 0", "serverTrust \(host) the server's 1",
      ])
  }

  @Test(arguments: [
    ([DelegateMethod.session, .task], ["session serverTrust", "task httpBasic"]),
    // What is about a request does not go to the session's method, whichever method is missing.
    ([.session], ["session serverTrust"]),
    ([.task], ["task httpBasic", "task serverTrust"]),
    ([], []),
  ])
  func `questions about the connection go to the session's method, and to the task's where there is none`(
    methods: [DelegateMethod], asked: [String]
  ) async throws {
    let server = try #require(await OpenSSLServer.start())
    let calls = Mutex<[String]>([])
    let adapter = ChallengeAdapter(name: "test", summary: "", trusts: FixedTrusts(result: .unspecified)) { _, _, _ in
      .ready(
        Delegate(methods: Set(methods)) { challenge, method, completion in
          calls.withLock { $0.append("\(method) \(challenge.space.method)") }
          completion(.useCredential, challenge.space.serverTrust.map(Credential.trust))
        })
    }
    let attempt = Self.attempt(server.port, challenges: [.httpBasic])
    let outcome = try await adapter.withConversation("c1") { try await $0.perform(attempt).outcome }
    // Where nobody is asked, the system's own evaluation decides, and here it is content.
    #expect(try Self.statement(outcome).nonce == OpenSSLServer.nonce)
    #expect(calls.withLock { $0 }.sorted() == asked)
  }

  @Test func `pins that only the task's method compares are not looked at`() async throws {
    let server = try #require(await OpenSSLServer.start())
    let adapter = ChallengeAdapter(name: "test", summary: "", trusts: FixedTrusts(result: .unspecified)) { _, _, _ in
      .ready(
        Delegate(methods: [.session, .task]) { _, method, completion in
          if method == .session { return completion(.performDefaultHandling) }
          completion(.cancel, refusal: ChallengeAnswer.Refusal(.pinMismatch, "no pin fits"))
        })
    }
    let outcome = try await adapter.withConversation("c1") { try await $0.perform(Self.attempt(server.port)).outcome }
    #expect(try Self.statement(outcome).said == .defaultHandling)
    #expect(try Self.statement(outcome).nonce == OpenSSLServer.nonce)
  }

  @Test(arguments: PolicyRecipe.Challenge.allCases.filter { $0 != .repeated })
  func `cancelling a challenge that is not about the server ends the request all the same`(
    challenge: PolicyRecipe.Challenge
  ) async throws {
    let server = try #require(await OpenSSLServer.start())
    let attempt = Self.attempt(server.port, challenges: [challenge])
    let outcome = try await Self.perform(attempt, .unspecified) { asked, completion in
      guard let trust = asked.space.serverTrust, asked.previousFailureCount == 0 else { return completion(.cancel) }
      completion(.useCredential, .trust(trust))
    }
    let statement = try Self.statement(outcome)
    #expect(statement.said == .cancel && statement.reason == .other && statement.nonce == nil)
  }

  @Test func `a crash is a fault, and answers before it do not count`() async throws {
    let server = try #require(await OpenSSLServer.start())
    for isAnswered in [false, true] {
      let outcome = try await Self.perform(Self.attempt(server.port), .unspecified) { challenge, completion in
        if isAnswered { completion(.useCredential, challenge.space.serverTrust.map(Credential.trust)) }
        completion.crash("nothing was released")
      }
      guard case .broken(let fault) = outcome else {
        Issue.record("\(outcome)")
        return
      }
      #expect(fault.kind == .crashed)
    }
  }

  /// Wants no challenge about a server.
  struct Unwilling: ChallengeHandler {
    func canAuthenticate(against space: ProtectionSpace) -> Bool { space.method != .serverTrust }
    func handle(_ challenge: AuthenticationChallenge, _ completion: ChallengeCompletion) { completion(.cancel) }
  }

  @Test func `a space that the handler does not want gets default handling`() async throws {
    let server = try #require(await OpenSSLServer.start())
    for (result, isIn) in [(TrustResult.unspecified, true), (.recoverableFailure, false)] {
      let adapter = ChallengeAdapter(name: "test", summary: "", trusts: FixedTrusts(result: result)) { _, _, _ in
        .ready(Unwilling())
      }
      let outcome = try await adapter.withConversation("c1") { try await $0.perform(Self.attempt(server.port)).outcome }
      let statement = try Self.statement(outcome)
      #expect(statement.said == .defaultHandling && (statement.nonce != nil) == isIn)
    }
  }
}
