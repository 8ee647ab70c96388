public import RogueModel
internal import RogueStimuli

/// A step proves nothing if a date came meanwhile that lay ahead when the world was minted: that may be the reason for its
/// result.
public struct DateRule: Sendable {
  private let scenario: Scenario
  private let policy: String
  private let moment: Timestamp
  private let isClockFixed: Bool

  /// - Parameters:
  ///   - policy: the case's.
  ///   - moment: what the dates count from.
  ///   - isClockFixed: the client judges by that moment, not by its own clock.
  public init(_ scenario: Scenario, policy: String, moment: Timestamp, isClockFixed: Bool) {
    self.scenario = scenario
    self.policy = policy
    self.moment = moment
    self.isClockFixed = isClockFixed
  }

  /// Why a step with such a verdict proves nothing; nil: it was in time.
  ///
  /// - Parameter time: how long it is until so many seconds after the moment; negative: it has been.
  public func objection(to verdict: Verdict, step index: Int, time: (Int64) -> Duration) -> String? {
    if scenario.steps.contains(where: \.delay.isForDate) { return tooLate(verdict, index, time) }
    guard !isClockFixed, let seconds = scenario.nextDate(under: policy), time(seconds) <= .zero,
      verdict.isDecision || verdict.isRight || verdict == .unsupported
    else { return nil }
    return "its dates count from \(moment), and one that lay \(RelativeTime.text(seconds: seconds)) ahead has "
      + "passed on the client's clock"
  }

  /// Of a step before the one that waits for an end.
  private func tooLate(_ verdict: Verdict, _ index: Int, _ time: (Int64) -> Duration) -> String? {
    let ends = scenario.steps[(index + 1)...].compactMap { step -> (StepDelay.Ending, Int64)? in
      if case .end(let ending, let seconds) = step.delay { (ending, Int64(seconds)) } else { nil }
    }
    guard let (ending, seconds) = ends.min(by: { $0.1 < $1.1 }), scenario.steps[index].mutation != nil,
      verdict.isRight || verdict == .falseCancel, time(seconds - Int64(StepDelay.margin)) <= .zero
    else { return nil }
    return "\(ending) ended, or was about to, before this step was over: the client took too long"
  }
}
