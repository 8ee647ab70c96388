import Testing

/// The reference over the shipped catalogue, in every combination of the axes: if it is wrong somewhere, either it or
/// the scenario is.
@Suite struct ReferenceTests {
  /// What nobody could tell from what is to be seen; both scenarios only inform.
  static let undecidable = [
    "revocation/ocsp-unreachable-best-effort": "best effort goes on when no responder can be reached",
    "pin/tofu-rogue-ca-on-first-use": "nothing is known of a host before it is seen for the first time",
    "handshake/unrecognized-name-warning": "libssl, which shakes hands for it, goes on after this warning",
  ]

  /// How a step ended that was right, as far as the reference itself decided it.
  static func fault(of said: RunLog.Said?, at step: ExplainedCatalogue.Step, _ policy: Substring) throws -> String? {
    let expectation = try #require(step.expected.first { $0.policy == policy })
    let mayCancel = expectation.any.contains { $0.disposition == "cancel" }
    guard expectation.isRefusal || mayCancel && said?.disposition == "cancel" else {
      return said?.disposition == "cancel" ? "it cancelled" : nil
    }
    // Where the honest server refuses the client, or where the fault was never asked for, there is nothing to name.
    if expectation.serverIsJudge || expectation.unexercisedPasses && said?.disposition == "accept" { return nil }
    guard let said, said.kind == "statement", said.disposition == "cancel", let reason = said.reason else {
      return "it did not say that it cancels, and why"
    }
    let reasons = Set(expectation.any.flatMap { $0.reasons ?? [] })
    return reasons.contains(reason) ? nil : "\(reason) is none of \(reasons.sorted())"
  }

  /// The policy that a case is run under, from its name.
  private static func policy(of name: String) -> Substring? {
    name.split(separator: "policy=").last?.prefix { $0 != "," && $0 != "]" }
  }

  @Test func `the reference is right in every case, and cancels for the reason that is expected`() async throws {
    let place = try TemporaryWorkplace()
    let axes = ControlVectorTests.axes
    let ending = try await place.run([
      "run", "-q", "-a", "reference", "--axes", axes, "--timeout", "10m", "--log", place.path("log.jsonl"),
    ])
    // Nothing failed that gates; the server that leaves no verdict is for information.
    #expect(ending.status == 0, "\(ending.error)")
    let catalogue = try await ExplainedCatalogue(axes: axes)
    let log = try place.log()
    #expect(log.complete == true)
    #expect(log.controls["reference"] == ["pass"])

    var expected = try catalogue.vector(\.ofReference)
    for scenario in catalogue.scenarios where Self.undecidable[scenario.id] != nil {
      for name in scenario.cases { expected[name] = "false-accept" }
    }
    // What was never asked for, where the scenario says so under that policy, was no test of the reference; nor is it a
    // fault.
    for scenario in catalogue.scenarios {
      for name in scenario.cases where log.verdicts("reference")[name] == "unexercised" && expected[name] == "pass" {
        let policy = try #require(Self.policy(of: name))
        guard scenario.steps.contains(where: { $0.expected.contains { $0.policy == policy && $0.unexercisedPasses } })
        else { continue }
        expected[name] = "unexercised"
      }
    }
    ControlVectorTests.expect(log, "reference", expected)
    #expect(Set(Self.undecidable.keys).isSubset(of: catalogue.scenarios.map(\.id)))

    for scenario in catalogue.scenarios {
      for name in scenario.cases where ["pass", "unexercised"].contains(expected[name]) {
        let policy = try #require(Self.policy(of: name))
        let said = try #require(log.cases["reference"]?[name]).said
        #expect(said.count == scenario.steps.count, "\(name)")
        for (index, (said, step)) in zip(said, scenario.steps).enumerated() {
          if let fault = try Self.fault(of: said, at: step, policy) {
            Issue.record("\(name) step \(index + 1): \(fault)")
          }
        }
      }
    }
  }
}
