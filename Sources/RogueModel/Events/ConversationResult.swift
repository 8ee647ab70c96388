/// The result of one conversation: a case's, a control's, or one that missed its deadline and was repeated.
///
/// A case and a control record it beside what they are: ``CaseResult`` and ``ControlResult``.
public struct ConversationResult: Sendable {
  public var judgement: Judgement
  public var steps: [StepResult]
  public var milliseconds: Int
  /// The moment from which its dates count; nil: it was not held.
  public var clock: Timestamp?

  public init(judgement: Judgement, steps: [StepResult] = [], milliseconds: Int = 0, clock: Timestamp? = nil) {
    self.judgement = judgement
    self.steps = steps
    self.milliseconds = milliseconds
    self.clock = clock
  }

  /// It ended because the adapter missed its deadline.
  public var missedDeadline: Bool { steps.last?.missedDeadline ?? false }
}
