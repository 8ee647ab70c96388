import RogueAdapters
@testable import RogueLab
import RogueModel
import RogueRunner
import RogueScenarios
import RogueStimuli
import TestSupport
import Testing

/// Rogues before TLS, and rogues that need an earlier visit, over sockets: clients with every check are right, and each
/// client without one check accepts exactly the rogues in the record.
@Suite(.sweep) struct PreTLSMutantTests {
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
    let suite = "before-tls"
    let mutants = InProcessAdapter.mutants(
      HandshakeMutantTests.reference, of: try ClientMutantRecord(suite).runs(ClientMutant.ofConnections))
    let results = try await HandshakeMutantTests.run(Self.scenarios, mutants)
    let live = LiveMutants(Self.scenarios)
    try ClientMutantRecord.check(results, suite: suite, isRight: live.isRight)
    // The fault is the identity of the request, and not one of the server.
    let rogues = Self.scenarios.filter { !$0.isHealthy || ["session", "connection-reuse"].contains($0.family) }.map(
      \.id)
    #expect(Set(rogues).subtracting(try ClientMutantRecord(suite).caught) == [])
    #expect(live.surviving(results) == [], "no client falls for these")
  }

  @Test func `every client that makes a mistake between connections has a record of it`() throws {
    let recorded = try ClientMutantRecord.suites().reduce(into: Set([ConcurrentAttemptTests.mutant])) { names, suite in
      for mutant in try ClientMutantRecord(suite).wrong.keys {
        names.insert(String(mutant.dropFirst("mutant-without-".count)))
      }
    }
    #expect(Set(ClientMutant.ofConnections.map(\.name)).subtracting(recorded) == [])
  }
}
