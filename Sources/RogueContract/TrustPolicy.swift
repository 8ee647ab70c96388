/// One of the policies of a trust evaluation; all of them must be satisfied.
public enum TrustPolicy: Sendable, Hashable {
  /// A TLS server. If the host name is nil, no name is checked.
  case ssl(hostname: String?)
  /// Only the path: no name, no extended key usage.
  case basic
  case revocation(RevocationFlags)

  /// Which revocation methods are used, and whether a response is required.
  public struct RevocationFlags: OptionSet, Sendable, Hashable {
    public var rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let ocsp = RevocationFlags(rawValue: 1)
    public static let crl = RevocationFlags(rawValue: 2)
    public static let anyMethod: RevocationFlags = [.ocsp, .crl]
    /// Only together with both methods.
    public static let preferCRL = RevocationFlags(rawValue: 4)
    /// The leaf needs a valid current response, or the evaluation fails. Intermediates do not.
    public static let requirePositiveResponse = RevocationFlags(rawValue: 8)
    /// Uses only staples and CRLs that it already has.
    public static let networkDisabled = RevocationFlags(rawValue: 16)

    static let known: RevocationFlags = [
      .ocsp, .crl, .preferCRL, .requirePositiveResponse, .networkDisabled,
    ]
  }

  /// Nil if no flag is set, or one that does not exist: the platform's call returns nothing then.
  public static func revocation(checking flags: RevocationFlags) -> TrustPolicy? {
    guard !flags.isEmpty, flags.isSubset(of: .known) else { return nil }
    return .revocation(flags)
  }
}
