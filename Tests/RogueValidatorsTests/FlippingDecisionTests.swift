import RogueAdapters
@testable import RogueLab
import RogueModel
import RogueScenarios
import TestSupport
import Testing

/// Which single decision stands between a scenario that must be caught and its acceptance. Where the answer is on paper, it
/// is worked out for each policy; what waits in handshakes, on further connections and before TLS is told over sockets.
@Suite struct FlippingDecisionTests {
  /// The decision that is wrong in the fewest trials, of those that flip this one; nil if none alone does.
  private static func decision(_ index: Int, _ results: MutantTests.Results, _ caughtBy: [String: Int]) -> String? {
    results.killers(of: index).subtracting(MutantTests.catchAllMutants.subtracting(MutantTests.ruleOfItsOwn))
      .min { (caughtBy[$0] ?? 0, $0) < (caughtBy[$1] ?? 0, $1) }
  }

  @Test func `each scenario that must be caught names the decision that flips its answer, under each policy`() throws {
    let results = try MutantTests.results.get()
    let caughtBy = Dictionary(
      uniqueKeysWithValues: results.mutants.map { name in (name, results.trials(about: name) { $0.admitted }.count) })
    var policies: [String: [String: [String]]] = [:]
    var masked: Set<String> = []
    for (index, trial) in results.trials.enumerated()
    where trial.scenario.level == .must && trial.isPresentedOnPaper && !MutantTests.undecidable.contains(trial.name) {
      let flips = Self.decision(index, results, caughtBy)
      if flips == nil { masked.insert(trial.name) }
      // A mask says which other rule of the policy is right to refuse.
      let mask = MutantTests.masked[trial.name].map { "masked by \($0.rawValue)" }
      policies[trial.scenario.id, default: [:]][flips ?? mask ?? "nothing", default: []].append(trial.policy)
    }
    #expect(masked == Set(MutantTests.masked.keys))
    let lines = policies.sorted { $0.key < $1.key }.flatMap { id, decisions in
      [id] + decisions.sorted { $0.key < $1.key }.map { "  \($0.key): \($0.value.joined(separator: " "))" }
    }
    #expect(policies.count > 300)
    try Golden.check(lines.joined(separator: "\n") + "\n", "decisions-of-scenarios.txt")
  }

  /// A scenario that is masked under every policy tests nothing.
  @Test func `no scenario is masked under all of its policies`() throws {
    let trials = try MutantTests.results.get().trials.filter(\.isPresentedOnPaper)
    for (id, trials) in Dictionary(grouping: trials, by: \.scenario.id) {
      #expect(trials.contains { MutantTests.masked[$0.name] == nil }, "\(id)")
    }
  }

  /// The other scenarios are caught by a client that leaves one check out, or in a handshake that `HandshakeMutantTests`
  /// puts to such clients.
  @Test func `each scenario that must be caught over sockets is some client's caughtBy`() {
    let checks =
      Array(PreTLSMutantTests.caughtBy.values) + Array(ReuseMutantTests.caughtBy.values)
      + [ReuseMutantTests.caughtByKnownHosts] + SessionAndRedirectMutantTests.caught
      + DelegateMutantTests.caughtBy.values.map(\.scenarios)
    let caught = checks.reduce(into: Set<String>()) { $0.formUnion($1) }
    let handshakes = Set(HandshakeMutantTests.underAllPolicies(HandshakeMutantTests.isAboutTheHandshake).map(\.id))
    let musts = OfflineCatalogue.catalogue().scenarios.filter { scenario in
      MutantTests.mustBeCaught(scenario)
        && !(OfflineCatalogue.isOnPaper(scenario) && MutantTests.isPresentedOnPaper(scenario))
    }
    let known = caught.union(handshakes).union(SessionAndRedirectMutantTests.uncaught.keys)
    #expect(Set(musts.map(\.id)).subtracting(known) == [])
    // A reason not to be caught is one only as long as nothing catches it.
    #expect(caught.isDisjoint(with: SessionAndRedirectMutantTests.uncaught.keys))
  }
}
