internal import RogueModel
internal import RogueStimuli

/// A response stapled for a certificate after the leaf is never sent in TLS 1.2, or if that certificate is not
/// presented.
struct IssuerStapleCheck: ScenarioCheck {
  func findings(in linted: LintedScenario) -> [Finding] {
    linted.scenario.steps.enumerated().flatMap { index, step -> [Finding] in
      guard let path = step.mutation?.path, path.first == WorldKeys.server.key.name,
        path.dropFirst().first == IssuerStaples.stimulus.name
      else { return [] }
      var findings: [Finding] = []
      if linted.scenario.axes.tls.contains(.tls12) {
        findings.append(
          linted.finding(
            step: index, at: ScenarioKeys.mutate.key,
            "over TLS 1.2 nothing is stapled for certificates after the leaf, so the fault cannot be presented",
            help: "axes: {tls: [\"1.3\"]}"))
      }
      if let name = path.dropFirst(2).first, !step.world.server.present.dropFirst().contains(name) {
        findings.append(
          linted.finding(
            step: index, at: ScenarioKeys.mutate.key,
            "'\(name)' is not presented after the leaf, so nothing is stapled for it"))
      }
      return findings
    }
  }
}
