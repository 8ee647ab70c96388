import RogueAdapters
@testable import RogueLab
import RogueModel
import RogueRunner
import RogueScenarios
import RogueStimuli
import TestSupport
import Testing

/// Rogues before TLS, and rogues that need an earlier visit, over sockets: clients with every check are right, and each
/// client without one check accepts exactly the rogues of that check.
@Suite(.sweep) struct PreTLSMutantTests {
  /// The rogues that a client without this check accepts: all of these, and no others.
  static let caughtBy: [String: Set<String>] = [
    "proxy-certificate": [
      "proxy/proxy-unknown-ca", "proxy/proxy-wrong-host", "proxy/proxy-expired", "proxy/proxy-issued-by-server-ca",
    ],
    "proxy-name": ["proxy/proxy-wrong-host"],
    "proxy-anchors": ["proxy/proxy-issued-by-server-ca"],
    "identity-of-servers": ["proxy/proxy-requests-client-certificate"],
    "refusal-of-a-tunnel": ["proxy/connect-refused"],
    "server-behind-proxy": [
      "proxy/intercepted-by-unknown-ca", "proxy/intercepted-by-user-ca", "proxy/intercepted-by-system-ca",
      "proxy/server-shows-proxy-name", "proxy/server-unknown-ca-behind-https-proxy",
      "proxy/server-shows-proxy-name-behind-https-proxy", "proxy/server-issued-by-proxy-ca",
      "real-bugs/cve-2021-22890-proxy-session",
      "connection-reuse/tunnel-wrong-host", "connection-reuse/tunnel-other-hosts-pins",
    ],
    "server-name-behind-proxy": [
      "proxy/server-shows-proxy-name", "proxy/server-shows-proxy-name-behind-https-proxy",
      "connection-reuse/tunnel-wrong-host",
    ],
    "server-anchors-behind-proxy": ["proxy/server-issued-by-proxy-ca"],
    "proxy-session-reuse": ["real-bugs/cve-2021-22890-proxy-session"],
    "server-after-upgrade": [
      "starttls/smtp-unknown-ca", "starttls/smtp-wrong-host", "starttls/smtp-expired",
      "starttls/imap-unknown-ca", "starttls/imap-wrong-host", "starttls/imap-expired",
      "starttls/postgresql-unknown-ca", "starttls/postgresql-wrong-host", "starttls/postgresql-expired",
      "starttls/smtp-wrong-pin", "starttls/smtp-rogue-ca-in-system-store",
      "starttls/imap-wrong-pin", "starttls/imap-rogue-ca-in-system-store",
    ],
    "name-after-upgrade": [
      "starttls/smtp-wrong-host", "starttls/imap-wrong-host", "starttls/postgresql-wrong-host",
    ],
    "starttls-offered": ["starttls/smtp-not-offered", "starttls/imap-not-offered"],
    "starttls-accepted": [
      "starttls/smtp-refused", "starttls/imap-refused", "starttls/postgresql-refused",
    ],
    "imap-preauth": ["real-bugs/cve-2021-22946-imap-preauth"],
    "session-identity": [
      "session/resumed-other-identity", "connection-reuse/keep-alive-other-identity",
      "connection-reuse/keep-alive-other-host-and-identity",
    ],
    "admitted-identity": ["client-auth/second-identity-admitted", "client-auth/no-identity-admitted"],
    "session-expiry": [
      "session/ticket-after-lifetime", "session/ticket-after-lifetime-hint", "session/ticket-lifetime-zero",
    ],
    "starttls-injection": [
      "starttls/smtp-injection", "real-bugs/cve-2021-22947-imap-injection",
      "real-bugs/cve-2021-23222-postgresql-injection",
    ],
  ]

  static func isAboutTheWay(_ scenario: Scenario) -> Bool {
    scenario.world.server[Proxy.self] != nil || scenario.world.server[StartTLS.self] != nil
  }

  /// The identity that the server remembers from an earlier attempt.
  static func isAboutIdentity(_ scenario: Scenario) -> Bool {
    scenario.world.server[ClientAuth.self] != .none && scenario.steps.contains { $0.reuse != .none }
  }

