import Foundation
import RogueLab
import RogueModel
import RogueTrust
@testable import RogueValidators
import Synchronization
import Testing

/// What the published systems answer where no scenario can ask them.
@Suite struct PublishedSystemsTests {
  /// Records the calls, and fails the given ones.
  final class Trust: ServerTrust {
    enum Fault { case cannotBeRead, cannotBeDescribed, cannotBeSet, cannotBeEvaluated }
    let outcome: TrustResult
    let fault: Fault?
    let first: TrustPolicy
    let chain: [[UInt8]]
    let set = Mutex<[[TrustPolicy]]>([])
    /// The lists of policies that were set.
    var added: [[TrustPolicy]] { self.set.withLock { $0 } }

    init(
      _ outcome: TrustResult = .unspecified, fault: Fault? = nil, first: TrustPolicy = .ssl(hostname: "a"),
      chain: [[UInt8]] = []
    ) {
      self.chain = chain
      self.outcome = outcome
      self.fault = fault
      self.first = first
    }

    func policies() throws(TrustCallFailure) -> [TrustPolicy] {
      if fault == .cannotBeRead { throw TrustCallFailure("policies", "they cannot be read") }
      return [first]
    }
    func properties(of policy: TrustPolicy) -> TrustPolicy.Properties? {
      fault == .cannotBeDescribed ? nil : policy.properties
    }
    func setPolicies(_ policies: [TrustPolicy]) throws(TrustCallFailure) {
      if fault == .cannotBeSet { throw TrustCallFailure("setPolicies", "they cannot be set") }
      set.withLock { $0.append(policies) }
    }
    func setAnchors(_ anchors: [[UInt8]]?) throws(TrustCallFailure) {}
    func setAnchorsOnly(_ only: Bool) throws(TrustCallFailure) {}
    func evaluate() throws(TrustCallFailure) -> TrustResult {
      if fault == .cannotBeEvaluated { throw TrustCallFailure("evaluate", "it cannot be done") }
      return outcome
    }
    var result: TrustResult { outcome }
    var problems: [TrustProblem] { [] }
  }

  /// Files in memory, where they can be written.
  final class Folder: StateFolder {
    let isWritable: Bool
    let files: Mutex<[String: [UInt8]]>

    init(_ files: [String: [UInt8]] = [:], isWritable: Bool = true) {
      self.files = Mutex(files)
      self.isWritable = isWritable
    }

    var content: [String: [UInt8]] { files.withLock { $0 } }
    func read(_ name: String) -> [UInt8]? { files.withLock { $0[name] } }
    func write(_ name: String, _ bytes: [UInt8]) -> Bool {
      if isWritable { files.withLock { $0[name] = bytes } }
      return isWritable
    }
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

  static func setUp(
    _ name: String, _ policy: AttemptPolicy, _ files: any StateFolder = Folder()
  ) throws -> ChallengeHandlerSetup {
    let environment = TrustEnvironment(fetcher: NoFetcher(), clock: { 0 })
    let validator = try #require(BuiltInValidator.all(environment).first { $0.name == name })
    guard case .handler(let setUp) = validator.kind else { throw TrustCallFailure(name, "is no handler") }
    return setUp(policy, "a", files)
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

  private static func identity(_ damage: AttemptPolicy.Identity.Damage? = nil) throws -> AttemptPolicy.Identity {
    let trials = try OfflineCatalogue.trials(["healthy/client-certificate-required"])
    var identity = try #require(trials.first { $0.policy == "chain-pkcs12" }?.steps.first?.policy.identity)
    identity.damage = damage
    return identity
  }
  private static let unreadable = policy(certificatePins: [[1, 2, 3]])

  // MARK: Enforcing Certificate Revocation

  /// Every form, with the flags that it appends to the policies of a trust for TLS.
  private static let flags: [(name: String, flags: TrustPolicy.RevocationFlags?)] = [
    ("enforcing-revocation", nil), ("enforcing-revocation-as-meant", [.anyMethod, .requirePositiveResponse]),
    ("enforcing-revocation-crl-only", [.crl, .requirePositiveResponse]),
    ("enforcing-revocation-ocsp-only", [.ocsp, .requirePositiveResponse]),
    ("enforcing-revocation-best-effort", .anyMethod),
    ("enforcing-revocation-no-network", [.anyMethod, .requirePositiveResponse, .networkDisabled]),
    ("enforcing-revocation-hardened", [.anyMethod, .requirePositiveResponse]),
  ]

  @Test func `as published nothing is ever added, as intended the same is added whatever the policy is`() throws {
    #expect(
      Set(Self.flags.map(\.name)) == Set(PublishedForm.all.filter { $0.text == .enforcingRevocation }.map(\.name)))
    for (name, flags) in Self.flags {
      for policy in [Self.policy(), Self.policy([.crl]), Self.policy([.ocspFetch])] {
        let trust = Trust()
        _ = try Self.answers(name, policy, .serverTrust, trust: trust)
        let added = flags.map { [[.ssl(hostname: "a"), TrustPolicy.revocation($0)]] } ?? []
        #expect(trust.added == added, "\(name)")
      }
    }
  }

