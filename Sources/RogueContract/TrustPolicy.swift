/// One of the policies of a trust evaluation; all of them must be satisfied.
public enum TrustPolicy: Sendable, Hashable {
  /// A TLS server. If the host name is nil, no name is checked.
  case ssl(hostname: String?)
  /// Only the path: no name, no extended key usage.
  case basic
  case revocation(RevocationFlags)

  /// The platform's properties of a policy (`SecPolicyCopyProperties`).
  public struct Properties: Sendable, Hashable {
    /// Which kind of policy it is, as an object identifier (`kSecPolicyOid`).
    public var oid: String
    /// The name that a certificate must have (`kSecPolicyName`): the host, never the name of the policy. Nil if no name
    /// is checked.
    public var name: String?

    public init(oid: String, name: String? = nil) {
      self.oid = oid
      self.name = name
    }
  }

  /// `kSecPolicyAppleSSL`.
  public static let sslIdentifier = "1.2.840.113635.100.1.3"
  /// `kSecPolicyAppleX509Basic`.
  public static let basicIdentifier = "1.2.840.113635.100.1.2"
  /// `kSecPolicyAppleRevocation`.
  public static let revocationIdentifier = "1.2.840.113635.100.1.21"

  public var properties: Properties {
    switch self {
    case .ssl(let hostname): Properties(oid: Self.sslIdentifier, name: hostname)
    case .basic: Properties(oid: Self.basicIdentifier)
    case .revocation: Properties(oid: Self.revocationIdentifier)
    }
  }

  /// Which revocation methods are used, and whether a response is required.
  public struct RevocationFlags: OptionSet, Sendable, Hashable {
    public var rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let ocsp = RevocationFlags(rawValue: 1)
    /// CRLs. A platform may use OCSP all the same (`PlatformRules.asksOCSPForCRLs`).
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
