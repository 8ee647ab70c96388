@testable import RogueLab
import RogueModel
@testable import RogueRunner
import RogueScenarios
import RogueTrust
import RogueValidators
import TestSupport
import Testing

/// Every mutant falls for something, and every rogue that must be caught catches a mutant.
@Suite struct MutantTests {
  /// The share of all trials that a selective mutant may get wrong.
  static let selective = 0.1
  /// Mutants that lack a whole feature, and so fall for all of its rogues.
  static let broad = Mutant.names { $0.breadth != .decision }
  /// Of these, the ones that lack more than one rule of a policy.
  static let coarse = Mutant.names { $0.breadth == .severalRules }

  /// Some step of it has no right answer but cancelling.
  static func mustBeCaught(_ scenario: Scenario) -> Bool { scenario.level == .must && isRogue(scenario) }

  static func isRogue(_ scenario: Scenario) -> Bool {
    scenario.steps.contains { $0.expectations.values.contains(where: \.mustCancel) }
  }

  /// Some step of it that shows certificates has no right answer but cancelling.
  static func isPresented(_ scenario: Scenario) -> Bool {
    scenario.steps.contains { $0.reuse == .none && $0.expectations.values.contains(where: \.mustCancel) }
  }

  /// The decisions of the reference and of each mutant in every trial, made once for all tests.
  struct Results: Sendable {
    var trials: [OfflineTrial]
    /// By trial.
    var reference: [OfflineTrial.Outcome]
    var mutants: [String]
    /// By trial, then by mutant.
    var outcomes: [[OfflineTrial.Outcome]]
    /// By control: the validators that accept it.
    var accepting: [ControlKey: Set<String>]
    /// The same by trial; nil: it has no control.
    private var acceptors: [Set<String>?]

    init() throws {
      trials = try OfflineCatalogue.trials()
      let controls = try OfflineCatalogue.controls(of: trials)
      let all = try (trials + controls.map(\.trial)).mapOnAllProcessors(Self.outcomes)
      reference = all.prefix(trials.count).map(\.reference)
      outcomes = all.prefix(trials.count).map(\.mutants)
      let names = Mutant.all.map(\.adapterName)
      mutants = names
      accepting = Dictionary(
        uniqueKeysWithValues: zip(controls, all.dropFirst(trials.count)).map { control, outcomes in
          let right = Set(zip(names, outcomes.mutants).filter { $0.1.wrong == nil }.map(\.0))
          return (control.key, outcomes.reference.wrong == nil ? right.union(["reference"]) : right)
        })
      acceptors = trials.map { [accepting] in accepting[$0.controlKey] }
    }

    private static func outcomes(
      of trial: OfflineTrial
    ) throws -> (reference: OfflineTrial.Outcome, mutants: [OfflineTrial.Outcome]) {
      let fetcher = OfflineFetcher([trial])
      let environment = OfflineMinter.environment(fetcher)
      return (
        trial.outcome(of: BuiltInValidator.policy(environment), fetcher),
        Mutant.all.map { trial.outcome(of: $0.judge(environment), fetcher) }
      )
    }

    /// Even the reference cannot know the right answer: best effort without any answer, and a host that it sees for the
    /// first time.
    func isUndecidable(_ index: Int) -> Bool { reference[index].wrong != nil && trials[index].scenario.level == .may }

    /// The trials that a mutant gets wrong.
    func wrong(_ mutant: Int) -> Set<Int> {
      Set(trials.indices.filter { outcomes[$0][mutant].wrong != nil && !isUndecidable($0) })
    }

    /// Whether a mutant admits a trial whose only right result is cancel, and accepts the same conversation without the fault.
    func isKilled(_ mutant: Int, by index: Int) -> Bool {
      outcomes[index][mutant].admitted && acceptors[index]?.contains(mutants[mutant]) == true
    }

    /// The mutants that this trial catches.
    func killers(of index: Int) -> Set<String> {
      Set(Mutant.all.indices.filter { isKilled($0, by: index) }.map { mutants[$0] })
    }

    /// Trials of level must whose flights have to be refused.
    var musts: [Int] {
      trials.indices.filter { trials[$0].scenario.level == .must && trials[$0].isPresented && !isUndecidable($0) }
    }

    /// Whether no mutant without one rule of the policy is caught: another rule refuses the rogue as well.
    func isMasked(_ index: Int) -> Bool { killers(of: index).subtracting(coarse).isEmpty }

    /// What each mutant gets wrong, for people and for a golden file.
    var sections: [(title: String, lines: [String])] {
      mutants.indices.map { mutant in
        var policies: [String: [String]] = [:]
        for index in wrong(mutant).sorted() {
          let word = isKilled(mutant, by: index) ? "admits" : "is wrong about"
          policies["  \(word) \(trials[index].scenario.id)", default: []].append(trials[index].policy)
        }
        return (mutants[mutant], policies.map { "\($0.key): \($0.value.joined(separator: " "))" }.sorted())
      }
    }
  }

