import RogueAdapters
@testable import RogueLab
import RogueModel
import RogueStimuli
import RogueRunner
import RogueScenarios
import TestSupport
import Testing

/// Rogues of attempts with more than one connection, or with a session, over sockets: a client that checks each of them
/// is right, and each client without one check accepts exactly the rogues in the record. A resumed handshake presents no
/// certificates, so these cases cannot be judged without sockets.
@Suite(.sweep) struct SessionAndRedirectMutantTests {
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
    let (reference, suite) = (HandshakeMutantTests.reference, "sessions-and-redirects")
    let record = try ClientMutantRecord(suite)
    let own = try record.runs(ClientMutant.ofHandshakes) { $0.shows == .resumption }
    let mutants: [any Adapter] =
      InProcessAdapter.mutants(reference, of: try record.runs(ClientMutant.ofConnections))
      + SwiftClientAdapter.mutants(reference, of: own)
    let live = LiveMutants(Self.scenarios)
    let results = try await HandshakeMutantTests.run(Self.scenarios, mutants)
    try ClientMutantRecord.check(results, suite: suite, isRight: live.isRight)
    let rogues = Set(Self.scenarios.filter(MutantTests.isRogue).map(\.id))
    #expect(
      rogues.subtracting(try ClientMutantRecord(suite).caught).subtracting(Self.onPaper) == Set(Self.uncaught.keys))
    let surviving = live.surviving(results).filter { id in
      !(Array(Self.uncaught.keys) + Self.onPaper).contains { id.hasPrefix("\($0)[") }
    }
    #expect(surviving == [], "no client falls for these")
  }
}
