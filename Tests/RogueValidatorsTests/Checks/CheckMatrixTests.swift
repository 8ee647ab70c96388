import RogueDecisions
import RogueModel
import RoguePKI
import RogueScenarios
import RogueTrust
import RogueValidators
import Synchronization
import TestSupport
import Testing

@testable import RogueLab

/// Which check is caught in which circumstance, computed without running a validator for every pair.
@Suite struct CheckMatrixTests {
  /// Scenarios with one step and with several, with a second handshake, healthy ones, and some whose rogues other rules refuse as well.
  private static let ids: Set<String> = [
    "trust/unknown-ca", "pin/wrong-key-at-pinned-ip", "healthy/root-in-user-store", "revocation/crl-leaf-revoked",
    "revocation/any-leaf-revoked", "rotation/renegotiation-wrong-key", "rotation/unknown-ca-on-second-connection",
    "rotation/leaf-swapped-on-second-connection",
  ]

  private static let scenarios = OfflineCatalogue.catalogue().scenarios.filter { ids.contains($0.id) }

  @Test func `a pair is caught exactly where a validator that looks at its circumstance is`() throws {
    let sweep = CheckSweep(CheckSweep.forms, keys: OfflineCatalogue.keys)
    var compared = 0
    for scenario in Self.scenarios {
      for item in try sweep.cases(of: scenario) {
        let trial = try #require(try OfflineCatalogue.minter.trials(of: scenario).first { $0.name == item.id }).onPaper
        let control =
          scenario.isHealthy
          ? nil : try OfflineCatalogue.minter.control(of: trial, salt: "c-\(item.id)")?.first(trial.steps.count)
        let caught = Dictionary(uniqueKeysWithValues: item.catches.map { ($0.form, item.columns(of: $0.kinds)) })
        let others = stride(from: 0, to: sweep.forms.count, by: 97)
        for form in Set(caught.keys.sorted().prefix(2)).union(others).sorted() {
          for column in stride(from: form % 53, to: Columns.count, by: 53) {
            let isCaught = Self.fails(sweep.forms[form], column, trial, control)
            #expect(
              isCaught == (caught[form]?.contains(column) == true), "\(item.id): \(sweep.forms[form].name), \(column)")
            compared += 1
          }
        }
      }
    }
    #expect(compared > 500)
  }

  /// Whether a validator that asks in every decision whether the circumstance holds fails a trial and is right about its control.
  private static func fails(
    _ form: Mutant, _ column: Int, _ trial: OfflineTrial, _ control: OfflineTrial?
  ) -> Bool {
    func outcome(_ trial: OfflineTrial) -> OfflineTrial.Outcome {
      let fetcher = OfflineFetcher([trial])
      var environment = OfflineMinter.environment(fetcher)
      environment.revocationMemory = nil
      let pair = FormPair(form, environment)
      let earlier = Mutex<[ServerFlight]>([])
      return trial.outcome(fetcher) { step, isSecond in
        Choosing { flight, policy in
          let before = earlier.withLock { flights in
            defer { flights.append(flight) }
            return flights
          }
          let sight = Sight(
            flight, policy, step: step + 1, isRenegotiated: isSecond, earlier: before, paths: ReferencePathEvaluator())
          let count = Circumstance.all.count
          return Circumstance.holding(in: sight).contains(column % count) == (column < count) ? pair.wrong : pair.right
        }
      }
    }
    return outcome(trial).fails && control.map { outcome($0).wrong == nil } != false
  }

  private struct Choosing: ChainValidator {
    let choose: @Sendable (ServerFlight, AttemptPolicy) -> any ChainValidator

    func judge(_ flight: ServerFlight, policy: AttemptPolicy) -> ChainDecision {
      choose(flight, policy).judge(flight, policy: policy)
    }
  }

  @Test func `the smallest set catches every caught pair, and each case of it adds some`() throws {
    let matrix = try CheckMatrix.of(Self.scenarios, keys: OfflineCatalogue.keys)
    #expect(matrix.cases.count > 5 && matrix.caught.contains { $0.count > 0 })
    let chosen = matrix.smallestSet()
    var covered = Array(repeating: Bits(Columns.count), count: matrix.forms.count)
    for id in chosen {
      let item = try #require(matrix.cases.first { $0.id == id })
      #expect(item.catches.contains { item.columns(of: $0.kinds).count(beyond: covered[$0.form]) > 0 })
      for (form, kinds) in item.catches { covered[form].formUnion(item.columns(of: kinds)) }
    }
    #expect(covered == matrix.caught)
    #expect(chosen.count < matrix.cases.count)
  }

  @Test func `exclusions are about rules and circumstances, and no excluded pair is caught`() throws {
    let names = ListedRule.all.map(\.name) + CheckSweep.forms.map(\.name)
    for exclusion in CheckExclusion.every {
      #expect(exclusion.rules != nil || exclusion.circumstances != nil)
      for rule in exclusion.rules ?? [] {
        #expect(names.contains { $0.hasPrefix(rule) }, "\(exclusion.reason): \(rule)")
      }
      for circumstance in exclusion.circumstances ?? [] {
        let alone = CheckExclusion("", in: [circumstance])
        #expect(Circumstance.all.contains(where: alone.isAbout), "\(exclusion.reason): \(circumstance)")
      }
    }
    let matrix = try CheckMatrix.of(Self.scenarios, keys: OfflineCatalogue.keys)
    #expect(Self.contradicted(in: matrix) == [])
  }

  private static func contradicted(in matrix: CheckMatrix) -> [String] {
    matrix.forms.indices.flatMap { form in
      Circumstance.all.indices.compactMap { circumstance in
        matrix.contradiction(form, circumstance).map { reason in
          "\(matrix.forms[form].name) in \(Circumstance.all[circumstance].name): \(reason)"
        }
      }
    }
  }

  /// Exclusions without a pair that needs them.
  private static func idle(in matrix: CheckMatrix) -> [String] {
    let used = Set(
      matrix.forms.indices.flatMap { form in
        Circumstance.all.indices.compactMap { circumstance -> String? in
          if case .excluded(let reason) = matrix.state(form, circumstance) { reason } else { nil }
        }
      })
    return CheckExclusion.every.map(\.reason).filter { !used.contains($0) }
  }

  @Test func `every rule is listed, and has a form without it unless its answer is a choice`() throws {
    let listed = ListedRule.all.map(\.name)
    #expect(Set(listed).count == listed.count)
    // Delegates have mutants, and get challenges instead of flights.
    let rules = try DecisionRegistryTests.rules().filter { !$0.hasPrefix("delegate/") }
    #expect(Set(rules + PathCheck.all.map(\.name)) == Set(listed))
    let choices = ListedRule.all.filter { $0.off == nil }.map(\.name)
    #expect(
      choices.sorted() == [
        "anchors", "checked-certificates", "decision", "first-use/learning", "first-use/recognition",
        "first-use/validation",
        "network-use", "revocation-methods", "revocation/certificate-status", "revocation/distribution-points",
        "revocation/missing-reply", "served", "transparency/distinct-logs", "transparency/distinct-operators",
        "transparency/logged-issuers", "tried-paths",
      ])
  }

  /// All scenarios and cells.
  @Test(.nightly) func `the recorded page is that of this catalogue`() throws {
    let cells = DecisionTests.scenarios + CircumstanceCellTests.scenarios
    let scenarios = OfflineCatalogue.catalogue().scenarios + cells
    let matrix = try CheckMatrix.of(scenarios, keys: OfflineCatalogue.keys)
    #expect(Self.contradicted(in: matrix) == [])
    #expect(Self.idle(in: matrix) == [])
    let offs = matrix.forms.indices.filter { matrix.forms[$0].name.hasPrefix("off-") }
    for numbers in offs.map({ matrix.numbers([$0], Circumstance.all.indices) }) { #expect(numbers.allOpen == 0) }
    try RecordedPage.check(ChecksReport(matrix: matrix).page, "records/checks.md")
  }
}