  /// Which of its identities the client shows.
  static func isAboutChoice(_ scenario: Scenario) -> Bool {
    scenario.world.policies.contains { $0.identity?.others.isEmpty == false }
  }

  /// How long a session lives.
  static func isAboutLifetimes(_ scenario: Scenario) -> Bool {
    scenario.steps.contains { $0.world.server.behaviours.contains { $0.name == "ticket-lifetime" } }
  }

  static let scenarios = OfflineCatalogue.catalogue().scenarios.filter {
    isAboutTheWay($0) || isAboutIdentity($0) || isAboutLifetimes($0) || isAboutChoice($0)
  }
  /// Without those that keep a connection, for clients that keep none.
  static let aboutTheWay = Set(
    scenarios.filter { isAboutTheWay($0) && !$0.steps.contains { $0.reuse == .connection } }.map(\.id))

  @Test func `clients with every check are right about every protocol, in all engines`() async throws {
    #expect(Self.scenarios.count { !$0.isHealthy } >= 30)
    let clients: [any Adapter] = [
      InProcessAdapter(
        name: "complete", summary: "", isControl: false, alwaysRequestsStaple: true,
        makeValidator: HandshakeMutantTests.reference),
      SwiftClientAdapter.complete(HandshakeMutantTests.reference),
    ]
    let live = LiveMutants(Self.scenarios)
    for engine in ["swift", "libssl", "gnutls"] {
      // The libraries close a connection after its answer, and do not misbehave.
      let served = Self.scenarios.filter { scenario in
        engine == "swift" || !scenario.world.server[KeepAlive.self] && !Self.isAboutLifetimes(scenario)
      }
      let results = try await HandshakeMutantTests.run(served, clients, engine: engine)
      #expect(results.count > 2 * Self.scenarios.count)
      for result in results where !live.isRight(result) {
        // The project's client keeps no connection open.
        if result.judgement.verdict == .unsupported, !Self.aboutTheWay.contains(result.scenario) { continue }
        Issue.record("\(engine): \(result.caseID): \(result.judgement.verdict): \(result.judgement.explanation)")
      }
    }
  }

  @Test func `every check that is left out is missed where it counts, and nowhere else`() async throws {
    // The others are put to other scenarios.
    let others =
      Array(SessionAndRedirectMutantTests.caughtBy.keys) + Array(ReuseMutantTests.caughtBy.keys)
      + [ConcurrentAttemptTests.mutant]
    #expect(Set(Self.caughtBy.keys).isDisjoint(with: others))
    #expect(Set(Self.caughtBy.keys).union(others) == Set(ClientMutant.ofConnections.map(\.name)))
    let mutants = InProcessAdapter.mutants(
      HandshakeMutantTests.reference, of: ClientMutant.ofConnections.filter { Self.caughtBy[$0.name] != nil })
    let results = try await HandshakeMutantTests.run(Self.scenarios, mutants)
    let live = LiveMutants(Self.scenarios)
    for check in Self.caughtBy.keys {
      let own = results.filter { $0.adapter == "mutant-without-\(check)" }
      #expect(!own.isEmpty)
      for result in own where result.control.map({ $0.verdict != .pass }) ?? false {
        Issue.record("\(check) fails the control of \(result.caseID): \(result.control?.explanation ?? "")")
      }
      let wrong = own.filter { !live.isRight($0) }
      #expect(Set(wrong.map(\.scenario)) == Self.caughtBy[check], "\(check)")
      for result in wrong where !live.isKill(result) {
        // The fault is the identity of the request, and not one of the server.
        if ["session-identity", "admitted-identity", "identity-of-servers"].contains(check),
          [.badClientChain, .certificateLeak].contains(result.judgement.verdict)
        {
          continue
        }
        Issue.record("\(check): \(result.caseID): \(result.judgement.verdict): \(result.judgement.explanation)")
      }
    }
    let caught = Self.caughtBy.values.reduce(into: Set<String>()) { $0.formUnion($1) }
    // The fault is the identity of the request, and not one of the server.
    let rogues = Self.scenarios.filter { !$0.isHealthy || ["session", "connection-reuse"].contains($0.family) }.map(
      \.id)
    #expect(Set(rogues) == caught)
    #expect(live.surviving(results) == [], "no client falls for these")
  }
}
