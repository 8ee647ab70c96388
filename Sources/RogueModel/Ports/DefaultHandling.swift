/// The evaluation of a URL-loading system if a delegate leaves a server to default handling.
///
/// Its documents say that the delegate is as if it did not exist, and not which trust object is evaluated then.
public enum DefaultHandling: Sendable, Hashable {
  /// A new one: nothing that the delegate has set on the challenge's has an effect (assumed).
  case freshTrust
  /// The challenge's, with the anchors and policies that the delegate has set (assumed).
  case challengesTrust
}
