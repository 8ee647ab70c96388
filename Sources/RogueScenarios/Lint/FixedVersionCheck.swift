internal import RogueModel
internal import RogueStimuli

/// A case over a version that the server does not speak can only be inconclusive.
struct FixedVersionCheck: ScenarioCheck {
  func findings(in linted: LintedScenario) -> [Finding] {
    let scenario = linted.scenario
    let fixed = ([scenario.world] + scenario.steps.map(\.world)).lazy.compactMap { $0.server[FixedVersion.self] }.first
    guard let fixed, let other = scenario.axes.tls.first(where: { $0 != fixed }) else { return [] }
    return [
      linted.finding(
        .warning, at: ScenarioKeys.axes.key,
        "the server speaks TLS \(fixed.rawValue) only, but there are cases with \(other.rawValue)",
        help: "axes: {tls: [\"\(fixed.rawValue)\"]}")
    ]
  }
}
