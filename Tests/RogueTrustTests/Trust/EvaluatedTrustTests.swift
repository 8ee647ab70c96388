import RogueModel
import RogueScenarios
import RogueStimuli
import RogueTrust
import Testing

/// The semantics of a trust object that handlers rely on, or stumble over.
@Suite struct EvaluatedTrustTests {
  struct Scene {
    var world: World
    var hierarchy: Hierarchy
    var policy: AttemptPolicy

    func der(_ names: String...) -> [[UInt8]] { WorldFixture.der(names, hierarchy) }

    func trust(_ presented: [String]? = nil, staple: [UInt8]? = nil, platform: AttemptPolicy.Platform = .init())
      -> EvaluatedTrust
    {
      var policy = policy
      policy.platform = platform
      return EvaluatedTrust(
        flight: ServerFlight(
          host: WorldFixture.host(world), certificates: WorldFixture.der(presented ?? world.server.present, hierarchy),
          staples: staple.map { [0: $0] } ?? [:]),
        hostname: WorldFixture.host(world), policy: policy, environment: WorldFixture.environment)
    }
  }

  static func scene(_ id: String) throws -> Scene {
    let world = try #require(WorldFixture.catalogue.scenarios.first { $0.id == id }).world
    let hierarchy = try WorldFixture.mint(world)
    return Scene(world: world, hierarchy: hierarchy, policy: WorldFixture.policy(world, hierarchy))
  }

  @Test func `a root of the system's store gives Unspecified, one of the user's Proceed`() throws {
    let system = try Self.scene("healthy/chain-two-tiers").trust()
    #expect(system.result == .invalid)
    #expect(try system.evaluate() == .unspecified)
    #expect(system.result == .unspecified)
    let user = try Self.scene("healthy/root-in-user-store").trust()
    #expect(try user.evaluate() == .proceed)
  }

  @Test func `anchors replace the stores until they are added back, and an empty list trusts nothing`() throws {
    let scene = try Self.scene("healthy/chain-two-tiers")
    let trust = scene.trust()
    try trust.setAnchors(scene.der("stranger"))
    #expect(try trust.evaluate() == .recoverableFailure)
    #expect(trust.problems.first?.reason == .untrusted)
    try trust.setAnchorsOnly(false)
    #expect(try trust.evaluate() == .unspecified)
    try trust.setAnchors([])
    #expect(try trust.evaluate() == .recoverableFailure)
    try trust.setAnchors(nil)
    #expect(try trust.evaluate() == .unspecified)
    try trust.setAnchors(scene.der("leaf"))
    #expect(try trust.evaluate() == .unspecified)
    #expect(trust.chain == scene.der("leaf"))
  }

  @Test func `every setter resets the verdict`() throws {
    let scene = try Self.scene("healthy/chain-two-tiers")
    let trust = scene.trust()
    for change in 0..<3 {
      #expect(try trust.evaluate() == .unspecified)
      switch change {
      case 0: try trust.setAnchors(nil)
      case 1: try trust.setAnchorsOnly(false)
      default: try trust.setPolicies(try trust.policies())
      }
      #expect(trust.result == .invalid, "change \(change)")
    }
  }

  @Test func `setting policies replaces them, and a policy without a name checks none`() throws {
    let scene = try Self.scene("healthy/chain-two-tiers")
    let trust = scene.trust(["sibling-leaf", "issuing"])
    #expect(try trust.evaluate() == .recoverableFailure)
    #expect(trust.problems.map(\.reason) == [.nameMismatch])
    try trust.setPolicies([.ssl(hostname: nil)])
    #expect(try trust.evaluate() == .unspecified)
    try trust.setPolicies([.ssl(hostname: nil), .ssl(hostname: WorldFixture.host(scene.world))])
    #expect(try trust.evaluate() == .recoverableFailure)
  }

  @Test func `a weak or revoked certificate is fatal, other problems can be recovered from`() throws {
    let scene = try Self.scene("healthy/staple-good")
    let revoked = scene.trust(staple: try Self.revokedStaple(scene))
    #expect(try revoked.evaluate() == .fatalFailure)
    #expect(revoked.problems.map(\.reason) == [.revoked])
  }

  static func revokedStaple(_ scene: Scene) throws -> [UInt8] {
    var world = scene.world
    let index = try #require(world.certificates.firstIndex { $0.name == "leaf" })
    world.certificates[index][Revoked.self] = true
    return try WorldFixture.mint(world).revocation.ocspResponse(about: "leaf", request: nil, recipe: nil)
  }

  @Test func `a positive response is needed for the leaf only where the flag says so`() throws {
    let scene = try Self.scene("healthy/staple-good")
    let good = try scene.hierarchy.revocation.ocspResponse(about: "leaf", request: nil, recipe: nil)
    func result(_ flags: TrustPolicy.RevocationFlags, staple: [UInt8]?) throws -> TrustResult {
      let trust = scene.trust(staple: staple)
      let revocation = try #require(TrustPolicy.revocation(checking: flags))
      try trust.setPolicies(try trust.policies() + [revocation])
      return try trust.evaluate()
    }
    #expect(try result(.anyMethod, staple: nil) == .unspecified)
    #expect(try result([.anyMethod, .requirePositiveResponse], staple: nil) == .recoverableFailure)
    // The issuing CA has no answer, and none is needed.
    #expect(try result([.anyMethod, .requirePositiveResponse], staple: good) == .unspecified)
    // The flag for CRLs alone asks by OCSP all the same, as the platform does.
    #expect(try result([.crl, .requirePositiveResponse], staple: good) == .unspecified)
    #expect(try result([.crl, .requirePositiveResponse], staple: nil) == .recoverableFailure)
    #expect(try result([.anyMethod, .requirePositiveResponse, .networkDisabled], staple: good) == .unspecified)
  }

