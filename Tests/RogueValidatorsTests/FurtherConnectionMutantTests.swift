import RogueAdapters
import RogueModel
import RogueRunner
import RogueScenarios
import Testing

/// The rogues that wait where an attempt takes more than one connection, or goes on with a session: told over sockets to a
/// client that judges each of them anew, and to each client that leaves one look out, which falls for exactly those that
/// are about it. On paper every step shows its certificates; a resumed handshake shows none.
@Suite struct FurtherConnectionMutantTests {
  /// What a client falls for that leaves this out: all of it, and nothing else.
  static let prey: [ApproachCheck: Set<String>] = [
    .sessionRules: [
      "session/resumed-under-another-pin", "session/resumed-under-other-anchors",
      "session/resumed-by-id-under-another-pin", "session/resumed-by-id-under-other-anchors",
      "session/resumed-after-the-revocation", "session/resumed-by-id-after-the-revocation",
      "session/early-data-under-another-pin", "session/early-data-under-other-anchors",
      "session/early-data-after-the-revocation",
    ],
    .sessionHost: [
      "session/ticket-of-another-host", "session/ticket-under-the-pins-of-another-host",
      "session/early-data-for-another-host",
    ],
    .knownHost: [
      "session/resumed-after-the-leaf-was-swapped", "session/resumed-by-id-after-the-leaf-was-swapped",
      "session/resumed-at-a-stranger", "session/resumed-after-the-ca-changed",
      "session/resumed-under-another-pin", "session/resumed-under-other-anchors",
      "session/resumed-by-id-under-another-pin", "session/resumed-by-id-under-other-anchors",
      "session/resumed-after-the-revocation", "session/resumed-by-id-after-the-revocation",
      "session/early-data-under-another-pin", "session/early-data-under-other-anchors",
      "session/early-data-after-the-revocation",
    ],
    .redirectTarget: [
      "redirect/certificate-of-the-first-host-at-the-target", "redirect/expired-certificate-at-the-target",
      "redirect/other-key-at-the-target", "redirect/unknown-ca-at-the-target",
    ],
    .redirectName: ["redirect/certificate-of-the-first-host-at-the-target"],
    .redirectPins: ["redirect/other-key-at-the-target"],
    .probe: ["rotation/swapped-between-probe-and-use"],
  ]

  /// Rogues that none of these clients falls for, each with the reason; an entry that one falls for fails.
  static let uncaught: [String: String] = [
    "session/resumed-without-the-secret": "without the secret there are no keys that anybody could go on with",
    "session/session-that-was-not-offered": "libssl compares it, and the client of our own takes up no sessions",
    "session/resumed-without-the-extended-master-secret":
      "libssl compares it, and the client of our own takes up no sessions",
    "session/early-data-without-its-session": "libssl compares it, and the client of our own takes up no sessions",
    "session/early-data-in-another-protocol": "libssl compares it, and the client of our own takes up no sessions",
    "session/early-data-without-its-protocol": "libssl compares it, and the client of our own takes up no sessions",
  ]

  /// Sessions that have ended, connections that stay open and other clients' sessions have suites of their own.
  static let scenarios = PaperCatalogue.catalogue().scenarios.filter { scenario in
    let belongs = scenario.steps.contains { step in
      step.reuse == .session || step.world.server.redirect != nil
        || step.mutation?.path.prefix(2).elementsEqual(["server", "connections"]) == true
    }
    return belongs && !OpenConnectionMutantTests.isAboutOpenConnections(scenario)
      && !ApproachMutantTests.isAboutTheWay(scenario) && !ApproachMutantTests.isAboutIdentity(scenario)
      && !ApproachMutantTests.isAboutLifetimes(scenario)
  }

  @Test func `a client that looks at everything is right about every further connection`() async throws {
    #expect(Self.scenarios.count >= 30)
    let client = InProcessAdapter(
      name: "complete", summary: "", isControl: false,
      capabilities: InProcessAdapter.usualCapabilities.union([.clock]), alwaysAsksForStaple: true,
      makeValidator: HandshakeMutantTests.reference)
    for result in try await HandshakeMutantTests.run(Self.scenarios, [client])
    where ![.pass, .notAsked].contains(result.judgement.verdict) {
      Issue.record("\(result.caseID): \(result.judgement.verdict): \(result.judgement.explanation)")
    }
  }

  @Test func `every look that is left out is missed where it counts, and nowhere else`() async throws {
    let mutants = InProcessAdapter.approachMutants(HandshakeMutantTests.reference, of: Set(Self.prey.keys))
    let results = try await HandshakeMutantTests.run(Self.scenarios, mutants)
    for check in Self.prey.keys {
      let own = results.filter { $0.adapter == "mutant-without-\(check.rawValue)" }
      #expect(!own.isEmpty)
      for result in own where result.control.map({ $0.verdict != .pass }) ?? false {
        Issue.record("\(check) fails the control of \(result.caseID): \(result.control?.explanation ?? "")")
      }
      let wrong = own.filter { ![.pass, .notAsked, .unsupported].contains($0.judgement.verdict) }
      #expect(Set(wrong.map(\.scenario)) == Self.prey[check], "\(check)")
      for result in wrong where ![.falseAccept, .leak].contains(result.judgement.verdict) {
        Issue.record("\(check): \(result.caseID): \(result.judgement.verdict): \(result.judgement.explanation)")
      }
    }
    let caught = Self.prey.values.reduce(into: Set<String>()) { $0.formUnion($1) }
    let rogues = Set(Self.scenarios.filter(MutantTests.isRogue).map(\.id))
    // Its first step begins anew and has to be refused: `MutantTests`.
    let onPaper: Set<String> = ["session/resumed-after-the-staple-was-missed"]
    #expect(rogues.subtracting(caught).subtracting(onPaper) == Set(Self.uncaught.keys))
  }
}
