internal import RogueModel
internal import RogueStimuli

/// A responder that no certificate points to is never asked, however it behaves.
struct UnqueriedResponderCheck: ScenarioCheck {
  func findings(in linted: LintedScenario) -> [Finding] {
    linted.scenario.steps.enumerated().compactMap { index, step in
      guard let path = step.mutation?.path, path.count >= 2, path[0] == WorldKeys.responders.key.name else {
        return nil
      }
      let visible = step.world.visibleCertificates(policies: linted.scenario.policies)
      let isCRL = path.count >= 3 && path[2] == ResponderKeys.crl.key.name
      let isOCSP = path.count >= 3 && !isCRL
      let isAsked = step.world.certificates.contains { certificate in
        visible.contains(certificate.name)
          && (certificate[OCSPURL.self] && !isCRL && certificate[Issuer.self] == path[1]
            || certificate[CRLDistributionPoints.self] != nil && !isOCSP && certificate.crlIssuers.contains(path[1]))
      }
      guard !isAsked else { return nil }
      let keys = isCRL ? "crl-url" : isOCSP ? "ocsp-url" : "ocsp-url or crl-url"
      return linted.finding(
        step: index, at: ScenarioKeys.mutate.key,
        "no client queries the responder of '\(path[1])': none of its certificates in use carries \(keys)")
    }
  }
}
