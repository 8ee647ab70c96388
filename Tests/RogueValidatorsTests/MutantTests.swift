import RogueModel
import RogueTrust
import RogueValidators
import Testing

/// Every mutant falls for something, and every rogue that must be caught catches a mutant.
@Suite struct MutantTests {
  /// Rogues that no selective mutant falls for, each with the reason. There is none.
  static let harmless: [String: String] = [:]
  /// Mutants that lack a whole feature, and so fall for all of its rogues.
  static let blunt: Set<String> = [
    "mutant-ignores-revocation", "mutant-ignores-pins", "mutant-fails-open", "mutant-pins-replace-trust",
    "mutant-ignores-transparency", "mutant-ignores-the-name",
  ]
  /// The share of all trials that a selective mutant may get wrong.
  static let selective = 0.1
  /// What even the reference cannot know: best effort without any answer, and a host that it sees for the first time.
  static let undecidable: Set<String> = [
    "revocation/revoked-and-out-of-reach[best-effort-fetch]", "pin/tofu-rogue-on-first-use[system]",
  ]

  struct Outcome: Sendable {
    /// Names of the trials that came out wrong.
    var wrong: Set<String> = []
    /// Of these the ones in which a rogue was accepted that only cancelling is right for.
    var admitted: Set<String> = []
    var details: [String] = []
  }

  /// Some step of it has no right answer but cancelling.
  static func mustBeCaught(_ scenario: Scenario) -> Bool { scenario.level == .must && isRogue(scenario) }

  static func isRogue(_ scenario: Scenario) -> Bool {
    scenario.steps.contains { $0.expectations.values.contains(where: \.mustCancel) }
  }

  static func put(
    _ trials: [PaperCatalogue.Trial], to validator: OwnValidator, _ fetcher: PaperCatalogue.PaperFetcher
  ) -> Outcome {
    var outcome = Outcome()
    guard case .chain(let make) = validator.kind else { return outcome }
    for trial in trials {
      let judge = make()
      for (index, step) in trial.steps.enumerated() {
        let before = fetcher.asked
        let decision = step.decision(of: judge)
        guard !step.isRight(decision, hasAsked: fetcher.asked > before) else { continue }
        outcome.wrong.insert(trial.name)
        if decision == .accept, step.expectation.mustCancel { outcome.admitted.insert(trial.name) }
        outcome.details.append("\(validator.name): \(trial.name) step \(index + 1): \(decision)")
      }
    }
    return outcome
  }

  /// What the reference and each mutant make of every trial, worked out once for all tests.
  struct Results: Sendable {
    var trials: [PaperCatalogue.Trial]
    var reference: Outcome
    var mutants: [(name: String, outcome: Outcome)]

    init() throws {
      trials = try PaperCatalogue.trials()
      let fetcher = PaperCatalogue.PaperFetcher(plans: trials.flatMap { $0.steps.compactMap(\.responders) })
      let environment = TrustEnvironment(
        fetcher: fetcher, clock: { PaperCatalogue.clock.secondsSince1970 }, paths: PaperCatalogue.RememberedPaths())
      let reference = try #require(OwnValidator.all(environment).first { $0.name == "reference" })
      self.reference = MutantTests.put(trials, to: reference, fetcher)
      var mutants: [(name: String, outcome: Outcome)] = []
      for mutant in OwnValidator.mutants(environment) {
        mutants.append((mutant.name, MutantTests.put(trials, to: mutant, fetcher)))
      }
      self.mutants = mutants
    }
  }

  static let results = Result { try Results() }

  @Test func `the reference is right, every mutant is wrong somewhere, and every must has its mutant`() throws {
    let results = try Self.results.get()
    let (trials, mutants) = (results.trials, results.mutants)
    #expect(trials.count > 150)
    #expect(results.reference.wrong == Self.undecidable, "\(results.reference.details)")

    var killers: [String: Set<String>] = [:]
    #expect(mutants.count >= 40)
    #expect(Set(mutants.map(\.name)).count == mutants.count)
    for mutant in mutants {
      let wrong = mutant.outcome.wrong.subtracting(Self.undecidable)
      #expect(!wrong.isEmpty, "\(mutant.name) survives")
      let share = Double(wrong.count) / Double(trials.count)
      #expect(share <= Self.selective || Self.blunt.contains(mutant.name), "\(mutant.name) is wrong in \(share)")
      for name in wrong where !Self.blunt.contains(mutant.name) {
        killers[String(name.prefix { $0 != "[" }), default: []].insert(mutant.name)
      }
    }
    let rogues = Set(trials.map(\.scenario).filter(Self.mustBeCaught).map(\.id))
    #expect(rogues.count > 30)
    for id in rogues.sorted() where killers[id] == nil && Self.harmless[id] == nil {
      Issue.record("no selective mutant falls for \(id)")
    }
    for id in Self.harmless.keys where killers[id] != nil { Issue.record("\(id) is listed, and a mutant falls for it") }
  }

  /// The reference, but for one thing: what a rogue is expected to be cancelled for is forgiven.
  static func forgiving(_ reasons: Set<Reason>, _ environment: TrustEnvironment) -> PolicyValidator {
    PolicyValidator(environment) { decisions in
      decisions.forgives = { problem, _ in reasons.contains(problem.reason) }
      if reasons.contains(.nameMismatch) { decisions.checksName = false }
      if reasons.contains(.pinMismatch) { decisions.pins = nil }
      if reasons.contains(.transparency) { decisions.transparency = nil }
      if !reasons.isDisjoint(with: [.revoked, .revocationUnknown]) { decisions.enforcement = .off }
    }
  }

  @Test func `a rogue lies once: forgiven what it is expected to be cancelled for, nothing is left against it`() throws
  {
    let trials = try PaperCatalogue.trials()
    let environment = TrustEnvironment(
      fetcher: PaperCatalogue.PaperFetcher(plans: trials.flatMap { $0.steps.compactMap(\.responders) }),
      clock: { PaperCatalogue.clock.secondsSince1970 }, paths: PaperCatalogue.RememberedPaths())
    var forgiven = 0
    for trial in trials where !trial.scenario.tags.contains("tofu") {
      for step in trial.steps where step.expectation.mustCancel {
        let reasons = Set(step.expectation.answers.flatMap(\.reasons))
        let decision = step.decision(of: Self.forgiving(reasons, environment))
        if decision != .accept { Issue.record("\(trial.name), forgiven \(reasons.sorted()): \(decision)") }
        forgiven += 1
      }
    }
    #expect(forgiven > 100)
  }
}
