import RogueAdapters
@testable import RogueLab
import RogueModel
import RoguePlatform
import RogueScenarios
import RogueTrust
import RogueValidators
import Testing

/// Challenges for delegates, over sockets: the reference delegate is right, and each delegate with one wrong reaction
/// fails exactly the scenarios about it.
@Suite struct DelegateMutantTests {
  static let scenarios = OfflineCatalogue.catalogue().scenarios.filter {
    $0.family == "challenge"
      || [
        "healthy/other-challenges-first", "healthy/previous-failure", "healthy/root-in-user-store",
        "trust/rogue-ca-in-system-store", "trust/unknown-ca", "revocation/staple-leaf-revoked",
      ].contains($0.id)
  }

  private struct Silence: Fetcher {
    func fetch(_ request: FetchRequest) -> FetchReply { .failed("no responder is queried here") }
  }

  static let environment = TrustEnvironment(fetcher: Silence(), clock: { WallClock.secondsSince1970 })

  static func adapter(_ validator: BuiltInValidator) throws -> any Adapter {
    guard case .handler(let setUp) = validator.kind else { throw TrustCallFailure(validator.name, "is no handler") }
    return ChallengeAdapter(name: validator.name, summary: "", trusts: TrustMaker(environment), setUp: setUp)
  }

  @Test func `a delegate that is right about each challenge is right about every server behind one`() async throws {
    let results = try await HandshakeMutantTests.run(
      Self.scenarios, [try Self.adapter(.referenceDelegate(Self.environment))])
    #expect(Set(results.map(\.scenario)).count == Self.scenarios.count && results.count > 60)
    for result in results where result.judgement.verdict != .pass {
      Issue.record("\(result.caseID): \(result.judgement.verdict): \(result.judgement.explanation)")
    }
  }

  @Test func `every wrong reaction is caught where it counts, and nowhere else`() async throws {
    let suite = "delegates"
    let mutants = BuiltInValidator.delegateMutants(Self.environment)
    let results = try await HandshakeMutantTests.run(Self.scenarios, try mutants.map(Self.adapter))
    // A refusal of the healthy server too proves nothing about the rogue.
    try ClientMutantRecord.check(results, suite: suite) { [.pass, .inconclusive].contains($0.judgement.verdict) }
    let record = try ClientMutantRecord(suite)
    #expect(Set(record.wrong.keys) == Set(mutants.map(\.name)))
    let challenges = Self.scenarios.filter { $0.family == "challenge" }.map(\.id)
    #expect(challenges.count == 12)
    #expect(Set(challenges).subtracting(record.caught) == [])
  }
}