  /// What is compared as published is the host: with this host the comparison would hold.
  @Test func `as published the comparison holds for a host that is called like the policy for TLS`() throws {
    let trust = Trust(first: .ssl(hostname: TrustPolicy.sslIdentifier))
    _ = try Self.answers("enforcing-revocation", Self.policy(), .serverTrust, trust: trust)
    #expect(trust.added.count == 1)
    // And where no name is checked there is nothing to compare.
    let nameless = Trust(first: .ssl(hostname: nil))
    let answers = try Self.answers("enforcing-revocation", Self.policy(), .serverTrust, trust: nameless)
    #expect(answers.map(\.disposition) == [.useCredential] && nameless.added.isEmpty)
  }

  @Test func `without its flaws it sends nothing over a forbidden network`() throws {
    var quiet = Self.policy()
    quiet.revocation.allowsNetwork = false
    let trust = Trust()
    _ = try Self.answers("enforcing-revocation-hardened", quiet, .serverTrust, trust: trust)
    #expect(
      trust.added
        == [[.ssl(hostname: "a"), .revocation([.anyMethod, .requirePositiveResponse, .networkDisabled])]])
  }

  @Test
  func `if its policy cannot be added, the published one continues without revocation, and the hardened one cancels`()
    throws
  {
    for trust in [Trust(fault: .cannotBeRead), Trust(fault: .cannotBeSet), Trust(first: .basic)] {
      for (name, _) in Self.flags {
        let answers = try Self.answers(name, Self.policy(), .serverTrust, trust: trust)
        let isHardened = name.hasSuffix("-hardened")
        #expect(answers.map(\.disposition) == [isHardened ? .cancel : .useCredential], "\(name)")
        #expect(answers.first?.refusal?.reason == (isHardened ? .revocationUnknown : nil))
        #expect(trust.added.isEmpty)
      }
    }
  }

  @Test func `it crashes where a policy has no properties, the hardened one cancels`() throws {
    for (name, _) in Self.flags {
      let trust = Trust(fault: .cannotBeDescribed)
      let answers = Self.ask(try Self.handler(name, Self.policy()), .serverTrust, trust: trust)
      let isHardened = name.hasSuffix("-hardened")
      #expect(answers.hasCrashed != isHardened)
      #expect(answers.all.map(\.disposition) == (isHardened ? [.cancel] : []))
    }
  }

