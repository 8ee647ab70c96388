@testable import RogueLab
import RogueModel
import RogueScenarios
import TestSupport
import Testing

/// Validators that are right about every CA which nobody knows, but for those in chains of one shape: the families that
/// are about the path catch each of them.
@Suite struct StrangerMutantTests {
  static let mutants = Set(Mutant.ofStrangers.map(\.adapterName)).union(["mutant-accepts-incomplete-chains"])

  /// Those that admit some rogue of these scenarios under a policy, and accept the same conversation without the fault.
  private static func caught(by ids: Set<String>, under policy: String) throws -> Set<String> {
    let results = try MutantTests.results.get()
    return results.trials.indices.filter { index in
      let trial = results.trials[index]
      return trial.policy == policy && trial.scenario.level == .must && ids.contains(trial.scenario.id)
    }.reduce(into: Set<String>()) { $0.formUnion(results.killers(of: $1)) }
  }

  @Test(arguments: ["system", "anchor"])
  func `the musts about paths catch each of them, whatever a client trusts`(policy: String) throws {
    let families: Set<String> = ["trust", "chain", "ca", "signature"]
    let chosen = OfflineCatalogue.catalogue().scenarios.filter { families.contains($0.family) }
    let missed = Self.mutants.subtracting(try Self.caught(by: Set(chosen.map(\.id)), under: policy))
    #expect(missed.isEmpty, "\(missed.sorted())")
  }

  @Test(arguments: ["leaf-spki", "ca-spki"])
  func `pins that the stranger satisfies catch clients that check the structure alone`(policy: String) throws {
    let strangers = OfflineCatalogue.catalogue().scenarios.filter { $0.world.id == "strangers-site" }
    let missed = Self.mutants.filter { !$0.contains("p-384") && ($0.contains("trusts") || policy == "leaf-spki") }
      .subtracting(try Self.caught(by: Set(strangers.map(\.id)), under: policy))
    #expect(missed.isEmpty, "\(missed.sorted())")
  }
}
