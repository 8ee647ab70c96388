internal import RogueModel
internal import RoguePlatform
internal import RogueScenarios
internal import RogueStimuli

/// Certificates from files are what they are: one that is not valid now is refused for that alone, whatever a scenario
/// is about, and the services that one names are not ours.
struct FileCertificateCheck {
  var now = WallClock.secondsSince1970

  func findings(in catalogue: Catalogue) -> [Finding] {
    var reported: Set<String> = []
    return catalogue.scenarios.flatMap { scenario -> [Finding] in
      let healthy = problems(with: scenario.world).compactMap { name, problem -> Finding? in
        guard reported.insert("\(scenario.world.id) \(name)").inserted else { return nil }
        return catalogue.finding(
          in: scenario, step: nil, "the control cannot be accepted: '\(name)' of '\(scenario.world.id)' \(problem)",
          help: "put a newer certificate into the file, or run with --at and a clock that the validator takes")
      }
      let known = Set(problems(with: scenario.world).map(\.name))
      let changed = scenario.steps.enumerated().flatMap { index, step -> [Finding] in
        guard step.mutation != nil, !step.expectations.values.contains(where: \.isAboutDates) else { return [] }
        return problems(with: step.world).filter { !known.contains($0.name) }.map { name, problem in
          var finding = catalogue.finding(
            in: scenario, step: index, "'\(name)' \(problem), and is refused for that alone",
            help: "put a newer certificate into the file")
          finding.severity = .warning
          return finding
        }
      }
      return healthy + changed + strangers(in: scenario, of: catalogue)
    }
  }

  /// A client that queries the services of a captured certificate leaves loopback.
  private func strangers(in scenario: Scenario, of catalogue: Catalogue) -> [Finding] {
    let names = Set(
      ([scenario.world] + scenario.steps.map(\.world)).flatMap(shown).filter(\.made.namesServices).map(\.name))
    return names.sorted().map { name in
      var finding = catalogue.finding(
        in: scenario, step: nil,
        "'\(name)' names an OCSP responder, a CRL or an issuer's certificate at a real address",
        help: "clients that query it leave loopback: run them without a network, or use another certificate")
      finding.severity = .warning
      return finding
    }
  }

  /// Certificates from files that are shown outside of their dates.
  private func problems(with world: World) -> [(name: String, problem: String)] {
    shown(by: world).compactMap { name, made in
      guard let from = made.notBefore, let to = made.notAfter else { return (name, "has an invalid date") }
      if to < now { return (name, "has expired (notAfter \(Timestamp(secondsSince1970: to)))") }
      if from > now { return (name, "is not valid yet (notBefore \(Timestamp(secondsSince1970: from)))") }
      return nil
    }
  }

  private func shown(by world: World) -> [(name: String, made: EncodedFile.Certificate)] {
    Set(world.servers.flatMap(Stimuli.presented(by:))).sorted().compactMap { name in
      world.certificate(name)?[CertificateFile.self]?.certificates.first.map { (name, $0) }
    }
  }
}

extension Expectation {
  fileprivate var isAboutDates: Bool {
    answers.contains { !$0.reasons.isDisjoint(with: [.expired, .notYetValid]) }
  }
}
