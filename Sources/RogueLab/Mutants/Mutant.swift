internal import RogueModel
package import RogueTrust
package import RogueValidators

/// A validator that is right in everything but one decision.
///
/// A catalogue that no mutant of this kind falls for finds nothing; a mutant that falls for nothing shows that a
/// scenario is missing.
struct Mutant: Sendable {
  /// Without the prefix that all of them have.
  var name: String
  /// Its mistake, as a clause.
  var summary: String
  /// The rules that are wrong; empty if the mistake is not in one of them.
  var rules = Rulebook()
  var make: @Sendable (TrustEnvironment) -> any ChainValidator
  var breadth = Breadth.decision
  /// Why neither a scenario nor a cell of a table catches it without sockets; nil: one does.
  var uncaught: String?
  /// The mutants with the same mistakes in every scenario, each with the reason.
  var twins: [String: String] = [:]

  /// What its mistake is about.
  enum Breadth: Sendable { case decision, wholeRule, severalRules }

  /// The same, marked as one that lacks more than a decision: it falls for every rogue that the rest is about.
  func lacking(_ breadth: Breadth) -> Mutant {
    var mutant = self
    mutant.breadth = breadth
    return mutant
  }

  /// The same, marked as one that nothing catches without sockets.
  func uncaught(because reason: String) -> Mutant {
    var mutant = self
    mutant.uncaught = reason
    return mutant
  }

  /// The same, marked as one that no scenario tells apart from another.
  func alike(_ other: String, because reason: String) -> Mutant {
    var mutant = self
    mutant.twins[other] = reason
    return mutant
  }

  /// The reference with other rules.
  private init(_ name: String, _ summary: String, rules: Rulebook) {
    self.init(name, summary, make: { PolicyValidator($0, rules: rules) })
    self.rules = rules
  }

  /// A validator that consists of others, or remembers something.
  init(_ name: String, _ summary: String, make: @escaping @Sendable (TrustEnvironment) -> any ChainValidator) {
    self.name = name
    self.summary = summary
    self.make = make
  }

  /// The reference with one rule replaced by a wrong form, everywhere or in a circumstance; elsewhere the rule is right.
  init<Question, Answer>(
    _ name: String, _ summary: String, replaces rule: Rule<Question, Answer>,
    where isMeant: @escaping @Sendable (Question) -> Bool = { _ in true },
    by form: @escaping @Sendable (Question) -> Answer
  ) {
    self = Mutant(name, summary, rules: Rulebook()).replacing(rule, where: isMeant, by: form)
  }

  /// The same with another rule replaced as well.
  func replacing<Question, Answer>(
    _ rule: Rule<Question, Answer>, where isMeant: @escaping @Sendable (Question) -> Bool = { _ in true },
    by form: @escaping @Sendable (Question) -> Answer
  ) -> Mutant {
    var mutant = self
    mutant.rules.replace(rule, by: name, where: isMeant, form)
    mutant.make = { [rules = mutant.rules] in PolicyValidator($0, rules: rules) }
    return mutant
  }

  /// The reference without some checks, everywhere or in a circumstance.
  init<Question, Answer>(
    _ name: String, _ summary: String, leavesOut checks: [Rule<Question, Answer?>],
    where isMeant: @escaping @Sendable (Question) -> Bool = { _ in true }
  ) {
    self = checks.reduce(Mutant(name, summary, rules: Rulebook())) { mutant, check in
      mutant.replacing(check, where: isMeant) { _ in nil }
    }
  }

  /// The reference, but in a circumstance it ignores problems of a path with these reasons.
  init(
    _ name: String, _ summary: String, ignores reasons: Set<Reason>,
    where isMeant: @escaping @Sendable (PolicyEvaluation) -> Bool = { _ in true }
  ) {
    self = .alsoAccepting(name, summary) { problem, question in
      reasons.contains(problem.reason) && isMeant(question)
    }
  }

  /// One that passes over problems of a path, or sees one where there is none.
  static func judging(
    _ name: String, _ summary: String,
    accepting forgives: @escaping @Sendable (TrustProblem, PolicyEvaluation) -> Bool,
    refusing objection: @escaping @Sendable (PolicyEvaluation) -> TrustProblem?
  ) -> Mutant {
    Mutant(name, summary, replaces: PolicyCheck.path) { question in
      question.findings.problems.first { !forgives($0, question) } ?? objection(question)
    }
  }

  /// A mutant that ignores problems of a path.
  static func alsoAccepting(
    _ name: String, _ summary: String, _ forgives: @escaping @Sendable (TrustProblem, PolicyEvaluation) -> Bool
  ) -> Mutant {
    judging(name, summary, accepting: forgives, refusing: { _ in nil })
  }

  /// One that sees a problem where there is none.
  static func alsoRefusing(
    _ name: String, _ summary: String, _ objection: @escaping @Sendable (PolicyEvaluation) -> TrustProblem?
  ) -> Mutant {
    judging(name, summary, accepting: { _, _ in false }, refusing: objection)
  }

  static let all = ofPaths + ofStrangers + ofSignatures + ofNames + ofPins + ofRevocation + ofTransparency + ofFirstUse

  /// Those that the cells of decision tables have to catch, whether or not a scenario does. They come from the sources and
  /// documents of real libraries: docs/records/planted-bugs.md.
  static let tableMutants =
    tablePins + tablePaths + tableMemory + tableNames + tableNameConstraints + tableRevocation + tableTransparency
    + tableFirstUse
}

extension Mutant {
  func validator(_ environment: TrustEnvironment) -> BuiltInValidator {
    var validator = BuiltInValidator(
      name: "mutant-" + name, summary: summary, kind: .chain { judge(environment) })
    validator.learns = true
    return validator
  }

  /// For one conversation.
  func judge(_ environment: TrustEnvironment) -> any ChainValidator {
    FirstUse(make(environment), rules: rules, clock: environment.clock)
  }
}

extension BuiltInValidator {
  /// The selective mutants; negative controls.
  package static func mutants(_ environment: TrustEnvironment) -> [BuiltInValidator] {
    Mutant.all.map { $0.validator(environment) }
  }

  /// The mutants that cells of decision tables catch; negative controls.
  package static func tableMutants(_ environment: TrustEnvironment) -> [BuiltInValidator] {
    Mutant.tableMutants.map { $0.validator(environment) }
  }
}
