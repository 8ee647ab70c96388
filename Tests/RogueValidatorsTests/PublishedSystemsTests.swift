import RogueModel
import RogueTrust
@testable import RogueValidators
import Synchronization
import Testing

/// What the published systems answer where no scenario can ask them.
@Suite struct PublishedSystemsTests {
  /// Keeps what was called, and fails where it is told to.
  final class Trust: ServerTrust {
    enum Fault { case cannotBeRead, cannotBeSet }
    let outcome: TrustResult
    let fault: Fault?
    let first: TrustPolicy
    let set = Mutex<[[TrustPolicy]]>([])

    init(
      _ outcome: TrustResult = .unspecified, fault: Fault? = nil, first: TrustPolicy = .ssl(hostname: "a")
    ) {
      self.outcome = outcome
      self.fault = fault
      self.first = first
    }

    func policies() throws(TrustCallFailure) -> [TrustPolicy] {
      if fault == .cannotBeRead { throw TrustCallFailure("policies", "they cannot be read") }
      return [first]
    }
    func setPolicies(_ policies: [TrustPolicy]) throws(TrustCallFailure) {
      if fault == .cannotBeSet { throw TrustCallFailure("setPolicies", "they cannot be set") }
      set.withLock { $0.append(policies) }
    }
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

  /// The answers that came, in order, and whether it crashed.
  final class Answers: Sendable {
    private let list = Mutex<[ChallengeAnswer]>([])
    private let crashes = Mutex(0)
    func add(_ event: ChallengeCompletion.Event) {
      switch event {
      case .answered(let answer): list.withLock { $0.append(answer) }
      case .crashed: crashes.withLock { $0 += 1 }
      case .released: break
      }
    }
    var all: [ChallengeAnswer] { list.withLock { $0 } }
    var hasCrashed: Bool { crashes.withLock { $0 > 0 } }
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
    let validator = try #require(BuiltInValidator.all(environment).first { $0.name == name })
    guard case .handler(let setUp) = validator.kind else { throw TrustCallFailure(name, "is no handler") }
    return setUp(policy, "a")
  }

  static func ask(
    _ handler: any ChallengeHandler, _ method: AuthenticationMethod, trust: (any ServerTrust)? = nil,
    failures: Int = 0, proposed: Credential? = nil
  ) -> Answers {
    let answers = Answers()
    let space = ProtectionSpace(host: "a", port: 1, method: method, serverTrust: trust)
    handler.handle(
      AuthenticationChallenge(space: space, previousFailureCount: failures, proposedCredential: proposed),
      ChallengeCompletion { answers.add($0) })
    return answers
  }

  static func handler(_ name: String, _ policy: AttemptPolicy) throws -> any ChallengeHandler {
    guard case .ready(let handler) = try setUp(name, policy) else { throw TrustCallFailure(name, "is not ready") }
    return handler
  }

  static func answers(
    _ name: String, _ policy: AttemptPolicy, _ method: AuthenticationMethod, trust: Trust? = nil, failures: Int = 0,
    proposed: Credential? = nil
  ) throws -> [ChallengeAnswer] {
    ask(try handler(name, policy), method, trust: trust, failures: failures, proposed: proposed).all
  }

  private static let brokenIdentity = AttemptPolicy.Identity(
    form: .pkcs12, leaf: [1], chain: [], privateKey: [2], password: "x")
  private static let unreadable = policy(certificatePins: [[1, 2, 3]])

  // MARK: Enforcing Certificate Revocation

  @Test(arguments: [
    ("enforcing-revocation", TrustPolicy.RevocationFlags.anyMethod), ("enforcing-revocation-crl-only", .crl),
    ("enforcing-revocation-ocsp-only", .ocsp),
  ])
  func `the enforcer appends its own policy whatever it was told about revocation`(
    name: String, flags: TrustPolicy.RevocationFlags
  ) throws {
    for policy in [Self.policy(), Self.policy([.crl]), Self.policy([.ocspFetch])] {
      let trust = Trust()
      _ = try Self.answers(name, policy, .serverTrust, trust: trust)
      #expect(
        trust.set.withLock { $0 } == [
          [.ssl(hostname: "a"), .revocation(flags.union(.requirePositiveResponse))]
        ])
    }
  }

