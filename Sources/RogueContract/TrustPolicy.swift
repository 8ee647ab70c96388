/// One of the policies that a trust is evaluated against; all of them have to be satisfied.
public enum TrustPolicy: Sendable, Hashable {
  /// A TLS server. Without a name no name is checked.
  case ssl(hostname: String?)
  /// The path alone: no name, no purpose.
  case basic
  case revocation(RevocationFlags)

  /// Which answers about revocation are sought, and whether there has to be one.
  public struct RevocationFlags: OptionSet, Sendable, Hashable {
    public var rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let ocsp = RevocationFlags(rawValue: 1)
    public static let crl = RevocationFlags(rawValue: 2)
    public static let anyMethod: RevocationFlags = [.ocsp, .crl]
    /// Together with both methods only.
    public static let preferCRL = RevocationFlags(rawValue: 4)
    /// The leaf needs a valid current answer, or the evaluation fails. Intermediates do not.
    public static let requirePositiveResponse = RevocationFlags(rawValue: 8)
    /// What is at hand already: staples and lists.
    public static let networkDisabled = RevocationFlags(rawValue: 16)

    static let known: RevocationFlags = [
      .ocsp, .crl, .preferCRL, .requirePositiveResponse, .networkDisabled,
    ]
  }

  /// Nil for no flag and for flags that nobody knows: the call that makes the policy gives nothing then.
  public static func revocation(checking flags: RevocationFlags) -> TrustPolicy? {
    guard !flags.isEmpty, flags.isSubset(of: .known) else { return nil }
    return .revocation(flags)
  }
}
