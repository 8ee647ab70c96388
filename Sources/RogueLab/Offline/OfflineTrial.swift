package import RogueModel
internal import RogueStimuli

/// One scenario under one policy without sockets: what the server presents, step by step, and the right result.
package struct OfflineTrial: Sendable {
  package struct Step: Sendable {
    package var flight: ServerFlight
    /// The flight of a second handshake on the connection.
    package var second: ServerFlight?
    /// The flights of the server's other connections and hosts.
    package var others: [ServerFlight]
    package var policy: AttemptPolicy
    package var expectation: Expectation
    package var responders: ResponderPlan?
  }

  /// A validator's decisions about a trial.
  package struct Outcome: Sendable {
    /// The first wrong step, in words; nil: none is wrong.
    package var wrong: String?
    /// It accepted a flight whose only right result is cancel, and was right in every step before.
    package var admitted = false
    /// The wrong step is no refusal for another reason.
    package var fails = false
  }

  package var scenario: Scenario
  package var policy: String
  package var steps: [Step]

  package var name: String { "\(scenario.id)[\(policy)]" }

  package func outcome(of judge: any ChainValidator, _ fetcher: OfflineFetcher) -> Outcome {
    outcome(fetcher) { _, _ in judge }
  }

  /// - Parameter judge: the validator for a step, and for the second flight of its connection.
  func outcome(
    _ fetcher: OfflineFetcher, by judge: (_ step: Int, _ isSecond: Bool) -> any ChainValidator
  ) -> Outcome {
    for (index, step) in steps.enumerated() {
      let before = fetcher.asked
      let decision = step.decision(of: judge(index, false), second: judge(index, true))
      let hasAsked = fetcher.asked > before
      guard !step.isRight(decision, hasAsked: hasAsked) else { continue }
      let mayCancel = step.expectation.answers.contains { $0.disposition == .cancel }
      return Outcome(
        wrong: "step \(index + 1): \(decision)",
        admitted: decision == .accept && step.expectation.mustCancel && scenario.steps[index].reuse == .none,
        fails: decision == .accept || !mayCancel || hasAsked && !step.policy.revocation.allowsNetwork)
    }
    return Outcome()
  }

  /// The decisions about every flight of the scenario under every policy of it: whatever a connection presents, in
  /// whichever step.
  package func decisions(of judge: any ChainValidator) -> [ChainDecision] {
    let flights = steps.flatMap { [$0.flight] + [$0.second].compactMap(\.self) + $0.others }
    return steps.flatMap { step in
      flights.flatMap { flight in
        var policy = step.policy
        let decision = judge.judge(flight, policy: policy)
        guard policy.hostname != nil, policy.hostname != flight.host else { return [decision] }
        policy.hostname = flight.host
        return [decision, judge.judge(flight, policy: policy)]
      }
    }
  }
}

extension OfflineTrial.Step {
  /// A validator's decision in the end: a second flight follows when it accepts the first.
  package func decision(of validator: any ChainValidator) -> ChainDecision {
    decision(of: validator, second: validator)
  }

  func decision(of validator: any ChainValidator, second other: any ChainValidator) -> ChainDecision {
    let first = validator.judge(flight, policy: policy)
    guard first == .accept, let second else { return first }
    return other.judge(second, policy: policy)
  }

  /// Whether a decision is right, and was made without forbidden requests.
  package func isRight(_ decision: ChainDecision, hasAsked: Bool = false) -> Bool {
    guard policy.revocation.allowsNetwork || !hasAsked else { return false }
    return expectation.answers.contains { answer in
      switch decision {
      case .accept: answer.disposition == .accept
      case .cancel(let reason, _):
        answer.disposition == .cancel && (answer.reasons.isEmpty || answer.reasons.contains(reason))
      }
    }
  }
}
