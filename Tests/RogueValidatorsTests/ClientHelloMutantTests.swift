import RogueAdapters
@testable import RogueLab
import RogueModel
import RogueScenarios
import Testing

/// The demands of scenarios on a ClientHello: a client that meets them passes, and each client with one mistake fails.
@Suite struct ClientHelloMutantTests {
  /// The scenarios that a client with this mistake fails: all of these, and no others.
  static let caughtBy: [String: Set<String>] = [
    "server-name": [
      "client-hello/server-name", "client-hello/server-name-behind-proxy",
      "client-hello/server-name-without-trailing-dot",
    ],
    "server-name-without-addresses": ["client-hello/server-name-without-address"],
    "server-name-without-trailing-dot": ["client-hello/server-name-without-trailing-dot"],
    "status-request": ["client-hello/status-request"],
    "alpn-offer": ["client-hello/alpn"],
    "oldest-version": ["client-hello/oldest-version", "client-hello/minimum-version"],
  ]

  static let scenarios = OfflineCatalogue.catalogue().scenarios.filter { scenario in
    scenario.steps.contains { $0.expectations.values.contains { $0.clientHello != Settings() } }
  }
  /// Scenarios that the client with these mistakes does not support; `DecisionClientTests` has a client that does.
  static let unsupportedByHarness: Set = ["client-hello/post-handshake-auth"]

  @Test func `clients with a right ClientHello pass`() async throws {
    #expect(Self.scenarios.count >= 6)
    let clients: [any Adapter] = [
      SwiftClientAdapter.complete(HandshakeMutantTests.reference),
      InProcessAdapter(
        name: "complete", summary: "", isControl: false, alwaysRequestsStaple: true,
        makeValidator: HandshakeMutantTests.reference),
    ]
    for result in try await HandshakeMutantTests.run(Self.scenarios, clients)
    where result.judgement.verdict != .pass
      && !(result.judgement.verdict == .unsupported && Self.unsupportedByHarness.contains(result.scenario))
    {
      Issue.record(
        "\(result.adapter): \(result.caseID): \(result.judgement.verdict): \(result.judgement.explanation)")
    }
  }

  @Test func `each mistake fails exactly the scenarios about it`() async throws {
    let mutants = SwiftClientAdapter.mutants(HandshakeMutantTests.reference, of: ClientMutant.ofHellos)
    #expect(Set(Self.caughtBy.keys) == Set(ClientMutant.ofHellos.map(\.name)))
    let scenarios = Self.scenarios.filter { !Self.unsupportedByHarness.contains($0.id) }
    let results = try await HandshakeMutantTests.run(scenarios, mutants)
    for (mistake, caughtBy) in Self.caughtBy {
      let own = results.filter { $0.adapter == "mutant-without-\(mistake)" }
      #expect(!own.isEmpty)
      let wrong = own.filter { $0.judgement.verdict != .pass }
      #expect(Set(wrong.map(\.scenario)) == caughtBy, "\(mistake)")
      for result in wrong where result.judgement.verdict != .badClientHello && mistake != "status-request" {
        Issue.record("\(mistake): \(result.caseID): \(result.judgement.verdict): \(result.judgement.explanation)")
      }
    }
  }
}