  @Test func `it is the session's delegate alone`() throws {
    for (name, _) in Self.flags { #expect(try Self.handler(name, Self.policy()).methods == [.session]) }
  }

  @Test func `the enforcer passes a proposed credential on where it makes none`() throws {
    let stale = Credential.password(user: "u", password: "old")
    for (name, isPassedOn) in Self.flags.map({ ($0.name, !$0.name.hasSuffix("-hardened")) }) {
      let other = try Self.answers(name, Self.policy(), .httpBasic, proposed: stale)
      #expect(other.map(\.disposition) == [.performDefaultHandling])
      #expect((other.first?.credential != nil) == isPassedOn)
      let bad = try Self.answers(
        name, Self.policy(), .serverTrust, trust: Trust(.recoverableFailure), proposed: stale)
      #expect(bad.map(\.disposition) == [.cancel])
      #expect((bad.first?.credential != nil) == isPassedOn)
    }
  }

  // MARK: Pinning your SSL Certs

  @Test func `an unreadable certificate crashes the delegate at creation, and the class at evaluation`() throws {
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

  @Test func `it leaves revocation alone, and so does the hardened one`() throws {
    for name in ["rn-pinned-delegate", "rn-pinned-cert-validator", "rn-pinned-cert-validator-hardened"] {
      let trust = Trust()
      _ = try Self.answers(name, Self.policy([.crl]), .serverTrust, trust: trust)
      #expect(trust.added.isEmpty, "\(name)")
    }
  }

  @Test func `the platform reads a certificate from data that begins with one, and from no other`() throws {
    let leaf = try Self.stage().leaf
    #expect(PlatformCertificate.create(leaf) == leaf)
    for file in PinnedFile.allCases {
      let made = PlatformCertificate.create(file.content(of: leaf))
      #expect(made == (file == .zeroByte ? leaf : nil), "\(file)")
    }
    let pem = String(decoding: PinnedFile.otherEncoding.content(of: leaf), as: UTF8.self)
    #expect(pem.hasPrefix("-----BEGIN CERTIFICATE-----\n"))
  }

  // MARK: The curious case of duplicated certificates

  private static let duplicating = ["duplicated-certificates", "duplicated-certificates-nil"]

  private static func isPassword(_ answers: [ChallengeAnswer]) -> Bool {
    guard answers.count == 1, answers[0].disposition == .useCredential, case .password? = answers[0].credential else {
      return false
    }
    return true
  }

  @Test func `the other contents of the credential distinguish the forms`() throws {
    let identity = try Self.identity()
    let forms = [
      ("duplicated-certificates", [identity.leaf], true), ("duplicated-certificates-nil", [], true),
      ("duplicated-certificates-hardened", identity.chain, false),
    ]
    for (name, expected, isStored) in forms {
      let answers = try Self.answers(name, Self.policy(identity: identity), .clientCertificate)
      guard case .identity(let own, let certificates, let isPermanent)? = answers.first?.credential else {
        Issue.record("\(name): \(answers)")
        continue
      }
      #expect(own.leaf == identity.leaf && certificates == expected && isPermanent == isStored, "\(name)")
    }
  }

  @Test func `a bundle that cannot be opened gets no answer, one without an identity a crash, an empty one a password`()
    throws
  {
    for damage in AttemptPolicy.Identity.Damage.allCases {
      let policy = Self.policy(identity: try Self.identity(damage))
      for name in Self.duplicating {
        let answers = Self.ask(try Self.handler(name, policy), .clientCertificate)
        switch damage {
        case .file, .password: #expect(answers.all.isEmpty && !answers.hasCrashed, "\(name) \(damage)")
        case .noKey: #expect(answers.all.isEmpty && answers.hasCrashed, "\(name)")
        case .empty: #expect(Self.isPassword(answers.all), "\(name)")
        }
      }
      guard case .refused(.clientIdentity, _) = try Self.setUp("duplicated-certificates-hardened", policy) else {
        Issue.record("the hardened one did not refuse its configuration: \(damage)")
        continue
      }
    }
    // Without a bundle it is the question of any other method.
    for name in Self.duplicating { #expect(Self.isPassword(try Self.answers(name, Self.policy(), .clientCertificate))) }
    let hardened = try Self.answers("duplicated-certificates-hardened", Self.policy(), .clientCertificate)
    #expect(hardened.map(\.disposition) == [.performDefaultHandling])
  }

  @Test func `a key of another certificate is imported and sent, because nothing compares the two`() throws {
    var identity = try Self.identity()
    let other = try #require(
      try OfflineCatalogue.trials(["session/resumed-other-identity"]).first { $0.policy == "second" }?.steps.last?
        .policy
        .identity)
    identity.privateKey = other.privateKey
    for name in Self.duplicating + ["duplicated-certificates-hardened"] {
      let answers = try Self.answers(name, Self.policy(identity: identity), .clientCertificate)
      guard case .identity(let own, _, _)? = answers.first?.credential else {
        Issue.record("\(name): \(answers)")
        continue
      }
      #expect(own.leaf == identity.leaf && own.privateKey == other.privateKey)
    }
  }

  @Test func `a request for a password gets it from every form, a server's trust from the published ones alone`() throws
  {
    for method in [AuthenticationMethod.httpBasic, .other("x")] {
      for name in Self.duplicating + ["duplicated-certificates-hardened"] {
        #expect(Self.isPassword(try Self.answers(name, Self.policy(), method)), "\(name)")
      }
    }
    for name in Self.duplicating {
      #expect(Self.isPassword(try Self.answers(name, Self.policy(), .serverTrust, trust: Trust(.fatalFailure))))
    }
    let hardened = try Self.answers("duplicated-certificates-hardened", Self.policy(), .serverTrust, trust: Trust())
    #expect(hardened.map(\.disposition) == [.performDefaultHandling])
  }

  @Test func `a failure of another space makes the published client cancel`() throws {
    let published = try Self.answers("duplicated-certificates", Self.policy(), .httpBasic, failures: 1)
    #expect(published.map(\.disposition) == [.cancel])
    let hardened = try Self.answers("duplicated-certificates-hardened", Self.policy(), .httpBasic, failures: 1)
    #expect(Self.isPassword(hardened))
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
    let trials = try OfflineCatalogue.trials(["healthy/chain-two-tiers", "trust/rogue-ca-in-system-store"])
    let healthy = try #require(trials.first { $0.name == "healthy/chain-two-tiers[leaf-certificate]" }?.steps.first)
    let rogue = try #require(
      trials.first { $0.name == "trust/rogue-ca-in-system-store[leaf-certificate]" }?.steps.first)
    let environment = TrustEnvironment(fetcher: NoFetcher(), clock: { OfflineCatalogue.clock.secondsSince1970 })
    return (
      {
        EvaluatedTrust(
          flight: healthy.flight, hostname: healthy.policy.hostname, policy: healthy.policy, environment: environment)
      }, try #require(healthy.flight.certificates.first), try #require(rogue.flight.certificates.last)
    )
  }

  private static func pins(_ entries: [[UInt8]]) -> SSLPins {
    let pins = SSLPins(folder: Folder())
    _ = pins.setUp(["a": entries])
    return pins
  }

  @Test(arguments: [ISPCertificatePinning.Door.bare, .connection, .connectionSubclass, .session])
  func `a later evaluation of the trust is anchored at the last pin that was tried`(
    door: ISPCertificatePinning.Door
  ) throws {
    let (make, leaf, other) = try Self.stage()
    // As in a rotation: the first pin is for a certificate that is not in use.
    for (pins, isSpoilt) in [([other, leaf], true), ([leaf, other], false)] {
      for isHardened in [false, true] {
        let trust = make()
        let handler = ISPCertificatePinning(pins: Self.pins(pins), door: door, isHardened: isHardened)
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
      let handler = ISPCertificatePinning(pins: Self.pins([other]), door: door, isHardened: isHardened)
      #expect(Self.ask(handler, .serverTrust, trust: trust).all.map(\.disposition) == [.cancel])
      #expect(try trust.evaluate() == (isHardened ? .unspecified : .recoverableFailure))
    }
  }

  @Test func `an application that evaluates later cancels a server whose second pin matches`() throws {
    let (make, leaf, other) = try Self.stage()
    for (pins, disposition) in [([other, leaf], ChallengeAnswer.Disposition.cancel), ([leaf, other], .useCredential)] {
      let handler = ISPCertificatePinning(pins: Self.pins(pins), door: .evaluationAfterwards, isHardened: false)
      #expect(Self.ask(handler, .serverTrust, trust: make()).all.map(\.disposition) == [disposition])
    }
  }

  /// Nothing that a platform takes for a certificate has such bytes; the order shows all the same.
  @Test(arguments: ISPCertificatePinning.Door.allCases)
  func `bytes are compared before anything is decoded`(door: ISPCertificatePinning.Door) throws {
    let odd: [UInt8] = [1, 2, 3]
    for (pins, disposition) in [([odd], ChallengeAnswer.Disposition.useCredential), ([[4], odd], .cancel)] {
      let handler = ISPCertificatePinning(pins: Self.pins(pins), door: door, isHardened: false)
      let answers = Self.ask(handler, .serverTrust, trust: Trust(chain: [odd]))
      #expect(answers.all.map(\.disposition) == [disposition])
    }
  }

  @Test(arguments: ISPCertificatePinning.Door.allCases)
  func `pins that are missing on disk or cannot be read are a refusal`(door: ISPCertificatePinning.Door) throws {
    let (make, leaf, _) = try Self.stage()
    let whole = Folder()
    #expect(SSLPins(folder: whole).setUp(["a": [leaf]]))
    let bytes = try #require(whole.read(SSLPins.file))
    for isHardened in [false, true] {
      func answers(_ file: [UInt8]?) -> [ChallengeAnswer] {
        let folder = Folder(file.map { [SSLPins.file: $0] } ?? [:])
        let handler = ISPCertificatePinning(pins: SSLPins(folder: folder), door: door, isHardened: isHardened)
        return Self.ask(handler, .serverTrust, trust: make()).all
      }
      for file in [nil, [], Array(bytes.prefix(bytes.count / 2)), Array(bytes.dropLast(3)), Array("not XML".utf8)] {
        #expect(answers(file).map(\.refusal?.reason) == [.configuration])
      }
      #expect(answers(PropertyList.dictionary([:]).xml).map(\.refusal?.reason) == [.pinMismatch])
      #expect(answers(bytes).map(\.disposition) == [.useCredential])
    }
  }

  @Test(arguments: ISPCertificatePinning.Door.allCases)
  func `a file of version 1 crashes version 3, and is a list of one without its flaws`(
    door: ISPCertificatePinning.Door
  ) throws {
    let (make, leaf, _) = try Self.stage()
    for isHardened in [false, true] {
      let pins = Self.pins([leaf])
      pins.becomeVersion1()
      #expect(pins.domains == ["a": .data(leaf)])
      let handler = ISPCertificatePinning(pins: pins, door: door, isHardened: isHardened)
      let answers = Self.ask(handler, .serverTrust, trust: make())
      #expect(answers.hasCrashed != isHardened)
      #expect(answers.all.map(\.disposition) == (isHardened ? [.useCredential] : []))
    }
  }

  @Test func `setting up pins replaces the stored ones, and returns whether it did`() {
    let folder = Folder([SSLPins.file: [1, 2, 3]])
    let pins = SSLPins(folder: folder)
    #expect(!pins.setUp(nil) && pins.domains == nil)
    #expect(pins.setUp(["a": [[1]]]))
    #expect(pins.setUp(["b": [[2], [3]]]))
    #expect(pins.domains == ["b": .array([.data([2]), .data([3])])])
    #expect(!pins.setUp(nil) && pins.domains?.count == 1)
    #expect(!SSLPins(folder: Folder(isWritable: false)).setUp(["a": [[1]]]))
  }

  /// Each start of the application is a handler of its own: only the file is the same.
  @Test func `pins last from one start to the next, and only a failed set-up leaves those of an earlier release`()
    throws
  {
    let (make, leaf, other) = try Self.stage()
    for (published, hardened) in Self.doors {
      for (name, isHardened) in [(published, false), (hardened, true)] {
        func start(_ pins: [[UInt8]], _ storage: AttemptPolicy.PinStorage, _ folder: Folder) throws -> Bool {
          var policy = Self.policy(certificatePins: pins)
          policy.pinStorage = storage
          guard case .ready(let handler) = try Self.setUp(name, policy, folder) else { return false }
          let answers = Self.ask(handler, .serverTrust, trust: make()).all
          return answers.map(\.disposition) == [.useCredential]
        }
        let folder = Folder()
        #expect(try !start([leaf], .kept, folder), "nothing was set up yet")
        #expect(try start([leaf], .written, folder))
        #expect(try start([leaf], .kept, folder))
        #expect(try start([other], .kept, folder), "what is stored counts")
        #expect(try !start([other], .written, folder))
        #expect(try !start([leaf], .kept, folder))
        // The release before pins the server, this one does not, and cannot say so.
        let full = Folder(folder.content, isWritable: false)
        #expect(try start([leaf], .unwritable, full) == isHardened)
      }
    }
  }

  @Test func `Python's plistlib reads the file that set-up writes, and set-up reads the file that plistlib writes`()
    throws
  {
    let domains: [String: [[UInt8]]] = [
      "a.test": [[0, 255, 1], []], "<&>": [Array(repeating: 7, count: 200)], "none": [],
    ]
    let folder = Folder()
    #expect(SSLPins(folder: folder).setUp(domains))
    let bytes = try #require(folder.read(SSLPins.file))
    let python = Process()
    python.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    python.arguments = [
      "python3", "-c",
      """
      import plistlib, sys
      pins = plistlib.loads(sys.stdin.buffer.read())
      print(sorted((domain, [list(pin) for pin in pins[domain]]) for domain in pins), file=sys.stderr)
      sys.stdout.buffer.write(plistlib.dumps(pins))
      """,
    ]
    let (input, output, said) = (Pipe(), Pipe(), Pipe())
    (python.standardInput, python.standardOutput, python.standardError) = (input, output, said)
    try python.run()
    try input.fileHandleForWriting.write(contentsOf: Data(bytes))
    try input.fileHandleForWriting.close()
    let written = try #require(try output.fileHandleForReading.readToEnd())
    let heard = String(decoding: try #require(try said.fileHandleForReading.readToEnd()), as: UTF8.self)
    python.waitUntilExit()
    #expect(python.terminationStatus == 0)
    #expect(heard.contains("('<&>', [[7, 7,") && heard.contains("('a.test', [[0, 255, 1], []])"), "\(heard)")
    let expected = domains.mapValues { PropertyList.array($0.map(PropertyList.data)) }
    #expect(SSLPins(folder: Folder([SSLPins.file: Array(written)])).domains == expected)
    #expect(SSLPins(folder: folder).domains == expected)
  }

  // MARK: Enforcing Trusted SSL Certificates

  private static let doorsToTrust = [
    "trusted-ssl-delegate", "trusted-ssl-shared-trust", "trusted-ssl-unset-result", "trusted-ssl-afnetworking",
  ]

  @Test func `a failed pin is handled by default as published, cancelled when hardened`() throws {
    for (name, disposition) in Self.doorsToTrust.map({
      ($0, ChallengeAnswer.Disposition.performDefaultHandling)
    }) + [("trusted-ssl-hardened", .cancel)] {
      let answers = try Self.answers(name, Self.policy(), .serverTrust, trust: Trust(.recoverableFailure))
      #expect(answers.map(\.disposition) == [disposition])
    }
  }

  @Test func `if the evaluation fails, the previous value of the variable decides`() throws {
    let dispositions: [String: ChallengeAnswer.Disposition] = [
      "trusted-ssl-delegate": .performDefaultHandling, "trusted-ssl-shared-trust": .performDefaultHandling,
      "trusted-ssl-afnetworking": .performDefaultHandling, "trusted-ssl-unset-result": .useCredential,
      "trusted-ssl-hardened": .cancel,
    ]
    for (name, disposition) in dispositions {
      let answers = try Self.answers(name, Self.policy(), .serverTrust, trust: Trust(fault: .cannotBeEvaluated))
      #expect(answers.map(\.disposition) == [disposition], "\(name)")
    }
  }

  @Test func `one form has default handling evaluate the trust that it has been given`() {
    let shared = BuiltInValidator.all(TrustEnvironment(fetcher: NoFetcher(), clock: { 0 }))
      .filter { $0.defaultHandling == .challengesTrust }
    #expect(shared.map(\.name) == ["trusted-ssl-shared-trust"])
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
    #expect(forms.count == 21)
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
