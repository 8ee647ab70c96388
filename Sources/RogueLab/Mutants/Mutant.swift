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
  var make: @Sendable (TrustEnvironment) -> any ChainValidator
  /// The rules that are wrong.
  var rules = Rulebook()

  /// One that decides otherwise.
  init(_ name: String, _ summary: String, _ decide: @escaping @Sendable (inout ValidatorDecisions) -> Void) {
    self.init(name, summary, make: { PolicyValidator($0, decide: decide) })
  }

  /// The reference with rules replaced.
  private init(_ name: String, _ summary: String, rules: Rulebook) {
    self.init(name, summary) { $0.rules = rules }
    self.rules = rules
  }

  /// The reference with one rule replaced by a wrong form, everywhere or in a circumstance; elsewhere the rule is right.
  init<Question, Answer>(
    _ name: String, _ summary: String, replaces rule: Rule<Question, Answer>,
    where isMeant: @escaping @Sendable (Question) -> Bool = { _ in true },
    by form: @escaping @Sendable (Question) -> Answer
  ) {
    var rules = Rulebook()
    rules.replace(rule, by: name, where: isMeant, form)
    self.init(name, summary, rules: rules)
  }

  /// The same with another rule replaced as well.
  func replacing<Question, Answer>(
    _ rule: Rule<Question, Answer>, where isMeant: @escaping @Sendable (Question) -> Bool = { _ in true },
    by form: @escaping @Sendable (Question) -> Answer
  ) -> Mutant {
    var rules = rules
    rules.replace(rule, by: name, where: isMeant, form)
    return Mutant(name, summary, rules: rules)
  }

  /// The reference without some of its checks in a circumstance.
  init(
    _ name: String, _ summary: String, leavesOut checks: [PolicyCheck],
    where isMeant: @escaping @Sendable (PolicyEvaluation) -> Bool = { _ in true }
  ) {
    var rules = Rulebook()
    for check in checks { rules.replace(check, by: name, where: isMeant) { _ in nil } }
    self.init(name, summary, rules: rules)
  }

  /// The reference, but in a circumstance it ignores problems of a path with these reasons.
  init(
    _ name: String, _ summary: String, ignores reasons: Set<Reason>,
    where isMeant: @escaping @Sendable (PolicyEvaluation) -> Bool = { _ in true }
  ) {
    self.init(name, summary, replaces: PolicyCheck.path, where: isMeant) { question in
      var other = question
      other.findings.problems.removeAll { reasons.contains($0.reason) }
      return PolicyCheck.path.answer(other)
    }
  }

  /// A mutant that ignores problems of a path.
  static func alsoAccepting(
    _ name: String, _ summary: String,
    _ forgives: @escaping @Sendable (TrustProblem, ValidatorDecisions.PathContext) -> Bool
  ) -> Mutant {
    Mutant(name, summary) { decisions in decisions.forgives = forgives }
  }

  /// One that sees a problem where there is none.
  static func alsoRefusing(
    _ name: String, _ summary: String,
    _ objects: @escaping @Sendable (ValidatorDecisions.PathContext) -> TrustProblem?
  ) -> Mutant {
    Mutant(name, summary) { $0.objects = objects }
  }

  init(_ name: String, _ summary: String, make: @escaping @Sendable (TrustEnvironment) -> any ChainValidator) {
    self.name = name
    self.summary = summary
    self.make = make
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
      name: "mutant-" + name, summary: summary,
      kind: .chain { FirstUse(make(environment), rules: rules, clock: environment.clock) })
    validator.learns = true
    return validator
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
