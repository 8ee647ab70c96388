import RogueAdapters
@testable import RogueLab
import RogueModel
import RogueStimuli
import RogueScenarios
import TestSupport
import Testing

/// Rogues on open connections, over sockets: a client that checks everything before it uses one again is right, and each
/// client without one check accepts exactly the rogues in the record.
@Suite(.sweep) struct ReuseMutantTests {
  /// A client that takes 421 for an answer has no nonce to prove that with: an error, and no accept.
  static let unproven: Set<String> = ["connection-reuse/421-on-every-connection"]
  static func isAboutOpenConnections(_ scenario: Scenario) -> Bool {
    scenario.steps.contains { $0.reuse == .connection || $0.world.server[Misdirected.self] != .none }
  }

  static let scenarios = OfflineCatalogue.catalogue().scenarios.filter(isAboutOpenConnections)

  @Test func `a client that looks at everything is right about every open connection`() async throws {
    #expect(Self.scenarios.count >= 15)
    let client = InProcessAdapter(
      name: "complete", summary: "", isControl: false,
      capabilities: InProcessAdapter.usualCapabilities.union([.clock]), alwaysRequestsStaple: true,
      makeValidator: HandshakeMutantTests.reference)
    let results = try await HandshakeMutantTests.run(Self.scenarios, [client])
    let live = LiveMutants(Self.scenarios)
    for result in results where !live.isRight(result) {
      Issue.record("\(result.caseID): \(result.judgement.verdict): \(result.judgement.explanation)")
    }
    // Where one connection is right for both hosts it is shared, and where the server does not want that, left.
    func steps(_ id: String) -> [[ConnectionEvidence]] {
      results.filter { $0.scenario == id }.compactMap { $0.steps.last?.observation.connections }
    }
    let shared = steps("healthy/keep-alive-two-hosts")
    let coalesced = steps("healthy/coalesced-connection")
    #expect(!shared.isEmpty && !coalesced.isEmpty)
    for connections in shared + coalesced {
      #expect(connections.map(\.reused) == [true] && connections.first?.refusal == nil)
      #expect(connections.first?.requestHost?.hasPrefix("second.rogues.test:") == true)
      #expect(connections.first?.clientHello?.serverName?.hasPrefix("second") == false)
    }
    for connections in coalesced { #expect(connections.first?.request?.hasSuffix(" HTTP/2") == true) }
    let anew = steps("healthy/reconnected-after-421")
    let left = steps("healthy/coalesced-421")
    #expect(!anew.isEmpty && !left.isEmpty)
    for connections in anew + left {
      #expect(connections.map(\.reused) == [true, false])
      #expect(connections.map(\.refusal) == ["421 Misdirected Request", nil])
      #expect(connections.map { $0.nonceSentAt != nil } == [false, true])
    }
  }

  @Test func `a client without one check fails where that check decides, and nowhere else`() async throws {
    let suite = "open-connections"
    let mutants = InProcessAdapter.mutants(
      HandshakeMutantTests.reference, of: try ClientMutantRecord(suite).runs(ClientMutant.ofConnections))
    let results = try await HandshakeMutantTests.run(Self.scenarios, mutants)
    let live = LiveMutants(Self.scenarios)
    try ClientMutantRecord.check(results, suite: suite, isRight: live.isRight)
    let rogues = Set(Self.scenarios.filter { !$0.isHealthy }.map(\.id))
    #expect(rogues.subtracting(try ClientMutantRecord(suite).caught) == Self.unproven)
    let surviving = Set(live.surviving(results).map { String($0.prefix { $0 != "[" }) })
    #expect(surviving == Self.unproven)
  }
}
