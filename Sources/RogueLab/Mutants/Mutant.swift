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
  /// How it trusts on first use: like the reference, unless that is what it gets wrong.
  var memory = FirstUseMemory()

  /// One that decides otherwise.
  init(_ name: String, _ summary: String, _ decide: @escaping @Sendable (inout ValidatorDecisions) -> Void) {
    self.init(name, summary, make: { PolicyValidator($0, decide: decide) })
  }

  /// The reference with one check replaced by a wrong form, everywhere or in a circumstance; elsewhere the check is right.
  init(
    _ name: String, _ summary: String, replaces right: PolicyCheck,
    where isMeant: @escaping @Sendable (PolicyEvaluation) -> Bool = { _ in true },
    by form: @escaping @Sendable (PolicyEvaluation) -> TrustProblem?
  ) {
    self.init(name, summary) { decisions in
      decisions.replace(
        right,
        by: PolicyCheck(right.name, right.source) { isMeant($0) ? form($0) : right.refusal($0) })
    }
  }

  /// The reference without some of its checks in a circumstance.
  init(
    _ name: String, _ summary: String, leavesOut checks: [PolicyCheck],
    where isMeant: @escaping @Sendable (PolicyEvaluation) -> Bool
  ) {
    self.init(name, summary) { decisions in
      for right in checks {
        decisions.replace(
          right, by: PolicyCheck(right.name, right.source) { isMeant($0) ? nil : right.refusal($0) })
      }
    }
  }

  /// The reference, but in a circumstance it ignores problems of a path with these reasons.
  init(
    _ name: String, _ summary: String, ignores reasons: Set<Reason>,
    where isMeant: @escaping @Sendable (PolicyEvaluation) -> Bool = { _ in true }
  ) {
    self.init(name, summary, replaces: .path, where: isMeant) { question in
      var other = question
      other.findings.problems.removeAll { reasons.contains($0.reason) }
      return PolicyCheck.path.refusal(other)
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
      kind: .chain { FirstUse(make(environment), memory: memory, clock: environment.clock) })
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
