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
  /// Rogues that no selective mutant falls for, each with the reason; an entry that one falls for fails.
  static let harmless: [String: String] = [:]
  /// Rogues that must be caught and are put to no mutant, each with the reason.
  static let putToNone: [String: String] = [:]
  /// Where another rule of the policy rightly catches the rogue as well: the reason that it gives. A stranger's leaf has
  /// another key than the pinned one, whichever CA has signed it, and without a path no CA is on it.
  static let masked: [String: Reason] = [
    "chain/missing-intermediate[ca-spki]": .pinMismatch,
    "chain/untrusted-leaf-before-real-chain[leaf-spki]": .pinMismatch,
    "chain/untrusted-leaf-before-real-chain[ca-spki]": .pinMismatch,
    "challenge/unknown-ca-with-previous-failure[failed-here]": .pinMismatch,
    "challenge/unknown-ca-after-other-challenges[password-first]": .pinMismatch,
    "challenge/unknown-ca-after-other-challenges[proxy-first]": .pinMismatch,
    "challenge/unknown-ca-after-other-challenges[certificate-first]": .pinMismatch,
    "challenge/unknown-ca-after-other-challenges[unknown-first]": .pinMismatch,
    "challenge/unknown-ca-after-other-challenges[failed-before]": .pinMismatch,
    "names/wrong-host[leaf-spki]": .pinMismatch,
    "trust/self-signed-leaf[leaf-spki]": .pinMismatch,
    "trust/unknown-ca[leaf-spki]": .pinMismatch,
  ]
  /// Mutants that lack a whole feature, and so fall for all of its rogues.
  static let catchAllMutants: Set<String> = [
    "mutant-ignores-revocation", "mutant-ignores-pins", "mutant-fails-open", "mutant-pins-replace-trust",
    "mutant-ignores-ct", "mutant-ignores-host-name",
  ]
  /// Of these, the ones that leave out one rule of a policy, and nothing besides.
  static let ruleOfItsOwn: Set<String> = [
    "mutant-ignores-pins", "mutant-ignores-ct", "mutant-ignores-host-name",
  ]
  /// Mutants that nothing on paper tells apart: a host without a path is refused for that before it is learned, and the
  /// stranger's intermediate always has a key identifier of its issuer.
  static let alike: Set<Set<String>> = [
    ["mutant-learns-what-it-refuses", "mutant-first-use-needs-no-path"],
    ["mutant-trusts-unknown-intermediates", "mutant-trusts-issuers-with-key-identifiers"],
  ]
  /// The share of all trials that a selective mutant may get wrong.
  static let selective = 0.1
  /// What even the reference cannot know: best effort without any answer, and a host that it sees for the first time.
  static let undecidable: Set<String> = [
    "revocation/ocsp-unreachable-best-effort[best-effort-ocsp-fetch]", "pin/tofu-rogue-ca-on-first-use[system]",
  ]

  /// Some step of it has no right answer but cancelling.
  static func mustBeCaught(_ scenario: Scenario) -> Bool { scenario.level == .must && isRogue(scenario) }

  static func isRogue(_ scenario: Scenario) -> Bool {
    scenario.steps.contains { $0.expectations.values.contains(where: \.mustCancel) }
  }

  /// Some step of it that shows certificates has no right answer but cancelling.
  static func isPresentedOnPaper(_ scenario: Scenario) -> Bool {
    scenario.steps.contains { $0.reuse == .none && $0.expectations.values.contains(where: \.mustCancel) }
  }

  /// What a validator made of a trial.
  struct Outcome: Sendable {
    /// The first step that came out wrong, in words; nil: none did.
    var wrong: String?
    /// It accepted what only cancelling is right for, where that was shown, and was right in every step before.
    var admitted = false
  }

  static func put(
    _ trial: OfflineCatalogue.Trial, to validator: BuiltInValidator, _ fetcher: OfflineCatalogue.OfflineFetcher
  ) -> Outcome {
    guard case .chain(let make) = validator.kind else { return Outcome() }
    let judge = make()
    for (index, step) in trial.steps.enumerated() {
      let before = fetcher.asked
      let decision = step.decision(of: judge)
      guard !step.isRight(decision, hasAsked: fetcher.asked > before) else { continue }
      return Outcome(
        wrong: "step \(index + 1): \(decision)",
        admitted: decision == .accept && step.expectation.mustCancel && trial.scenario.steps[index].reuse == .none)
    }
    return Outcome()
  }

  /// What the reference and each mutant make of every trial, worked out once for all tests.
  struct Results: Sendable {
    var trials: [OfflineCatalogue.Trial]
    /// By trial.
    var reference: [Outcome]
    var mutants: [String]
    /// By trial, then by mutant.
    var outcomes: [[Outcome]]
    /// By control: who accepts it.
    var accepting: [ControlKey: Set<String>]

    init() throws {
      trials = try OfflineCatalogue.trials()
      let controls = try OfflineCatalogue.controls(of: trials)
      let all = try (trials + controls.map(\.trial)).mapOnAllProcessors(Self.outcomes)
      reference = all.prefix(trials.count).map(\.reference)
      outcomes = all.prefix(trials.count).map(\.mutants)
      let names = Self.validators(MutantTests.environment(for: [])).mutants.map(\.name)
      mutants = names
      accepting = Dictionary(
        uniqueKeysWithValues: zip(controls, all.dropFirst(trials.count)).map { control, outcomes in
          let right = Set(zip(names, outcomes.mutants).filter { $0.1.wrong == nil }.map(\.0))
          return (control.key, outcomes.reference.wrong == nil ? right.union(["reference"]) : right)
        })
    }

    private static func validators(_ environment: TrustEnvironment) -> (
      reference: BuiltInValidator?, mutants: [BuiltInValidator]
    ) {
      (BuiltInValidator.all(environment).first { $0.name == "reference" }, BuiltInValidator.mutants(environment))
    }

    private static func outcomes(
      of trial: OfflineCatalogue.Trial
    ) throws -> (reference: Outcome, mutants: [Outcome]) {
      let fetcher = OfflineCatalogue.OfflineFetcher(plans: trial.steps.compactMap(\.responders))
      let validators = validators(MutantTests.environment(fetcher))
      let reference = try #require(validators.reference)
      return (put(trial, to: reference, fetcher), validators.mutants.map { put(trial, to: $0, fetcher) })
    }

    /// The names of the trials about which this mutant is as `holds` says.
    func trials(about mutant: String, _ holds: (Outcome) -> Bool) -> Set<String> {
      guard let place = mutants.firstIndex(of: mutant) else { return [] }
      return Set(trials.indices.filter { holds(outcomes[$0][place]) }.map { trials[$0].name })
    }

    /// What each mutant is wrong about, for people and for a golden file.
    var text: String {
      var lines: [String] = []
      for (place, mutant) in mutants.enumerated() {
        lines.append(mutant)
        var policies: [String: [String]] = [:]
        for (index, trial) in trials.enumerated()
        where outcomes[index][place].wrong != nil && !undecidable.contains(trial.name) {
          let word = outcomes[index][place].admitted ? "admits" : "is wrong about"
          policies["  \(word) \(trial.scenario.id)", default: []].append(trial.policy)
        }
        lines += policies.map { "\($0.key): \($0.value.joined(separator: " "))" }.sorted()
      }
      return lines.joined(separator: "\n") + "\n"
    }

    /// The mutants that admit what only cancelling is right for, and accept the same conversation without the fault.
    func killers(of index: Int) -> Set<String> {
      Set(zip(mutants, outcomes[index]).filter(\.1.admitted).map(\.0))
        .intersection(accepting[trials[index].controlKey] ?? [])
    }
  }

  static let results = Result { try Results() }

  /// Where nothing changes: what one validator has found, the others find as well.
  static func environment(_ fetcher: OfflineCatalogue.OfflineFetcher) -> TrustEnvironment {
    var environment = TrustEnvironment(
      fetcher: fetcher, clock: { OfflineCatalogue.clock.secondsSince1970 }, paths: OfflineCatalogue.RememberedPaths())
    environment.revocationMemory = RevocationMemory()
    return environment
  }

  static func environment(for trials: [OfflineCatalogue.Trial]) -> TrustEnvironment {
    environment(OfflineCatalogue.OfflineFetcher(plans: trials.flatMap { $0.steps.compactMap(\.responders) }))
  }

  // MARK: Who is wrong about what

  @Test func `the reference is right about everything that can be known`() throws {
    let results = try Self.results.get()
    #expect(results.trials.count > 1300)
    let wrong = zip(results.trials, results.reference).filter { $0.1.wrong != nil }
    #expect(Set(wrong.map(\.0.name)) == Self.undecidable, "\(wrong.map { ($0.0.name, $0.1.wrong ?? "") })")
    // Nothing follows about a rogue from a mutant that refuses its control as well.
    // A scenario without a fault is its own control.
    let rogues = Set(results.trials.filter { !$0.scenario.isHealthy }.map(\.controlKey))
    let refused = results.accepting.filter { rogues.contains($0.key) && !$0.value.contains("reference") }
    #expect(refused.map(\.key.description) == [])
  }

  @Test func `every mutant is wrong somewhere, and none but the catchAllMutants in more than a tenth`() throws {
    let results = try Self.results.get()
    #expect(results.mutants.count >= 150)
    #expect(Set(results.mutants).count == results.mutants.count)
    for name in results.mutants {
      let wrong = results.trials(about: name) { $0.wrong != nil }.subtracting(Self.undecidable)
      #expect(!wrong.isEmpty, "\(name) survives")
      let share = Double(wrong.count) / Double(results.trials.count)
      #expect(share <= Self.selective || Self.catchAllMutants.contains(name), "\(name) is wrong in \(share)")
    }
  }

  /// One decision otherwise is less than a feature missing, and another decision than any other mutant's.
  @Test func `no mutant forgets a whole feature unsaid, and no two are the same`() throws {
    let results = try Self.results.get()
    let wrong = Dictionary(
      uniqueKeysWithValues: results.mutants.map { name in
        (name, results.trials(about: name) { $0.wrong != nil }.subtracting(Self.undecidable))
      })
    for (name, own) in wrong where !Self.catchAllMutants.contains(name) {
      for catchAllMutants in Self.catchAllMutants where wrong[catchAllMutants]?.isSubset(of: own) == true {
        Issue.record("\(name) is wrong wherever \(catchAllMutants) is")
      }
    }
    let alike = Dictionary(grouping: wrong.keys, by: { wrong[$0] ?? [] }).values.filter { $0.count > 1 }.map(Set.init)
    #expect(Set(alike) == Self.alike)
    try Golden.check(results.text, "mutants.txt")
  }

  // MARK: Who is caught

  @Test func `every rogue is admitted by a selective mutant that accepts its control`() throws {
    let results = try Self.results.get()
    var killers: [String: Set<String>] = [:]
    for (index, trial) in results.trials.enumerated() where !Self.undecidable.contains(trial.name) {
      killers[trial.scenario.id, default: []].formUnion(results.killers(of: index).subtracting(Self.catchAllMutants))
    }
    let rogues = Set(results.trials.map(\.scenario).filter(Self.isPresentedOnPaper).map(\.id))
    #expect(rogues.count > 450)
    let decidable = rogues.filter { id in !Self.undecidable.contains { $0.hasPrefix("\(id)[") } }
    let idle = decidable.filter { killers[$0]?.isEmpty ?? true }
    #expect(idle.subtracting(Self.harmless.keys).sorted() == [], "no selective mutant falls for these")
    #expect(Set(Self.harmless.keys).subtracting(idle).sorted() == [], "these are listed, and a mutant falls for them")
  }

  /// A fault that another rule of the same policy catches as well is not tested under that policy.
  @Test func `under each of its policies exactly one rule refuses a rogue that must be caught`()
    throws
  {
    let results = try Self.results.get()
    let coarse = Self.catchAllMutants.subtracting(Self.ruleOfItsOwn)
    var cells = 0
    for (index, trial) in results.trials.enumerated()
    where trial.scenario.level == .must && trial.isPresentedOnPaper && !Self.undecidable.contains(trial.name) {
      cells += 1
      let isMasked = results.killers(of: index).subtracting(coarse).isEmpty
      if isMasked != (Self.masked[trial.name] != nil) {
        Issue.record("\(trial.name) is \(isMasked ? "masked, and not listed" : "listed as masked, and is not")")
      }
    }
    #expect(cells > 550)
    #expect(Set(Self.masked.keys).isSubset(of: results.trials.map(\.name)))
  }

  @Test func `the table names the rule that masks a rogue`() throws {
    for trial in try Self.results.get().trials {
      guard let mask = Self.masked[trial.name] else { continue }
      for step in trial.steps where step.expectation.mustCancel {
        let reasons = Set(step.expectation.answers.flatMap(\.reasons))
        #expect(reasons.contains(mask) && reasons.count > 1, "\(trial.name)")
        let decision = step.decision(of: Self.forgiving(reasons.subtracting([mask]), Self.environment(for: [trial])))
        guard case .cancel(mask, _) = decision else {
          Issue.record("\(trial.name), forgiven everything but \(mask): \(decision)")
          continue
        }
      }
    }
  }

  /// A session that goes on shows no certificates, and neither does an open connection: what is refused there is
  /// presented over sockets. So is what stands in no flight.
  @Test func `every rogue that must be caught is put to mutants somewhere`() {
    let suites = [
      HandshakeMutantTests.underAllPolicies(HandshakeMutantTests.isAboutTheHandshake), PreTLSMutantTests.scenarios,
      ReuseMutantTests.scenarios, SessionAndRedirectMutantTests.scenarios, DelegateMutantTests.scenarios,
    ]
    let live = Set(suites.flatMap { $0.map(\.id) })
    let musts = OfflineCatalogue.catalogue().scenarios.filter(Self.mustBeCaught)
    let missed = musts.filter {
      !(OfflineCatalogue.isOnPaper($0) && Self.isPresentedOnPaper($0)) && !live.contains($0.id)
    }
    #expect(Set(missed.map(\.id)) == Set(Self.putToNone.keys))
  }

  /// The reference, but for one thing: what a rogue is expected to be cancelled for is forgiven.
  static func forgiving(_ reasons: Set<Reason>, _ environment: TrustEnvironment) -> PolicyValidator {
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
      let environment = Self.environment(for: [trial])
      let rogues = trial.steps.filter(\.expectation.mustCancel)
      for step in rogues {
        let reasons = Set(step.expectation.answers.flatMap(\.reasons))
        let decision = step.decision(of: Self.forgiving(reasons, environment))
        if decision != .accept { Issue.record("\(trial.name), forgiven \(reasons.sorted()): \(decision)") }
      }
      return rogues.count
    }
    #expect(counts.reduce(0, +) > 800)
  }
}

extension OfflineCatalogue.Trial {
  /// Some step of it that shows certificates has no right answer but cancelling.
  var isPresentedOnPaper: Bool {
    zip(scenario.steps, steps).contains { $0.reuse == .none && $1.expectation.mustCancel }
  }
}
