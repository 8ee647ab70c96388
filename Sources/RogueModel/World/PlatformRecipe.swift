/// What the system under a validator does when it is asked to evaluate a server's trust; honest as it stands.
public struct PlatformRecipe: Hashable, Sendable {
  public typealias Fault = AttemptPolicy.Platform.Fault

  /// Certificates that the user or an administrator has marked as never to be trusted, by the world's names.
  public var denied: [String]
  /// The call that fails; nil: none does.
  public var fails: Fault?

  public init(denied: [String] = [], fails: Fault? = nil) {
    self.denied = denied
    self.fails = fails
  }
}
