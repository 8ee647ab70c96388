import RogueAdapters
import RogueModel
import RogueRunner
import RogueScenarios
import Testing

/// The rogues before TLS and the temptations that an earlier visit leaves, told over sockets: to clients that look at
/// everything on the way, and to each client that leaves one thing out, which falls for exactly those that are about it.
@Suite struct ApproachMutantTests {
  /// What a client falls for that leaves this out: all of it, and nothing else.
  static let prey: [ApproachCheck: Set<String>] = [
    .proxyCertificate: ["proxy/unknown-ca", "proxy/other-name", "proxy/expired", "proxy/ca-of-the-servers"],
    .proxyName: ["proxy/other-name"],
    .proxyAnchors: ["proxy/ca-of-the-servers"],
    .serverBehindProxy: [
      "proxy/reissued-by-an-unknown-ca", "proxy/reissued-by-the-office", "proxy/reissued-by-a-trusted-ca",
      "proxy/certificate-of-the-proxy-in-the-tunnel", "proxy/unknown-server-behind-a-good-proxy",
      "proxy/server-with-the-name-of-the-proxy", "proxy/server-of-the-ca-of-the-proxies",
      "real-bugs/cve-2021-22890-session-of-the-proxy",
    ],
    .serverName: ["proxy/certificate-of-the-proxy-in-the-tunnel", "proxy/server-with-the-name-of-the-proxy"],
    .ownAnchors: ["proxy/server-of-the-ca-of-the-proxies"],
    .ownSession: ["real-bugs/cve-2021-22890-session-of-the-proxy"],
    .serverAfterUpgrade: [
      "starttls/mail-of-an-unknown-ca", "starttls/mail-with-another-name", "starttls/mail-that-expired",
      "starttls/mailbox-of-an-unknown-ca", "starttls/mailbox-with-another-name", "starttls/mailbox-that-expired",
      "starttls/database-of-an-unknown-ca", "starttls/database-with-another-name", "starttls/database-that-expired",
    ],
    .nameAfterUpgrade: [
      "starttls/mail-with-another-name", "starttls/mailbox-with-another-name", "starttls/database-with-another-name",
    ],
    .offeredTLS: ["starttls/mail-without-the-offer", "starttls/mailbox-without-the-offer"],
    .agreedTLS: [
      "starttls/mail-that-refuses", "starttls/mailbox-that-refuses", "starttls/database-that-refuses",
    ],
    .greeting: ["real-bugs/cve-2021-22946-logged-in-by-the-greeting"],
    .ownIdentity: [
      "session/session-of-another-client", "session/connection-of-another-client",
      "session/connection-of-another-host-and-client",
    ],
    .lifetime: [
      "session/ticket-after-its-lifetime", "session/ticket-after-its-hint", "session/ticket-that-is-over-at-once",
    ],
    .answersUnderTLS: [
      "starttls/mail-answers-before-tls", "real-bugs/cve-2021-22947-answers-before-tls",
      "real-bugs/cve-2021-23222-answers-before-tls",
    ],
  ]

  static func isAboutTheWay(_ scenario: Scenario) -> Bool {
    scenario.world.server.proxy != nil || scenario.world.server.startTLS != nil
  }

  /// What the server takes its client for, where that was said once, in an earlier attempt.
  static func isAboutIdentity(_ scenario: Scenario) -> Bool {
    scenario.world.server.clientAuthentication.mode != .none && scenario.steps.contains { $0.reuse != .none }
  }

  /// How long a session lives.
  static func isAboutLifetimes(_ scenario: Scenario) -> Bool {
    scenario.steps.contains { $0.world.server.behaviours.contains { $0.name == "session-lifetime" } }
  }

  static let scenarios = PaperCatalogue.catalogue().scenarios.filter {
    isAboutTheWay($0) || isAboutIdentity($0) || isAboutLifetimes($0)
  }
  static let aboutTheWay = Set(scenarios.filter(isAboutTheWay).map(\.id))

  @Test func `clients that look at everything are right about every way, in all engines`() async throws {
    #expect(Self.scenarios.count { !$0.isHealthy } >= 30)
    let clients: [any Adapter] = [
      InProcessAdapter(
        name: "complete", summary: "", isControl: false, alwaysAsksForStaple: true,
        makeValidator: HandshakeMutantTests.reference),
      OwnClientAdapter.complete(HandshakeMutantTests.reference),
    ]
    let live = LiveMutants(Self.scenarios)
    for engine in ["own", "libssl", "gnutls"] {
      // The libraries close a connection after its answer, and do not misbehave.
      let served = Self.scenarios.filter { scenario in
        engine == "own" || !scenario.world.server.keepsAlive && !Self.isAboutLifetimes(scenario)
      }
      let results = try await HandshakeMutantTests.run(served, clients, engine: engine)
      #expect(results.count > 2 * Self.scenarios.count)
      for result in results where !live.isRight(result) {
        // The own client keeps no connection open.
        if result.judgement.verdict == .unsupported, !Self.aboutTheWay.contains(result.scenario) { continue }
        Issue.record("\(engine): \(result.caseID): \(result.judgement.verdict): \(result.judgement.explanation)")
      }
    }
  }

  @Test func `every check that is left out is missed where it counts, and nowhere else`() async throws {
    // The others are put to other scenarios.
    #expect(Set(Self.prey.keys).isDisjoint(with: FurtherConnectionMutantTests.prey.keys))
    #expect(Set(Self.prey.keys).union(FurtherConnectionMutantTests.prey.keys) == Set(ApproachCheck.allCases))
    let mutants = InProcessAdapter.approachMutants(HandshakeMutantTests.reference, of: Set(Self.prey.keys))
    let results = try await HandshakeMutantTests.run(Self.scenarios, mutants)
    let live = LiveMutants(Self.scenarios)
    for check in Self.prey.keys {
      let own = results.filter { $0.adapter == "mutant-without-\(check.rawValue)" }
      #expect(!own.isEmpty)
      for result in own where result.control.map({ $0.verdict != .pass }) ?? false {
        Issue.record("\(check) fails the control of \(result.caseID): \(result.control?.explanation ?? "")")
      }
      let wrong = own.filter { !live.isRight($0) }
      #expect(Set(wrong.map(\.scenario)) == Self.prey[check], "\(check)")
      for result in wrong where !live.isKill(result) {
        // In whose name a request is made is nothing that the server lies about.
        if check == .ownIdentity, result.judgement.verdict == .badIdentity { continue }
        Issue.record("\(check): \(result.caseID): \(result.judgement.verdict): \(result.judgement.explanation)")
      }
    }
    let caught = Self.prey.values.reduce(into: Set<String>()) { $0.formUnion($1) }
    // Whose name a request is made in is nothing that the server lies about.
    let rogues = Self.scenarios.filter { !$0.isHealthy || $0.family == "session" }.map(\.id)
    #expect(Set(rogues) == caught)
    #expect(live.surviving(results) == [], "no client falls for these")
  }
}