  static let results = Result { try Results() }

  // MARK: Mistakes

  @Test func `the reference is right about everything that can be known`() throws {
    let results = try Self.results.get()
    #expect(results.trials.count > 1300)
    for (index, trial) in results.trials.enumerated() where !results.isUndecidable(index) {
      if let wrong = results.reference[index].wrong { Issue.record("\(trial.name): \(wrong)") }
    }
    // Nothing follows about a rogue from a mutant that refuses its control as well.
    // A scenario without a fault is its own control.
    let rogues = Set(results.trials.filter { !$0.scenario.isHealthy }.map(\.controlKey))
    let refused = results.accepting.filter { rogues.contains($0.key) && !$0.value.contains("reference") }
    #expect(refused.map(\.key.description) == [])
  }

  @Test func `a selective mutant is wrong in at most a tenth of the trials`() throws {
    let results = try Self.results.get()
    #expect(Mutant.all.count >= 500 && Set(results.mutants).count == results.mutants.count)
    for (mutant, name) in results.mutants.enumerated() {
      let share = Double(results.wrong(mutant).count) / Double(results.trials.count)
      #expect(share <= Self.selective || Self.broad.contains(name), "\(name) is wrong in \(share)")
    }
  }

  private struct Catches: Hashable {
    var trials: Set<Int>
    /// The recorded one; nil: none.
    var cell: String?
  }

  /// One other decision is less than a missing feature, and differs from the decision of any other mutant.
  @Test func `only a broad mutant lacks a whole feature, and no two are the same`() throws {
    let results = try Self.results.get()
    let cells = try MutantRecord().cell
    let wrong = Dictionary(
      uniqueKeysWithValues: Mutant.all.indices.map { (results.mutants[$0], results.wrong($0)) })
    for (name, own) in wrong where !Self.broad.contains(name) {
      for broad in Self.broad where wrong[broad]?.isSubset(of: own) == true {
        Issue.record("\(name) is wrong wherever \(broad) is")
      }
    }
    // Another cell that catches it tells two apart, and so does every scenario.
    let groups = Dictionary(grouping: wrong.filter { !$0.value.isEmpty }) {
      Catches(trials: $0.value, cell: cells[$0.key])
    }
    let alike = groups.values.filter { $0.count > 1 }.map { Set($0.map(\.key)) }
    let declared = Mutant.all.filter { !$0.equivalents.isEmpty }.map { mutant in
      Set([mutant.adapterName] + mutant.equivalents.keys.map { "mutant-\($0)" })
    }
    #expect(Set(alike) == Set(declared))
  }

  @Test func `the record says which scenarios catch which mutant, and what masks a rogue`() throws {
    let results = try Self.results.get()
    let masked = try results.musts.filter(results.isMasked).map { index in
      "  \(results.trials[index].name): \(try #require(Self.mask(of: results.trials[index])))"
    }
    try MutantRecord.check([("masked by another rule of the policy", masked.sorted())] + results.sections)
  }

  @Test func `a scenario or a cell catches every mutant, or it says why none does`() throws {
    let caught = try MutantRecord().caught
    #expect(Mutant.names { $0.uncaught == nil }.subtracting(caught).sorted() == [])
    for mutant in Mutant.all where mutant.uncaught != nil {
      #expect(!caught.contains(mutant.adapterName), "something catches \(mutant.name)")
    }
  }

  // MARK: Catches

  @Test func `a selective mutant that accepts its control admits every rogue`() throws {
    let results = try Self.results.get()
    var killers: [String: Set<String>] = [:]
    var undecidable: Set<String> = []
    for (index, trial) in results.trials.enumerated() {
      killers[trial.scenario.id, default: []].formUnion(results.killers(of: index).subtracting(Self.broad))
      if results.isUndecidable(index) { undecidable.insert(trial.scenario.id) }
    }
    let rogues = Set(results.trials.map(\.scenario).filter(Self.isPresented).map(\.id)).subtracting(undecidable)
    #expect(rogues.count > 450)
    let idle = rogues.filter { killers[$0]?.isEmpty ?? true }
    #expect(idle.sorted() == [], "no selective mutant falls for these")
  }

  /// A fault that another rule of the same policy catches as well is not tested under that policy: the scenario says so, by
  /// expecting that rule's reason.
  @Test func `under each of its policies one rule alone refuses a rogue of level must, or the scenario names both`()
    throws
  {
    let results = try Self.results.get()
    #expect(results.musts.count > 550)
    let masked = results.musts.filter(results.isMasked)
    for index in masked where Self.mask(of: results.trials[index]) == nil {
      Issue.record("no mutant falls for \(results.trials[index].name), and no other rule refuses it")
    }
    let tested = Set(results.musts.filter { !results.isMasked($0) }.map { results.trials[$0].scenario.id })
    let untested = Set(masked.map { results.trials[$0].scenario.id }).subtracting(tested)
    #expect(untested.sorted() == [], "masked under all of their policies")
  }

