/// The input of both sides of one attempt, and the bytes between them: enough to show a case to people who do not
/// have this project.
public struct StepMaterial: Sendable {
  public var attempt: Attempt
  public var served: ServedAttempt
  public var world: World
  public var hierarchy: Hierarchy
  /// When the attempt began, in microseconds since its conversation did.
  public var beganAt: Int
  /// The time for which the world was minted.
  public var clock: Timestamp
  public var captured: [CapturedConnection]

  public init(
    attempt: Attempt, served: ServedAttempt, world: World, hierarchy: Hierarchy, beganAt: Int, clock: Timestamp,
    captured: [CapturedConnection]
  ) {
    self.attempt = attempt
    self.served = served
    self.world = world
    self.hierarchy = hierarchy
    self.beganAt = beganAt
    self.clock = clock
    self.captured = captured
  }
}