  @Test func `without its flaws it asks what the policy asks for, and nobody on a network that it may not use`() throws
  {
    func set(_ policy: AttemptPolicy) throws -> [[TrustPolicy]] {
      let trust = Trust()
      _ = try Self.answers("enforcing-revocation-hardened", policy, .serverTrust, trust: trust)
      return trust.set.withLock { $0 }
    }
    #expect(try set(Self.policy()).isEmpty)
    #expect(
      try set(Self.policy([.crl, .ocspFetch]))
        == [[.ssl(hostname: "a"), .revocation([.anyMethod, .requirePositiveResponse])]])
    var quiet = Self.policy([.ocspStaple])
    quiet.revocation.allowsNetwork = false
    #expect(
      try set(quiet)
        == [[.ssl(hostname: "a"), .revocation([.ocsp, .requirePositiveResponse, .networkDisabled])]])
    quiet.revocation.mode = .bestEffort
    #expect(try set(quiet) == [[.ssl(hostname: "a"), .revocation([.ocsp, .networkDisabled])]])
  }

  @Test func `when its policy cannot be added it goes on without revocation, the hardened one cancels`() throws {
    let policy = Self.policy([.crl])
    let trusts = [Trust(fault: .cannotBeRead), Trust(fault: .cannotBeSet), Trust(first: .basic)]
    for trust in trusts {
      let published = try Self.answers("enforcing-revocation", policy, .serverTrust, trust: trust)
      #expect(published.map(\.disposition) == [.useCredential])
      #expect(trust.set.withLock { $0 }.isEmpty)
      let hardened = try Self.answers("enforcing-revocation-hardened", policy, .serverTrust, trust: trust)
      #expect(hardened.map(\.disposition) == [.cancel])
      #expect(hardened.first?.refusal?.reason == .revocationUnknown)
    }
  }

  @Test func `the enforcer passes a proposed credential on where it makes none`() throws {
    let stale = Credential.password(user: "u", password: "old")
    for (name, isPassedOn) in [("enforcing-revocation", true), ("enforcing-revocation-hardened", false)] {
      let other = try Self.answers(name, Self.policy(), .httpBasic, proposed: stale)
      #expect(other.map(\.disposition) == [.performDefaultHandling])
      #expect((other.first?.credential != nil) == isPassedOn)
      let bad = try Self.answers(
        name, Self.policy(), .serverTrust, trust: Trust(.recoverableFailure), proposed: stale)
      #expect(bad.map(\.disposition) == [.cancel])
      #expect((bad.first?.credential != nil) == isPassedOn)
    }
  }

  // MARK: RNPinnedCertValidator

  @Test func `an unreadable certificate crashes the delegate when it is made, and the class when it is asked`() throws {
    guard case .crashed = try Self.setUp("rn-pinned-delegate", Self.unreadable),
      case .refused(.configuration, _) = try Self.setUp("rn-pinned-cert-validator-hardened", Self.unreadable)
    else {
      Issue.record("neither crashed nor refused")
      return
    }
    let handler = try Self.handler("rn-pinned-cert-validator", Self.unreadable)
    for method in [AuthenticationMethod.serverTrust, .httpBasic] {
      let answers = Self.ask(handler, method, trust: Trust())
      #expect(answers.hasCrashed && answers.all.isEmpty)
    }
  }

  @Test func `it cancels every challenge that has no trust, the hardened one leaves it alone`() throws {
    for name in ["rn-pinned-delegate", "rn-pinned-cert-validator"] {
      #expect(try Self.answers(name, Self.policy(), .httpBasic).map(\.disposition) == [.cancel])
    }
    #expect(
      try Self.answers("rn-pinned-cert-validator-hardened", Self.policy(), .httpBasic).map(\.disposition)
        == [.performDefaultHandling])
  }

  // MARK: The curious case of duplicated certificates

  @Test func `only a bundle that is there and cannot be opened leaves the published client without an answer`() throws {
    let policy = Self.policy(identity: Self.brokenIdentity)
    #expect(try Self.answers("duplicated-certificates", policy, .clientCertificate).isEmpty)
    guard case .refused(.clientIdentity, _) = try Self.setUp("duplicated-certificates-hardened", policy) else {
      Issue.record("the hardened one did not refuse its configuration")
      return
    }
    // Without a bundle it is the question of any other method.
    let bare = try Self.answers("duplicated-certificates", Self.policy(), .clientCertificate)
    #expect(bare.map(\.disposition) == [.useCredential])
    guard case .password? = bare.first?.credential else {
      Issue.record("\(bare)")
      return
    }
    let hardened = try Self.answers("duplicated-certificates-hardened", Self.policy(), .clientCertificate)
    #expect(hardened.map(\.disposition) == [.performDefaultHandling])
  }

  @Test func `the published client answers a server's trust with a password, the hardened one leaves it alone`() throws
  {
    let published = try Self.answers(
      "duplicated-certificates", Self.policy(), .serverTrust, trust: Trust(.fatalFailure))
    guard case .password? = published.first?.credential else {
      Issue.record("\(published)")
      return
    }
    let hardened = try Self.answers("duplicated-certificates-hardened", Self.policy(), .serverTrust, trust: Trust())
    #expect(hardened.map(\.disposition) == [.performDefaultHandling])
  }

  @Test func `a failure of another space makes the published client cancel`() throws {
    let published = try Self.answers("duplicated-certificates", Self.policy(), .httpBasic, failures: 1)
    #expect(published.map(\.disposition) == [.cancel])
    let hardened = try Self.answers("duplicated-certificates-hardened", Self.policy(), .httpBasic, failures: 1)
    #expect(hardened.map(\.disposition) == [.performDefaultHandling])
  }

  // MARK: The SSL Conservatory

  private static let doors: [(published: String, hardened: String)] = [
    ("isp-pinned-connection-delegate", "isp-pinned-connection-delegate-hardened"),
    ("isp-pinned-session-delegate", "isp-pinned-session-delegate-hardened"),
  ]

  @Test func `pins by domain never answer other methods, and refuse Proceed`() throws {
    for (published, hardened) in Self.doors {
      #expect(try Self.answers(published, Self.policy(), .clientCertificate).isEmpty)
      #expect(
        try Self.answers(hardened, Self.policy(), .clientCertificate).map(\.disposition) == [.performDefaultHandling])
      let refused = try Self.answers(published, Self.policy(), .serverTrust, trust: Trust(.proceed))
      #expect(refused.map(\.disposition) == [.cancel])
      #expect(refused.first?.refusal?.reason == .untrusted)
    }
    #expect(try Self.handler("isp-pinned-session-delegate", Self.policy()).methods == [.session])
    #expect(try Self.handler("isp-pinned-connection-delegate", Self.policy()).methods == [.session, .task])
  }

  /// A healthy server and a certificate of its world that is not in its chain.
  private static func stage() throws -> (trust: () -> EvaluatedTrust, leaf: [UInt8], other: [UInt8]) {
    let trials = try PaperCatalogue.trials(["healthy/chain-two-tiers", "trust/rogue-ca-in-system-store"])
    let healthy = try #require(trials.first { $0.name == "healthy/chain-two-tiers[leaf-certificate]" }?.steps.first)
    let rogue = try #require(
      trials.first { $0.name == "trust/rogue-ca-in-system-store[leaf-certificate]" }?.steps.first)
    let environment = TrustEnvironment(fetcher: NoFetcher(), clock: { PaperCatalogue.clock.secondsSince1970 })
    return (
      {
        EvaluatedTrust(
          flight: healthy.flight, hostname: healthy.policy.hostname, policy: healthy.policy, environment: environment)
      }, try #require(healthy.flight.certificates.first), try #require(rogue.flight.certificates.last)
    )
  }

  @Test(arguments: [ISPCertificatePinning.Door.bare, .connection, .session])
  func `what is evaluated on the trust afterwards is anchored at the last pin that was tried`(
    door: ISPCertificatePinning.Door
  ) throws {
    let (make, leaf, other) = try Self.stage()
    // As in a rotation: the first pin is for a certificate that is not in use.
    for (pins, isSpoilt) in [([other, leaf], true), ([leaf, other], false)] {
      for isHardened in [false, true] {
        let trust = make()
        let handler = ISPCertificatePinning(pins: SSLPins(.pins(["a": pins])), door: door, isHardened: isHardened)
        let answers = Self.ask(handler, .serverTrust, trust: trust)
        #expect(answers.all.map(\.disposition) == [.useCredential])
        let spoilt = isSpoilt && !isHardened
        #expect(try trust.evaluate() == (spoilt ? .recoverableFailure : .unspecified))
        #expect((trust.chain.count == 3) == !spoilt)
      }
    }
    // Nothing fits: as published the trust is left with the anchor of the last try all the same.
    for isHardened in [false, true] {
      let trust = make()
      let handler = ISPCertificatePinning(pins: SSLPins(.pins(["a": [other]])), door: door, isHardened: isHardened)
      #expect(Self.ask(handler, .serverTrust, trust: trust).all.map(\.disposition) == [.cancel])
      #expect(try trust.evaluate() == (isHardened ? .unspecified : .recoverableFailure))
    }
  }

  @Test(arguments: [ISPCertificatePinning.Door.bare, .connection, .session])
  func `pins that are missing on disk or cannot be read are a refusal`(door: ISPCertificatePinning.Door) throws {
    let (make, leaf, _) = try Self.stage()
    for isHardened in [false, true] {
      func dispositions(_ content: SSLPins.Content) -> [ChallengeAnswer.Disposition] {
        let handler = ISPCertificatePinning(pins: SSLPins(content), door: door, isHardened: isHardened)
        return Self.ask(handler, .serverTrust, trust: make()).all.map(\.disposition)
      }
      #expect(dispositions(.missing) == [.cancel])
      #expect(dispositions(.unreadable) == [.cancel])
      #expect(dispositions(.pins([:])) == [.cancel])
      #expect(dispositions(.pins(["a": [leaf]])) == [.useCredential])
    }
  }

  @Test func `setting up pins replaces those that were stored, and nothing leaves them`() {
    let pins = SSLPins(.unreadable)
    pins.setUp(nil)
    #expect(pins.dictionary == nil)
    pins.setUp(["a": [[1]]])
    pins.setUp(["b": [[2]]])
    #expect(pins.dictionary == ["b": [[2]]])
    pins.setUp(nil)
    #expect(pins.dictionary == ["b": [[2]]])
  }

  // MARK: Enforcing Trusted SSL Certificates

  private static let doorsToTrust = ["trusted-ssl-delegate", "trusted-ssl-afnetworking"]

  @Test func `a failed pin is handled by default as published, cancelled when hardened`() throws {
    for (name, disposition) in Self.doorsToTrust.map({
      ($0, ChallengeAnswer.Disposition.performDefaultHandling)
    }) + [("trusted-ssl-hardened", .cancel)] {
      let answers = try Self.answers(name, Self.policy(), .serverTrust, trust: Trust(.recoverableFailure))
      #expect(answers.map(\.disposition) == [disposition])
    }
  }

  @Test func `both doors want the challenges about a server's trust and no others`() throws {
    for name in Self.doorsToTrust + ["trusted-ssl-hardened"] {
      let handler = try Self.handler(name, Self.policy())
      for method in [AuthenticationMethod.serverTrust, .clientCertificate, .httpBasic, .other("x")] {
        let space = ProtectionSpace(host: "a", port: 1, method: method)
        #expect(handler.canAuthenticate(against: space) == (method == .serverTrust))
      }
    }
  }

  @Test
  func `an unreadable certificate crashes both doors at the challenge, and is a configuration error for the sibling`()
    throws
  {
    for name in Self.doorsToTrust {
      let answers = Self.ask(try Self.handler(name, Self.unreadable), .serverTrust, trust: Trust())
      #expect(answers.hasCrashed && answers.all.isEmpty)
    }
    guard case .refused(.configuration, _) = try Self.setUp("trusted-ssl-hardened", Self.unreadable) else {
      Issue.record("it was set up")
      return
    }
  }

  // MARK: All

  @Test(arguments: TrustResult.allCases)
  func `no published validator that evaluates takes a bad result for a good one`(result: TrustResult) throws {
    // What is bare does not evaluate, and what is about client certificates does not look at servers.
    let forms = PublishedForm.all.filter { $0.name != "isp-bare-verification" && $0.text != .duplicatedCertificates }
    #expect(forms.count == 14)
    for form in forms {
      let answers = try Self.answers(form.name, Self.policy(), .serverTrust, trust: Trust(result))
      #expect(answers.count == 1)
      if !result.isSuccess { #expect(answers.first?.disposition != .useCredential, "\(form.name)") }
    }
  }

  @Test func `each form is known by title, year and API`() {
    let validators = BuiltInValidator.all(TrustEnvironment(fetcher: NoFetcher(), clock: { 0 }))
    #expect(Set(PublishedForm.all.map(\.name)).count == PublishedForm.all.count)
    for form in PublishedForm.all {
      let summary = validators.first { $0.name == form.name }?.summary ?? ""
      for words in [form.text.title, "\(form.text.year)", form.api] {
        #expect(summary.contains(words), "\(form.name): \(words)")
      }
      #expect(form.name.hasSuffix("-hardened") == form.isHardened)
    }
  }
}
