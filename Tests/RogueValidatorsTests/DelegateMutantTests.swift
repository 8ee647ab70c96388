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
  private static let notPinned: Set<String> = [
    "challenge/rogue-ca-after-other-challenges", "challenge/rogue-ca-with-previous-failure",
    "trust/rogue-ca-in-system-store",
  ]
  private static let denied: Set<String> = [
    "challenge/denied-leaf", "challenge/denied-ca",
  ]
  private static let unrevoked: Set<String> = [
    "challenge/trust-policies-not-readable", "challenge/trust-policies-not-settable",
    "challenge/trust-policy-properties-not-readable", "challenge/trust-policy-not-for-tls",
  ]

  /// Each mutant's verdict and scenarios, by its name without the common prefix.
  static let caughtBy: [String: (verdict: Verdict, scenarios: Set<String>)] = [
    "handles-a-failed-pin-by-default": (.falseAccept, notPinned),
    "rejects-the-space-of-a-failed-pin": (.falseAccept, notPinned),
    "compares-pins-at-the-task": (.falseAccept, notPinned.union(unrevoked)),
    "does-not-want-server-trust": (.falseAccept, notPinned.union(unrevoked)),
    "is-silent-about-a-failed-pin": (.error, notPinned),
    "answers-a-failed-pin-twice": (.error, notPinned),
    "uses-the-credential-unevaluated": (
      .falseAccept,
      denied.union([
        "challenge/rogue-ca-after-other-challenges", "challenge/rogue-ca-with-previous-failure",
        "challenge/unknown-ca-after-other-challenges", "challenge/unknown-ca-with-previous-failure",
        "challenge/trust-evaluation-call-fails", "challenge/trust-result-other-error",
        "trust/rogue-ca-in-system-store", "trust/unknown-ca", "revocation/staple-leaf-revoked",
      ])
    ),
    "goes-on-without-revocation": (.falseAccept, unrevoked),
    "overlooks-a-failed-evaluation": (.falseAccept, ["challenge/trust-evaluation-call-fails"]),
    "takes-another-error": (.falseAccept, ["challenge/trust-result-other-error"]),
    "takes-deny": (.falseAccept, denied),
    "takes-a-recoverable-failure": (
      .falseAccept,
      [
        "challenge/rogue-ca-after-other-challenges", "challenge/rogue-ca-with-previous-failure",
        "challenge/unknown-ca-after-other-challenges", "challenge/unknown-ca-with-previous-failure",
        "trust/rogue-ca-in-system-store", "trust/unknown-ca",
      ]
    ),
    "takes-a-fatal-failure": (.falseAccept, ["revocation/staple-leaf-revoked"]),
    "refuses-proceed": (.falseCancel, ["healthy/root-in-user-store"]),
    "uses-what-is-proposed": (
      .falseAccept,
      [
        "challenge/rogue-ca-after-other-challenges", "challenge/rogue-ca-with-previous-failure",
        "challenge/unknown-ca-with-previous-failure",
      ]
    ),
    "yields-after-a-failure": (
      .falseAccept,
      [
        "challenge/rogue-ca-after-other-challenges", "challenge/rogue-ca-with-previous-failure",
        "challenge/unknown-ca-after-other-challenges", "challenge/unknown-ca-with-previous-failure",
      ]
    ),
    "gives-up-after-any-failure": (
      .falseCancel, ["healthy/other-challenges-first", "healthy/previous-failure"]
    ),
    "repeats-its-answer": (.falseAccept, ["challenge/rogue-ca-after-other-challenges"]),
  ]

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
    let mutants = BuiltInValidator.delegateMutants(Self.environment)
    let names = Set(mutants.map { String($0.name.dropFirst("mutant-delegate-".count)) })
    #expect(names == Set(Self.caughtBy.keys))
    let results = try await HandshakeMutantTests.run(Self.scenarios, try mutants.map(Self.adapter))
    for (name, caughtBy) in Self.caughtBy.sorted(by: { $0.key < $1.key }) {
      let own = results.filter { $0.adapter == "mutant-delegate-\(name)" }
      #expect(Set(own.map(\.scenario)).count == Self.scenarios.count)
      // A refusal of the healthy server too proves nothing about the rogue.
      let wrong = own.filter { ![.pass, .inconclusive].contains($0.judgement.verdict) }
      #expect(Set(wrong.map(\.scenario)) == caughtBy.scenarios, "\(name)")
      for result in wrong where result.judgement.verdict != caughtBy.verdict {
        Issue.record("\(name): \(result.caseID): \(result.judgement.verdict): \(result.judgement.explanation)")
      }
      // It differs by this reaction alone, so it accepts the controls of these rogues.
      for result in wrong where caughtBy.verdict == .falseAccept && result.control?.verdict != .pass {
        Issue.record("\(name) fails the control of \(result.caseID): \(result.control?.explanation ?? "none")")
      }
    }
  }

  @Test func `every scenario about challenges has a wrong reaction that falls for it`() {
    let caught = Self.caughtBy.values.reduce(into: Set<String>()) { $0.formUnion($1.scenarios) }
    #expect(Self.scenarios.filter { $0.family == "challenge" }.count == 12)
    #expect(Set(Self.scenarios.map(\.id)).subtracting(caught) == [])
  }
}
