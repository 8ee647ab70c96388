import RogueAdapters
@testable import RogueLab
import RogueModel
import RogueScenarios
import Testing

/// Two attempts at once, under two policies: a client that keeps them apart is right, and one that has a single place for
/// the policy accepts what only the stricter one refuses.
@Suite struct ConcurrentAttemptTests {
  static let mutant = "policy-of-each-attempt"
  static let scenarios = OfflineCatalogue.catalogue().scenarios.filter { $0.steps.contains { $0.beside != nil } }

  @Test func `clients that keep policies apart are right`() async throws {
    #expect(Self.scenarios.count >= 4)
    let clients: [any Adapter] = [
      InProcessAdapter(
        name: "complete", summary: "", isControl: false, alwaysRequestsStaple: true,
        makeValidator: HandshakeMutantTests.reference),
      SwiftClientAdapter.complete(HandshakeMutantTests.reference),
    ]
    let results = try await HandshakeMutantTests.run(Self.scenarios, clients)
    #expect(results.count >= 4 * Self.scenarios.count)
    for result in results where result.judgement.verdict != .pass {
      Issue.record("\(result.adapter): \(result.caseID): \(result.judgement.verdict): \(result.judgement.explanation)")
    }
  }

  @Test func `a client with one place for its policy accepts every rogue beside a laxer attempt`() async throws {
    let mutants = InProcessAdapter.mutants(
      HandshakeMutantTests.reference, of: ClientMutant.ofConnections.filter { $0.name == Self.mutant })
    #expect(mutants.count == 1)
    let results = try await HandshakeMutantTests.run(Self.scenarios, mutants)
    for result in results {
      #expect(result.control?.verdict == .pass, "\(result.caseID): \(result.control?.explanation ?? "")")
      #expect(result.judgement.verdict == .falseAccept, "\(result.caseID): \(result.judgement.explanation)")
    }
    #expect(Set(results.map(\.scenario)) == Set(Self.scenarios.map(\.id)))
  }
}
