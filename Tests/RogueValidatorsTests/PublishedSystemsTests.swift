import RogueModel
import RogueTrust
import RogueValidators
import Synchronization
import Testing

/// What the published systems answer where no scenario can ask them.
@Suite struct PublishedSystemsTests {
  /// Keeps what was called, and fails where it is told to.
  final class Trust: ServerTrust {
    let outcome: TrustResult
    let fails: Bool
    let set = Mutex<[[TrustPolicy]]>([])

    init(_ outcome: TrustResult = .unspecified, fails: Bool = false) {
      self.outcome = outcome
      self.fails = fails
    }

    func policies() throws(TrustCallFailure) -> [TrustPolicy] {
      if fails { throw TrustCallFailure("policies", "they cannot be read") }
      return [.ssl(hostname: "a")]
    }
    func setPolicies(_ policies: [TrustPolicy]) throws(TrustCallFailure) { set.withLock { $0.append(policies) } }
    func setAnchors(_ anchors: [[UInt8]]?) throws(TrustCallFailure) {}
    func setAnchorsOnly(_ only: Bool) throws(TrustCallFailure) {}
    func evaluate() throws(TrustCallFailure) -> TrustResult { outcome }
    var result: TrustResult { outcome }
    var chain: [[UInt8]] { [] }
    var problems: [TrustProblem] { [] }
  }

  struct NoFetcher: Fetcher {
    func fetch(_ request: FetchRequest) -> FetchReply { .failed("none") }
  }

  /// The dispositions that came, in order.
  final class Answers: Sendable {
    private let list = Mutex<[ChallengeAnswer]>([])
    func add(_ event: ChallengeCompletion.Event) {
      if case .answered(let answer) = event { list.withLock { $0.append(answer) } }
    }
    var all: [ChallengeAnswer] { list.withLock { $0 } }
  }

  static func policy(
    _ methods: [PolicyRecipe.Revocation.Method] = [], identity: AttemptPolicy.Identity? = nil,
    certificatePins: [[UInt8]] = []
  ) -> AttemptPolicy {
    AttemptPolicy(
      systemAnchors: [], userAnchors: nil, anchors: nil, hostname: "a",
      pinSets: certificatePins.isEmpty
        ? []
        : [
          AttemptPolicy.PinSet(
            host: "a", includeSubdomains: false, expires: nil,
            any: certificatePins.map { AttemptPolicy.Pin(kind: .certificate, position: .leaf, der: $0) })
        ],
      revocation: AttemptPolicy.Revocation(mode: methods.isEmpty ? .off : .require, methods: methods, crls: []),
      identity: identity, time: nil)
  }

  static func setUp(_ name: String, _ policy: AttemptPolicy) throws -> ChallengeHandlerSetup {
    let environment = TrustEnvironment(fetcher: NoFetcher(), clock: { 0 })
    let validator = try #require(OwnValidator.all(environment).first { $0.name == name })
    guard case .handler(let setUp) = validator.kind else { throw TrustCallFailure(name, "is no handler") }
    return setUp(policy, "a")
  }

  static func answers(
    _ name: String, _ policy: AttemptPolicy, _ method: AuthenticationMethod, trust: Trust? = nil, failures: Int = 0,
    proposed: Credential? = nil
  ) throws -> [ChallengeAnswer] {
    guard case .ready(let handler) = try setUp(name, policy) else { throw TrustCallFailure(name, "is not ready") }
    let answers = Answers()
    let space = ProtectionSpace(host: "a", port: 1, method: method, serverTrust: trust)
    handler.handle(
      AuthenticationChallenge(space: space, previousFailureCount: failures, proposedCredential: proposed),
      ChallengeCompletion { answers.add($0) })
    return answers.all
  }

  private static let brokenIdentity = AttemptPolicy.Identity(
    form: .pkcs12, leaf: [1], chain: [], privateKey: [2], password: "x")

  @Test func `the enforcer goes on without revocation when the policies cannot be read, the hardened one cancels`()
    throws
  {
    let policy = Self.policy([.crl])
    let published = try Self.answers("revocation-enforcer", policy, .serverTrust, trust: Trust(fails: true))
    #expect(published.map(\.disposition) == [.useCredential])
    let hardened = try Self.answers("revocation-enforcer-hardened", policy, .serverTrust, trust: Trust(fails: true))
    #expect(hardened.map(\.disposition) == [.cancel])
    #expect(hardened.first?.refusal?.reason == .revocationUnknown)
  }

