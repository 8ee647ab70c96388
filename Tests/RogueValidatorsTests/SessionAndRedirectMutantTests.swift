import RogueAdapters
@testable import RogueLab
import RogueModel
import RogueStimuli
import RogueRunner
import RogueScenarios
import TestSupport
import Testing

/// Rogues of attempts with more than one connection, or with a session, over sockets: a client that checks each of them
/// is right, and each client without one check accepts exactly the rogues of that check. A resumed handshake presents no
/// certificates, so these cases cannot be judged without sockets.
@Suite(.sweep) struct SessionAndRedirectMutantTests {
  /// The rogues that a client without this check accepts: all of these, and no others.
  static let caughtBy: [String: Set<String>] = [
    "rules-of-a-session": [
      "session/resumed-new-pin", "session/resumed-new-anchors",
      "session/session-id-new-pin", "session/session-id-new-anchors",
      "session/resumed-after-revocation", "session/session-id-after-revocation",
      "session/early-data-new-pin", "session/early-data-new-anchors",
      "session/early-data-after-revocation", "session/resumed-after-not-after",
    ],
    "host-of-a-session": [
      "session/ticket-wrong-host", "session/ticket-other-hosts-pins",
      "session/early-data-wrong-host",
    ],
    "known-host": [
      "session/resumed-after-leaf-swap", "session/session-id-after-leaf-swap",
      "session/resumption-declined-unknown-ca", "session/resumed-after-ca-change",
      "session/resumed-new-pin", "session/resumed-new-anchors",
      "session/session-id-new-pin", "session/session-id-new-anchors",
      "session/resumed-after-revocation", "session/session-id-after-revocation",
      "session/early-data-new-pin", "session/early-data-new-anchors",
      "session/early-data-after-revocation", "session/resumed-after-not-after",
    ],
    "redirect-target": [
      "redirect/target-shows-first-hosts-certificate", "redirect/target-expired",
      "redirect/target-wrong-pin", "redirect/target-unknown-ca", "redirect/target-staple-revoked",
      "redirect/middle-of-three-wrong-pin", "redirect/middle-of-three-shows-first-hosts-certificate",
      "redirect/last-of-three-wrong-pin", "redirect/last-of-three-shows-first-hosts-certificate",
      "redirect/target-on-open-connection", "client-auth/no-client-certificate-to-redirect-target-unknown-ca",
      "client-auth/no-client-certificate-to-redirect-target-wrong-host",
      "client-auth/no-client-certificate-to-redirect-target-wrong-pin",
    ],
    "later-redirect-targets": [
      "redirect/last-of-three-wrong-pin", "redirect/last-of-three-shows-first-hosts-certificate",
    ],
    "redirect-scheme": [
      "redirect/target-without-tls", "redirect/pinned-target-without-tls",
      "redirect/pinned-target-without-tls-after-path",
    ],
    "name-after-a-redirect": [
      "redirect/target-shows-first-hosts-certificate", "redirect/middle-of-three-shows-first-hosts-certificate",
      "redirect/last-of-three-shows-first-hosts-certificate", "redirect/target-on-open-connection",
      "client-auth/no-client-certificate-to-redirect-target-wrong-host",
    ],
    "pins-after-a-redirect": [
      "redirect/target-wrong-pin", "redirect/middle-of-three-wrong-pin", "redirect/last-of-three-wrong-pin",
      "client-auth/no-client-certificate-to-redirect-target-wrong-pin",
    ],
    "host-of-a-redirect-on-an-open-connection": ["redirect/target-on-open-connection"],
    "connection-after-a-probe": [
      "rotation/swapped-between-probe-and-request", "rotation/staple-revoked-between-probe-and-request",
    ],
  ]

  /// The same for the project's TLS client, which makes the checks that libssl makes for the other.
  static let caughtByOwnClient: [String: Set<String>] = [
    "psk-offered": ["session/psk-not-offered"],
    "extended-master-secret": ["session/resumed-without-ems"],
    "early-data-psk": ["session/early-data-without-psk"],
    "early-data-alpn": ["session/early-data-alpn-changed", "session/early-data-alpn-dropped"],
    // The proof of the key, which libssl always checks.
    "server-key-exchange-signature": [
      "redirect/target-tls-1-2-signature-bit-flipped", "redirect/target-handshake-signature-bit-flipped",
    ],
    "certificate-verify-signature": ["redirect/target-handshake-signature-bit-flipped"],
  ]

