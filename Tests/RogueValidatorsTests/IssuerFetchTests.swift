@testable import RogueLab
import RogueModel
import RogueScenarios
import RogueTrust
import Testing

@testable import RogueValidators

/// Validators that fetch what servers leave out (caIssuers), put to the scenarios about it: one that checks what it gets
/// as if it had been served, and one that believes its name.
@Suite struct IssuerFetchTests {
  private static let ids: Set<String> = Set(
    OfflineCatalogue.catalogue().scenarios.filter { $0.world.id == "ca-issuers-site" }.map(\.id))

  private struct Seen {
    var trial: String
    var decision: ChainDecision
    var isRight: Bool
    var asked: Int
  }

  private static func put(_ rules: Rulebook) throws -> [Seen] {
    try OfflineCatalogue.trials(ids).map { trial in
      let step = try #require(trial.steps.first)
      let fetcher = OfflineFetcher([trial])
      let validator = PolicyValidator(OfflineMinter.environment(fetcher), rules: rules)
      let decision = validator.judge(step.flight, policy: step.policy)
      return Seen(
        trial: trial.name, decision: decision, isRight: step.isRight(decision),
        asked: fetcher.asked)
    }
  }

  @Test func `a validator that fetches an issuer and checks it is right everywhere, and accepts the incomplete chain`()
    throws
  {
    let seen = try Self.put(.fetchingIssuers)
    #expect(Set(seen.map(\.trial)).count >= 20)
    for one in seen { #expect(one.isRight, "\(one.trial): \(one.decision)") }
    #expect(seen.allSatisfy { $0.asked > 0 && $0.asked <= 4 })
    let incomplete = seen.filter { $0.trial.hasPrefix("chain/intermediate-omitted-ca-issuers[") }
    #expect(!incomplete.isEmpty && incomplete.allSatisfy { $0.decision == .accept })
  }

  @Test func `a validator that fetches nothing is right as well, and contacts no server`() throws {
    for one in try Self.put(Rulebook()) { #expect(one.isRight && one.asked == 0, "\(one.trial): \(one.decision)") }
  }

  @Test
  func `a validator that trusts a fetched name accepts the rogues with the names of the trusted CA, and no others`()
    throws
  {
    let mutant = try #require(Mutant.all.first { $0.name == "trusts-fetched-issuers" })
    var fooled: Set<String> = []
    for trial in try OfflineCatalogue.trials(Self.ids) {
      let fetcher = OfflineFetcher([trial])
      let step = try #require(trial.steps.first)
      let decision = mutant.make(OfflineMinter.environment(fetcher)).judge(step.flight, policy: step.policy)
      if !step.isRight(decision) { fooled.insert(trial.scenario.id) }
    }
    #expect(fooled == ["trust/ca-issuers-namesake", "trust/ca-issuers-rogue-ca", "chain/ca-issuers-namesake"])
  }

  @Test func `nothing is fetched where the policy forbids it`() throws {
    let trial = try #require(
      try OfflineCatalogue.trials(["chain/intermediate-omitted-ca-issuers"]).first { $0.policy == "system" })
    let fetcher = OfflineFetcher([trial])
    var policy = try #require(trial.steps.first).policy
    policy.revocation.allowsNetwork = false
    let validator = PolicyValidator(OfflineMinter.environment(fetcher), rules: .fetchingIssuers)
    #expect(validator.judge(trial.steps[0].flight, policy: policy) != .accept)
    #expect(fetcher.asked == 0)
  }
}
