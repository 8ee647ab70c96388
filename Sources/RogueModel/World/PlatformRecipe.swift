/// How the platform evaluates a server's trust for a validator, and keeps the validator's files; honest by default.
public struct PlatformRecipe: Hashable, Sendable {
  public typealias Fault = AttemptPolicy.Platform.Fault
  public typealias StoredPins = AttemptPolicy.Platform.StoredPins

  /// Certificates that the user or an administrator marked as never trusted, by their names in the world.
  public var denied: [String]
  /// The call that fails; nil: none does.
  public var fails: Fault?
  /// The state of the client's stored pins; nil: unchanged.
  public var storedPins: StoredPins?

  public init(denied: [String] = [], fails: Fault? = nil, storedPins: StoredPins? = nil) {
    self.denied = denied
    self.fails = fails
    self.storedPins = storedPins
  }
}