  static let caught = Array(caughtBy.values) + Array(caughtByOwnClient.values)

  /// Rogues that none of these clients accepts, each with the reason; an entry that one accepts fails.
  static let uncaught: [String: String] = [
    "session/resumed-without-psk-secret": "without the secret there are no keys to continue with"
  ]

  /// Its first step is a full handshake and has to be refused: `MutantTests` covers it.
  static let onPaper: Set<String> = ["session/resumed-after-staple-missing"]

  /// Sessions that have ended, connections that stay open and other clients' sessions have suites of their own.
  static let scenarios = OfflineCatalogue.catalogue().scenarios.filter { scenario in
    let belongs = scenario.steps.contains { step in
      step.reuse == .session || !step.world.server[Redirect.self].isEmpty
        || step.mutation?.path.prefix(2).elementsEqual(["server", "connections"]) == true
    }
    return belongs && !ReuseMutantTests.isAboutOpenConnections(scenario)
      && !PreTLSMutantTests.isAboutTheWay(scenario) && !PreTLSMutantTests.isAboutIdentity(scenario)
      && !PreTLSMutantTests.isAboutLifetimes(scenario)
  }

  @Test func `clients with every check are right about every further connection`() async throws {
    #expect(Self.scenarios.count >= 30)
    let clients: [any Adapter] = [
      InProcessAdapter(
        name: "complete", summary: "", isControl: false,
        capabilities: InProcessAdapter.usualCapabilities.union([.clock]), alwaysRequestsStaple: true,
        makeValidator: HandshakeMutantTests.reference),
      SwiftClientAdapter.complete(HandshakeMutantTests.reference),
    ]
    let live = LiveMutants(Self.scenarios)
    for result in try await HandshakeMutantTests.run(Self.scenarios, clients) where !live.isRight(result) {
      // The project's client keeps no connection open, and speaks no HTTP/2.
      if result.adapter == "swift-client", result.judgement.verdict == .unsupported { continue }
      Issue.record("\(result.adapter): \(result.caseID): \(result.judgement.verdict): \(result.judgement.explanation)")
    }
  }

  @Test func `a client without one check fails where that check decides, and nowhere else`() async throws {
    let reference = HandshakeMutantTests.reference
    let mutants: [any Adapter] =
      InProcessAdapter.mutants(reference, of: ClientMutant.ofConnections.filter { Self.caughtBy[$0.name] != nil })
      + SwiftClientAdapter.mutants(
        reference, of: ClientMutant.ofHandshakes.filter { Self.caughtByOwnClient[$0.name] != nil })
    let ofSessions = ClientMutant.ofHandshakes.filter { $0.shows == .resumption }.map(\.name)
    #expect(ofSessions.count >= 4 && Set(ofSessions).isSubset(of: Self.caughtByOwnClient.keys))
    let live = LiveMutants(Self.scenarios)
    let results = try await HandshakeMutantTests.run(Self.scenarios, mutants)
    for (name, caught) in Self.caughtBy.merging(Self.caughtByOwnClient, uniquingKeysWith: { $0.union($1) }) {
      let own = results.filter { $0.adapter == "mutant-without-\(name)" && $0.judgement.verdict != .unsupported }
      #expect(!own.isEmpty)
      for result in own where result.control.map({ $0.verdict != .pass }) ?? false {
        Issue.record("\(name) fails the control of \(result.caseID): \(result.control?.explanation ?? "")")
      }
      let wrong = own.filter { !live.isRight($0) }
      #expect(Set(wrong.map(\.scenario)) == caught, "\(name)")
      for result in wrong where !live.isKill(result) {
        Issue.record("\(name): \(result.caseID): \(result.judgement.verdict): \(result.judgement.explanation)")
      }
    }
    let caught = Self.caught.reduce(into: Set<String>()) { $0.formUnion($1) }
    let rogues = Set(Self.scenarios.filter(MutantTests.isRogue).map(\.id))
    #expect(rogues.subtracting(caught).subtracting(Self.onPaper) == Set(Self.uncaught.keys))
    let surviving = live.surviving(results).filter { id in
      !(Array(Self.uncaught.keys) + Self.onPaper).contains { id.hasPrefix("\($0)[") }
    }
    #expect(surviving == [], "no client falls for these")
  }
}
