import RogueAdapters
@testable import RogueLab
import RogueModel
import RogueScenarios
import Testing

/// The demands of scenarios on a ClientHello: a client that meets them passes, and each client with one mistake fails.
@Suite struct ClientHelloMutantTests {
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
    let suite = "hellos"
    let mutants = SwiftClientAdapter.mutants(HandshakeMutantTests.reference, of: ClientMutant.ofHellos)
    let scenarios = Self.scenarios.filter { !Self.unsupportedByHarness.contains($0.id) }
    let results = try await HandshakeMutantTests.run(scenarios, mutants)
    try ClientMutantRecord.check(results, suite: suite) { $0.judgement.verdict == .pass }
    let record = try ClientMutantRecord(suite)
    #expect(Set(record.wrong.keys) == Set(ClientMutant.ofHellos.map(\.adapterName)))
    let demands = scenarios.filter { $0.family == "client-hello" }.map(\.id)
    #expect(demands.count >= 6 && Set(demands).subtracting(record.scenarios) == [])
  }
}