  /// The reason that the reference gives when it forgives every other one that the scenario expects; nil: it has no such.
  private static func mask(of trial: OfflineTrial) -> Reason? {
    let steps = trial.steps.filter(\.expectation.mustCancel)
    let all = steps.map { Set($0.expectation.answers.flatMap(\.reasons)) }
    let common = all.reduce(all.first ?? []) { $0.intersection($1) }
    return common.sorted().first { mask in
      zip(steps, all).allSatisfy { step, reasons in
        guard reasons.count > 1 else { return false }
        let environment = OfflineMinter.environment(OfflineFetcher([trial]))
        guard case .cancel(mask, _) = step.decision(of: alsoAccepting(reasons.subtracting([mask]), environment)) else {
          return false
        }
        return mask != steps.first.flatMap { Self.reason(of: $0, trial) }
      }
    }
  }

  /// The reason that the reference gives.
  private static func reason(of step: OfflineTrial.Step, _ trial: OfflineTrial) -> Reason? {
    let environment = OfflineMinter.environment(OfflineFetcher([trial]))
    if case .cancel(let reason, _) = step.decision(of: PolicyValidator(environment)) { return reason }
    return nil
  }

  /// The certificates of a resumed session or of an open connection are not presented again: suites over sockets run what is
  /// refused there, and what no flight shows.
  @Test func `every rogue that must be caught is put to mutants somewhere`() {
    let suites = [
      HandshakeMutantTests.underAllPolicies(HandshakeMutantTests.isAboutTheHandshake), PreTLSMutantTests.scenarios,
      ReuseMutantTests.scenarios, SessionAndRedirectMutantTests.scenarios, DelegateMutantTests.scenarios,
      ConcurrentAttemptTests.scenarios,
    ]
    let live = Set(suites.flatMap { $0.map(\.id) })
    let missed = Self.needingSockets.filter { !live.contains($0.id) }
    #expect(missed.map(\.id) == [])
  }

  /// Scenarios that must be caught, and are not presented without sockets.
  private static let needingSockets = OfflineCatalogue.catalogue().scenarios.filter {
    mustBeCaught($0) && !($0.isOffline && isPresented($0))
  }

  /// A client without one check catches them, or `HandshakeMutantTests` puts them to such clients.
  @Test func `each scenario that must be caught over sockets catches some client`() throws {
    let caught = try ClientMutantRecord.suites().reduce(into: Set(ConcurrentAttemptTests.scenarios.map(\.id))) {
      $0.formUnion(try ClientMutantRecord($1).caught)
    }
    let handshakes = Set(HandshakeMutantTests.underAllPolicies(HandshakeMutantTests.isAboutTheHandshake).map(\.id))
    let known = caught.union(handshakes).union(SessionAndRedirectMutantTests.uncaught.keys).union(
      ReuseMutantTests.unproven)
    #expect(Set(Self.needingSockets.map(\.id)).subtracting(known) == [])
    // A reason not to be caught is one only as long as nothing catches it.
    #expect(caught.isDisjoint(with: SessionAndRedirectMutantTests.uncaught.keys))
  }

  /// The reference, but it forgives the reasons for which a rogue is expected to be cancelled.
  static func alsoAccepting(_ reasons: Set<Reason>, _ environment: TrustEnvironment) -> PolicyValidator {
    var mutant = Mutant.alsoAccepting("forgives", "forgives problems") { problem, _ in reasons.contains(problem.reason)
    }
    if reasons.contains(.nameMismatch) {
      mutant = mutant.replacing(Rule<PolicyEvaluation, String?>.referenceName) { _ in nil }
    }
    let left: [(reasons: Set<Reason>, check: PolicyCheck)] = [
      ([.pinMismatch], .pins), ([.transparency], .transparency), ([.revoked, .revocationUnknown], .revocation),
    ]
    for (own, check) in left where !reasons.isDisjoint(with: own) { mutant = mutant.replacing(check) { _ in nil } }
    return PolicyValidator(environment, rules: mutant.rules)
  }

  @Test func `a rogue has one fault: without its reasons it is accepted`() throws {
    let trials = try Self.results.get().trials.filter { !$0.scenario.tags.contains("tofu") }
    let counts = try trials.mapOnAllProcessors { trial in
      let environment = OfflineMinter.environment(OfflineFetcher([trial]))
      let rogues = trial.steps.filter(\.expectation.mustCancel)
      for step in rogues {
        let reasons = Set(step.expectation.answers.flatMap(\.reasons))
        let decision = step.decision(of: Self.alsoAccepting(reasons, environment))
        if decision != .accept { Issue.record("\(trial.name), forgiven \(reasons.sorted()): \(decision)") }
      }
      return rogues.count
    }
    #expect(counts.reduce(0, +) > 800)
  }
}