  @Test func `a path of one certificate cannot have the positive response that is required`() throws {
    let scene = try Self.scene("healthy/staple-good")
    let trust = scene.trust()
    try trust.setAnchors(scene.der("leaf"))
    #expect(try trust.evaluate() == .unspecified)
    try trust.setPolicies(try trust.policies() + [.revocation([.anyMethod, .requirePositiveResponse])])
    #expect(try trust.evaluate() == .recoverableFailure)
    #expect(trust.problems.map(\.reason) == [.revocationUnknown])
  }

  @Test func `no flag and unknown flags make no revocation policy`() {
    #expect(TrustPolicy.revocation(checking: []) == nil)
    #expect(TrustPolicy.revocation(checking: TrustPolicy.RevocationFlags(rawValue: 32)) == nil)
    #expect(TrustPolicy.revocation(checking: .ocsp) == .revocation(.ocsp))
  }

  @Test func `a call that is configured to fail throws`() throws {
    let scene = try Self.scene("healthy/chain-two-tiers")
    func trust(_ fault: PlatformRecipe.Fault?) -> EvaluatedTrust { scene.trust(platform: .init(fails: fault)) }
    #expect(throws: TrustCallFailure.self) { try trust(.reading).policies() }
    #expect(throws: TrustCallFailure.self) { try trust(.setting).setPolicies([.basic]) }
    // What a policy is, and which is there to begin with.
    let host = WorldFixture.host(scene.world)
    for fault in PlatformRecipe.Fault.allCases where fault != .reading {
      let trust = trust(fault)
      let first = try #require(try trust.policies().first)
      #expect(first == (fault == .foreignPolicy ? .basic : .ssl(hostname: host)))
      #expect((trust.properties(of: first) == nil) == (fault == .describing))
    }
    #expect(
      TrustPolicy.ssl(hostname: host).properties
        == TrustPolicy.Properties(oid: "1.2.840.113635.100.1.3", name: host))
    #expect(TrustPolicy.ssl(hostname: nil).properties.name == nil)
    #expect(Set([TrustPolicy.basic, .ssl(hostname: nil), .revocation(.ocsp)].map(\.properties.oid)).count == 3)
    #expect(throws: TrustCallFailure.self) { try trust(.evaluating).evaluate() }
    #expect(throws: TrustCallFailure.self) { try trust(nil).setAnchors([[1, 2, 3]]) }
    // And no other call does.
    for fault in PlatformRecipe.Fault.allCases {
      let trust = trust(fault)
      #expect((try? trust.policies()) == nil ? fault == .reading : fault != .reading)
      #expect((try? trust.setPolicies([.ssl(hostname: nil)])) == nil ? fault == .setting : fault != .setting)
      #expect((try? trust.evaluate()) == nil ? fault == .evaluating : fault != .evaluating)
    }
    #expect(try trust(.reading).evaluate() == .unspecified)
    #expect(trust(.evaluating).chain.isEmpty && !trust(.evaluating).problems.isEmpty)
    #expect(try trust(.resulting).evaluate() == .otherError)
  }

  @Test func `a certificate that the user denied gives Deny at every position in the path, and nothing else does`()
    throws
  {
    let scene = try Self.scene("healthy/chain-two-tiers")
    for name in ["leaf", "issuing", "root"] {
      let trust = scene.trust(platform: .init(denied: scene.der(name)))
      #expect(try trust.evaluate() == .deny, "\(name)")
      #expect(trust.problems.map(\.reason) == [.untrusted])
    }
    #expect(try scene.trust(platform: .init(denied: scene.der("sibling-leaf"))).evaluate() == .unspecified)
    // An application's own anchor does not overrule the user.
    let anchored = scene.trust(platform: .init(denied: scene.der("leaf")))
    try anchored.setAnchors(scene.der("root"))
    #expect(try anchored.evaluate() == .deny)
  }

  @Test func `leaves that live too long are refused, by the rules of their anchor`() throws {
    let scene = try Self.scene("healthy/chain-two-tiers")
    let leaf = scene.der("leaf")[0]
    let strict = PlatformRules(
      longestSystemLeafDays: 1, longestPrivateLeafDays: 4000, needsServerPurpose: true, asksOCSPForCRLs: false)
    #expect(strict.problems(leaf: leaf, anchorIsOfTheSystem: true).count == 1)
    #expect(strict.problems(leaf: leaf, anchorIsOfTheSystem: false).isEmpty)
    #expect(PlatformRules.urlLoading.problems(leaf: leaf, anchorIsOfTheSystem: true).isEmpty)
    let client = try Self.scene("healthy/client-certificate-required").der("client-leaf")[0]
    #expect(PlatformRules.urlLoading.problems(leaf: client, anchorIsOfTheSystem: true).map(\.reason) == [.keyUsage])
  }
}
