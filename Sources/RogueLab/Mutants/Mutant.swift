internal import RogueModel
package import RogueTrust
package import RogueValidators

/// A validator with one mistake.
struct Mutant: Mistaken {
  var mistake: Mistake
  /// A validator that consists of others, or remembers something; nil: the reference with the wrong rules.
  private var makeOther: (@Sendable (TrustEnvironment) -> any ChainValidator)?

  init(_ mistake: Mistake) { self.mistake = mistake }

  init(_ name: String, _ summary: String, make: @escaping @Sendable (TrustEnvironment) -> any ChainValidator) {
    self.init(Mistake(name, summary))
    makeOther = make
  }

  func make(_ environment: TrustEnvironment) -> any ChainValidator {
    makeOther?(environment) ?? PolicyValidator(environment, rules: rules)
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

  /// By topic. What catches each is recorded, not listed: Tests/RogueValidatorsTests/Golden/mutants.txt. Many come from the
  /// sources and documents of real libraries: docs/records/planted-bugs.md.
  static let all =
    ofPaths + ofPathChoice + ofIssuers + ofAnchors + ofStrangers + ofSignatures + ofKeys + ofCertificates + ofPurposes
    + ofNames + ofPresentedNames + ofNameConstraints + ofSubtrees + ofSubtreeForms + ofLimits + ofPins
    + ofPinConfiguration + ofRevocation + ofStatusSources + ofStatusMethods + ofStatusChoice + ofListChoice
    + ofTransparency
    + ofTimestampForms + ofFirstUse + ofKnownHosts + ofMemory + ofCaches + ofStateOfCalls
    + ofKeptThings + ofSwallowedErrors + ofSettings + ofSpellings + ofTwoLimits + ofCircumstances
}

extension Mutant {
  func validator(_ environment: TrustEnvironment) -> BuiltInValidator {
    var validator = BuiltInValidator(
      name: "mutant-" + name, summary: summary, kind: .chain { judge(environment) })
    validator.learns = true
    return validator
  }

  /// For one conversation.
  ///
  /// - Parameter hosts: those that are known on first use.
  func judge(_ environment: TrustEnvironment, hosts: KnownHosts = KnownHosts()) -> any ChainValidator {
    FirstUse(make(environment), rules: rules, hosts: hosts, clock: environment.clock)
  }
}

extension BuiltInValidator {
  /// All mutants; negative controls.
  package static func mutants(_ environment: TrustEnvironment) -> [BuiltInValidator] {
    Mutant.all.map { $0.validator(environment) }
  }
}
