import RogueAdapters
@testable import RogueLab
import RogueModel
import RogueStimuli
import RogueScenarios
import TestSupport
import Testing

/// Rogues on open connections, over sockets: a client that checks everything before it uses one again is right, and each
/// client without one check accepts exactly the rogues of that check.
@Suite(.sweep) struct ReuseMutantTests {
  /// The rogues that a client without this check accepts: all of these, and no others.
  static let caughtBy: [String: Set<String>] = [
    "rules-on-an-open-connection": [
      "connection-reuse/keep-alive-new-pin", "connection-reuse/keep-alive-new-anchors",
      "connection-reuse/keep-alive-host-check-enabled", "connection-reuse/keep-alive-after-revocation",
      "connection-reuse/keep-alive-after-not-after",
    ],
    "host-on-an-open-connection": [
      "connection-reuse/keep-alive-wrong-host", "connection-reuse/keep-alive-other-hosts-pins",
      "connection-reuse/keep-alive-other-hosts-anchors",
      "connection-reuse/keep-alive-revoked-for-second-host",
      "connection-reuse/coalesced-other-pins", "connection-reuse/coalesced-other-anchors",
      "connection-reuse/coalesced-wrong-host",
      "connection-reuse/tunnel-wrong-host", "connection-reuse/tunnel-other-hosts-pins",
    ],
    "421-as-response": misdirected.union(["connection-reuse/421-on-every-connection"]),
    "connection-after-421": misdirected,
  ]
  /// Of clients that take a host that they have accepted for known, and so look at nothing where they open another
  /// connection instead.
  static let caughtByKnownHosts: Set<String> = [
    "connection-reuse/keep-alive-after-leaf-swap", "connection-reuse/keep-alive-new-pin",
    "connection-reuse/keep-alive-new-anchors", "connection-reuse/keep-alive-host-check-enabled",
    "connection-reuse/keep-alive-after-revocation", "connection-reuse/keep-alive-after-not-after",
  ]
  /// A client that takes 421 for an answer has no nonce to prove that with: an error, and no accept.
  static let unproven: Set<String> = ["connection-reuse/421-on-every-connection"]
  private static let misdirected: Set<String> = [
    "connection-reuse/421-unknown-ca", "connection-reuse/421-wrong-pin",
    "connection-reuse/421-expired", "connection-reuse/421-wrong-host",
    "connection-reuse/coalesced-421-unknown-ca", "connection-reuse/coalesced-421-wrong-pin",
  ]

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
    let mutants = InProcessAdapter.mutants(
      HandshakeMutantTests.reference,
      of: ClientMutant.ofConnections.filter { Self.caughtBy[$0.name] != nil || $0.name == "known-host" })
    let results = try await HandshakeMutantTests.run(Self.scenarios, mutants)
    let live = LiveMutants(Self.scenarios)
    for check in Self.caughtBy.keys {
      let own = results.filter { $0.adapter == "mutant-without-\(check)" }
      #expect(!own.isEmpty)
      let wrong = own.filter { !live.isRight($0) }
      #expect(Set(wrong.map(\.scenario)).subtracting(Self.healthyAs(check)) == Self.caughtBy[check], "\(check)")
      for result in wrong where !Self.expected(of: check).contains(result.judgement.verdict) {
        Issue.record("\(check): \(result.caseID): \(result.judgement.verdict): \(result.judgement.explanation)")
      }
    }
    let knowing = results.filter { $0.adapter == "mutant-without-known-host" }
    #expect(Set(knowing.filter { !live.isRight($0) }.map(\.scenario)) == Self.caughtByKnownHosts)
    for result in results where !live.isRight(result) && !live.isKill(result) {
      if result.adapter == "mutant-without-421-as-response" { continue }
      Issue.record("\(result.adapter): \(result.caseID): \(result.judgement.verdict), or its control failed")
    }
    let caught = Self.caughtBy.values.reduce(into: Self.caughtByKnownHosts) { $0.formUnion($1) }
    #expect(Set(Self.scenarios.filter { !$0.isHealthy }.map(\.id)).isSubset(of: caught))
    let surviving = Set(live.surviving(results).map { String($0.prefix { $0 != "[" }) })
    #expect(surviving == Self.unproven)
  }

  /// Healthy scenarios that the mutant gets wrong: it has no response after a 421.
  private static func healthyAs(_ check: String) -> Set<String> {
    check == "421-as-response"
      ? ["healthy/reconnected-after-421", "healthy/coalesced-421"] : []
  }

  /// How it shows. A client that takes 421 for an answer has nothing to prove that with: the nonce is what tells.
  private static func expected(of check: String) -> [Verdict] {
    check == "421-as-response" ? [.error] : [.falseAccept, .leak]
  }
}
