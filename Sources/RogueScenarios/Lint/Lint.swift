public import RogueModel
internal import RogueYAML

/// Forbidden contents of a readable catalogue: scenarios that prove nothing or explain nothing.
///
/// Each check is one file; a new one is a new file and a line here.
public enum Lint {
  /// The style of the built-in catalogue, which nobody else has to keep.
  static let styleChecks: [any ScenarioCheck] = [ReferencesCheck(), WhyCheck()]
  static let scenarioChecks: [any ScenarioCheck] = [
    UnchangedWorldCheck(), UnpresentedFaultCheck(), UnqueriedResponderCheck(),
    HealthyCancelCheck(), MissingReasonCheck(), ClientIdentityCheck(), ReuseCheck(), FixedVersionCheck(),
    IssuerStapleCheck(), UncheckedSCTsCheck(), VacuousExpectationCheck(), HealthyControlCheck(), RequestedHostCheck(),
    SettingMutationCheck(),
  ]
  static let catalogueChecks: [any CatalogueCheck] = [
    ServerFeaturesCheck(), UnusedPolicyCheck(), MissingStapleCheck(), MissingSCTsCheck(), LikenessCheck(),
  ]

  /// The findings, file by file, without those of loading.
  ///
  /// - Parameters:
  ///   - catalogue: the complete catalogue, because only that shows what is unused.
  ///   - isChecked: whether the scenario in a file is looked at by itself.
  ///   - hasStyle: whether it has to keep the style of the built-in ones.
  public static func check(
    _ catalogue: Catalogue, in isChecked: (_ file: String) -> Bool = { _ in true },
    style hasStyle: (_ file: String) -> Bool = { _ in true }
  ) -> [Finding] {
    var findings: [Finding] = []
    let vocabulary = catalogue.vocabulary
    let checks =
      scenarioChecks + [BehaviourVersionCheck(vocabulary: vocabulary), KeywordsCheck(vocabulary: vocabulary)]
    for scenario in catalogue.scenarios where isChecked(scenario.location.file) {
      let linted = LintedScenario(scenario: scenario, tree: catalogue.trees[scenario.location.file])
      let all = hasStyle(scenario.location.file) ? Self.styleChecks + checks : checks
      for check in all { findings += check.findings(in: linted) }
    }
    for (file, sketch) in catalogue.sketches.sorted(by: { $0.key < $1.key }) where isChecked(file) && hasStyle(file) {
      findings += sketch.findings(in: catalogue.trees[file])
    }
    for check in catalogueChecks { findings += check.findings(in: catalogue) }
    return findings
  }

  /// The unservable parts of some scenarios and their worlds: a run of them would show nothing.
  public static func contradictions(in catalogue: Catalogue, of scenarios: [Scenario]) -> [Finding] {
    var part = catalogue
    let worlds = Set(scenarios.map(\.world.id))
    part.scenarios = scenarios
    part.worlds = catalogue.worlds.filter { worlds.contains($0.id) }
    return ServerFeaturesCheck().findings(in: part)
  }
}

/// Looks at one scenario by itself.
protocol ScenarioCheck: Sendable {
  func findings(in linted: LintedScenario) -> [Finding]
}

/// Looks at scenarios and worlds together.
protocol CatalogueCheck: Sendable {
  func findings(in catalogue: Catalogue) -> [Finding]
}
