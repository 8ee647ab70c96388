/// How the platform evaluates a server's trust for a validator; honest by default.
public struct PlatformRecipe: Hashable, Sendable {
  public typealias Fault = AttemptPolicy.Platform.Fault

  /// Certificates that the user or an administrator marked as never trusted, by their names in the world.
  public var denied: [String]
  /// The call that fails; nil: none does.
  public var fails: Fault?

  public init(denied: [String] = [], fails: Fault? = nil) {
    self.denied = denied
    self.fails = fails
  }
}
