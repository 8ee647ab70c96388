import RogueDecisions
import RogueEngines
@testable import RogueLab
import RogueModel
import RoguePKI
import RogueScenarios
import RogueTrust
import RogueValidators
import TestSupport
import Testing

/// The cells of the decision tables, put to the reference and to mutants without sockets.
@Suite struct DecisionTests {
  static let scenarios = cells { _ in true }.filter(OfflineCatalogue.stepsAreOnPaper)

  /// The chosen cells of the tables that are wanted.
  static func cells(of isWanted: (String) -> Bool) -> [Scenario] {
    let vocabulary = Vocabulary(defects: Defects.descriptors, behaviours: Behaviours.descriptors)
    let files = (try? ShippedCatalogue.files(of: .table)) ?? []
    let tables = files.compactMap { LoadedTable.read($0, vocabulary).table }
    return tables.filter { isWanted($0.table.id) }.flatMap { loaded in
      let cells = CellSpace(loaded.table).map { CellCover(of: $0).cells } ?? []
      return cells.compactMap { loaded.scenario(of: $0).scenario }
    }
  }

  /// A cell, and the cell beside it that is its control.
  private static func trials(
    of scenario: Scenario
  ) throws -> (cell: [OfflineCatalogue.Trial], control: [OfflineCatalogue.Trial]) {
    let control = try scenario.contrast.map { contrast -> [OfflineCatalogue.Trial] in
      var control = scenario
      control.steps = contrast
      control.contrast = nil
      return try OfflineCatalogue.trials(of: control, scenario.policies, salt: "control")
    }
    return (try OfflineCatalogue.trials(of: scenario, scenario.policies, salt: "cell"), control ?? [])
  }

  private static func mutants(_ environment: TrustEnvironment) -> [BuiltInValidator] {
    BuiltInValidator.mutants(environment) + BuiltInValidator.tableMutants(environment)
  }

  /// Mutants made for cells that no cell catches on paper, each with the reason.
  static let uncaught: [String: String] = [
    "mutant-counts-self-issued-cas": "no table has a self-issued CA; `healthy/path-len-self-issued` catches it",
    "mutant-ends-validity-a-second-early":
      "no table has a last second; `healthy/leaf-in-its-last-second` catches it",
    "mutant-knows-cert-ids-of-sha-1": "no table has another hash; `revocation/staple-cert-id-sha256` catches it",
    "mutant-asks-for-a-status-once":
      "paper does not wait for a response to end; over sockets `session/time-table` catches it",
    "mutant-ignores-policy-constraints": "no table has a policy; `certificate-policies/policy-absent` catches it",
    "mutant-reads-the-fifties-as-2050": "no table has such a year; `time/leaf-not-after-1960` catches it",
    "mutant-takes-enclosed-issuers-for-delegates":
      "no table encloses the issuer; `revocation/staple-with-issuer-certificate` catches it",
    "mutant-stops-at-garbled-staples":
      "RFC 6066, section 8, lets a client give up there: `revocation/staple-garbled-and-revoked` shows it, for information",
    "mutant-ignores-exclusions-beside-permissions":
      "no table permits and excludes names; `name-constraints/host-permitted-and-excluded` catches it",
    "mutant-writes-addresses-out":
      "no table has a host that is an IPv6 address; `healthy/host-ipv6-shortened` catches it",
    "mutant-drops-scts-of-logs-retired-later": "no table has SCTs; `healthy/sct-before-retirement` catches it",
    "mutant-forgets-expired-keys":
      "paper does not wait for a certificate to end; `pin/tofu-another-key-after-not-after` catches it",
    "mutant-pins-serials-and-names":
      "no table chooses serial numbers; `pin/pinned-certificate-same-subject-and-serial` catches it",
    "mutant-compares-last-label-by-length":
      "the tables have one top-level domain; `healthy/pin-other-hosts` catches it",
    "mutant-finds-issuers-by-key-identifier":
      "no table has a CA with two names; `chain/issuer-name-mismatch` catches it",
    "mutant-partial-wildcards-in-a-labels":
      "no table has an A-label; `names/wildcard-in-a-label` catches it",
    "mutant-reads-outer-algorithm-only":
      "no table has two algorithms; `signature/algorithm-mismatch` catches it",
    "mutant-compares-final-dots":
      "good clients refuse such a host: `healthy/pinned-host-trailing-dot` shows it, for information",
    "mutant-counts-logs-by-source": "no table has SCTs; `transparency/sct-and-tls-sct-of-one-log` catches it",
  ]

  @Test func `the reference is right in every cell, and accepts every control`() throws {
    #expect(Self.scenarios.count > 3500)
    let wrong = try Self.scenarios.mapOnAllProcessors { scenario -> [String] in
      let (cell, control) = try Self.trials(of: scenario)
      return try (cell + control).compactMap { trial in
        let fetcher = OfflineCatalogue.OfflineFetcher(plans: trial.steps.compactMap(\.responders))
        let validators = BuiltInValidator.all(MutantTests.environment(fetcher))
        let reference = try #require(validators.first { $0.name == "reference" })
        return MutantTests.put(trial, to: reference, fetcher).wrong.map { "\(trial.name): \($0)" }
      }
    }.flatMap(\.self)
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5).joined(separator: "\n"))")
  }

  /// Mutants were made after scenarios, and tables know neither: which decisions they cover without having been told.
  @Test(.sweep) func `the tables catch the mutants whose decisions are in their factors`() throws {
    let caught = try Self.scenarios.mapOnAllProcessors { scenario -> Set<String> in
      let (cell, control) = try Self.trials(of: scenario)
      let fetcher = OfflineCatalogue.OfflineFetcher(
        plans: (cell + control).flatMap { $0.steps.compactMap(\.responders) })
      let mutants = Self.mutants(MutantTests.environment(fetcher))
      return Set(
        mutants.filter { mutant in
          cell.contains { MutantTests.put($0, to: mutant, fetcher).wrong != nil }
            && control.allSatisfy { MutantTests.put($0, to: mutant, fetcher).wrong == nil }
        }.map(\.name))
    }.reduce(into: Set<String>()) { $0.formUnion($1) }
    let environment = MutantTests.environment(for: [])
    let all = Set(Self.mutants(environment).map(\.name))
    #expect(caught.isSubset(of: all))
    // Some of them no scenario catches.
    let uncaught = Set(BuiltInValidator.tableMutants(environment).map(\.name)).subtracting(caught)
    #expect(uncaught == Set(Self.uncaught.keys))
    try Golden.check(
      "caught by a cell, \(caught.count) of \(all.count):\n" + caught.sorted().map { "  \($0)\n" }.joined()
        + "caught by scenarios alone:\n" + all.subtracting(caught).sorted().map { "  \($0)\n" }.joined(),
      "mutants-in-tables.txt")
  }
}