  @Test func `the enforcer appends its policy to those that are there`() throws {
    let trust = Trust()
    _ = try Self.answers("revocation-enforcer", Self.policy([.crl, .ocspFetch]), .serverTrust, trust: trust)
    #expect(
      trust.set.withLock { $0 } == [
        [.ssl(hostname: "a"), .revocation([.crl, .ocsp, .requirePositiveResponse])]
      ])
  }

  @Test func `the enforcer passes a proposed credential on, stale or not`() throws {
    let stale = Credential.password(user: "u", password: "old")
    for (name, isPassedOn) in [("revocation-enforcer", true), ("revocation-enforcer-hardened", false)] {
      let answers = try Self.answers(name, Self.policy(), .httpBasic, proposed: stale)
      #expect(answers.map(\.disposition) == [.performDefaultHandling])
      #expect((answers.first?.credential != nil) == isPassedOn)
    }
  }

  @Test func `a bundle that cannot be opened leaves the published client without an answer`() throws {
    let policy = Self.policy(identity: Self.brokenIdentity)
    #expect(try Self.answers("client-certificate", policy, .clientCertificate).isEmpty)
    guard case .refused(.clientIdentity, _) = try Self.setUp("client-certificate-hardened", policy) else {
      Issue.record("the hardened one did not refuse its configuration")
      return
    }
  }

  @Test func `the published client answers a server's trust with a password, the hardened one leaves it alone`() throws
  {
    let published = try Self.answers("client-certificate", Self.policy(), .serverTrust, trust: Trust(.fatalFailure))
    guard case .password? = published.first?.credential else {
      Issue.record("\(published)")
      return
    }
    let hardened = try Self.answers("client-certificate-hardened", Self.policy(), .serverTrust, trust: Trust())
    #expect(hardened.map(\.disposition) == [.performDefaultHandling])
  }

  @Test func `a failure of another space makes the published client cancel`() throws {
    let published = try Self.answers("client-certificate", Self.policy(), .httpBasic, failures: 1)
    #expect(published.map(\.disposition) == [.cancel])
    let hardened = try Self.answers("client-certificate-hardened", Self.policy(), .httpBasic, failures: 1)
    #expect(hardened.map(\.disposition) == [.performDefaultHandling])
  }

  @Test func `an unreadable certificate crashes the published validator and is a configuration error for its sibling`()
    throws
  {
    let policy = Self.policy(certificatePins: [[1, 2, 3]])
    guard case .crashed = try Self.setUp("pinned-certificate", policy),
      case .refused(.configuration, _) = try Self.setUp("pinned-certificate-hardened", policy)
    else {
      Issue.record("neither crashed nor refused")
      return
    }
  }

  @Test func `pins by domain never answer other methods, and refuse Proceed`() throws {
    #expect(try Self.answers("per-domain-pins", Self.policy(), .clientCertificate).isEmpty)
    #expect(
      try Self.answers("per-domain-pins-hardened", Self.policy(), .clientCertificate).map(\.disposition)
        == [.performDefaultHandling])
    let refused = try Self.answers("per-domain-pins", Self.policy(), .serverTrust, trust: Trust(.proceed))
    #expect(refused.map(\.disposition) == [.cancel])
    #expect(refused.first?.refusal?.reason == .untrusted)
  }

  @Test func `a failed pin is handled by default as published, cancelled when hardened`() throws {
    for (name, disposition) in [
      ("trusted-certificate", ChallengeAnswer.Disposition.performDefaultHandling),
      ("trusted-certificate-hardened", .cancel),
    ] {
      let answers = try Self.answers(name, Self.policy(), .serverTrust, trust: Trust(.recoverableFailure))
      #expect(answers.map(\.disposition) == [disposition])
    }
  }

  @Test(arguments: TrustResult.allCases)
  func `no published validator takes a bad result for a good one`(result: TrustResult) throws {
    for name in ["revocation-enforcer", "pinned-certificate", "per-domain-pins", "trusted-certificate"] {
      for sibling in [name, name + "-hardened"] {
        let answers = try Self.answers(sibling, Self.policy(), .serverTrust, trust: Trust(result))
        #expect(answers.count == 1)
        if !result.isSuccess { #expect(answers.first?.disposition != .useCredential, "\(sibling)") }
      }
    }
  }
}
