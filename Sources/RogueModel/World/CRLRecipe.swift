/// A CRL in which every field can be wrong (RFC 5280, section 5). By default all are right.
///
/// Policies supply the same bytes that clients fetch; of several CRLs of a CA, clients fetch the first.
public struct CRLRecipe: Hashable, Sendable {
  /// The CRL number. Only a critical one obliges clients to understand it (RFC 5280, section 5.2.3).
  public enum Number: Hashable, Sendable {
    case right, absent, critical
    case given(Int)
  }

  /// Which certificates the CRL covers, by its issuingDistributionPoint (RFC 5280, section 5.2.5).
  public enum Scope: String, Hashable, Sendable, CaseIterable {
    /// No such extension: everything that the CA has issued.
    case all
    /// It names the distribution point that the certificates name.
    case samePoint = "same-point"
    /// It names a distribution point that no certificate names.
    case otherPoint = "other-point"
    case onlyCAs = "only-ca-certs"
    case onlyUsers = "only-user-certs"
    case onlyAttributes = "only-attribute-certs"
    /// Only revocations for one reason.
    case someReasons = "only-some-reasons"
    /// Only revocations for the others.
    case otherReasons = "only-other-reasons"
    /// Also for other CAs' certificates; every entry names the CA that it is about.
    case indirect
  }

  /// Where the world's certificates are among the other entries.
  public enum Place: String, Hashable, Sendable, CaseIterable { case first, last }

  /// An extension that no client knows.
  public enum Extension: String, Hashable, Sendable, CaseIterable {
    case none
    case nonCritical = "non-critical"
    case critical
  }

  /// An extension as bytes.
  public struct RawExtension: Hashable, Sendable {
    /// In dotted form.
    public var identifier: String
    public var isCritical: Bool
    /// The content of the OCTET STRING.
    public var value: [UInt8]

    public init(identifier: String, isCritical: Bool, value: [UInt8]) {
      self.identifier = identifier
      self.isCritical = isCritical
      self.value = value
    }
  }

  /// Which entries name the issuer of their certificate (RFC 5280, section 5.3.3).
  public enum CertificateIssuer: String, Hashable, Sendable, CaseIterable {
    case none, every
    /// Those about another CA's certificate than the entry before.
    case changes
  }

  /// How every date is written (RFC 5280, sections 5.1.2.4 to 5.1.2.6).
  public enum Dates: String, Hashable, Sendable, CaseIterable {
    /// As a UTCTime until 2049, then as a GeneralizedTime.
    case right
    case generalized = "generalized-time"
  }

  /// The reason of every revocation (RFC 5280, section 5.3.1).
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    case keyCompromise = "key-compromise"
    case certificateHold = "certificate-hold"
  }

  public enum Form: String, Hashable, Sendable, CaseIterable {
    case whole
    /// It is truncated.
    case truncated
    /// Bytes follow its end.
    case trailing
    /// There is a list of entries, and it has none (RFC 5280, section 5.1.2.6, leaves it out).
    case emptyEntries = "empty-entries"
    /// There is no CRL: policies supply none, and a client that fetches it gets HTTP 404.
    case absent
    /// Policies supply none, and a client that fetches it gets it.
    case unsupplied
  }

  /// The maximum of `entries`: two megabytes, which is large but does occur in practice.
  public static let mostEntries = 50_000

  /// The certificate whose key signs; nil for the CA's own.
  public var signer: String?
  /// The certificate whose name is in the issuer field; nil for the CA's own.
  public var issuer: String?
  /// Seconds relative to the run's clock.
  public var thisUpdate: Int64 = -3600
  /// Seconds relative to the run's clock; nil leaves nextUpdate out.
  public var nextUpdate: Int64? = 7 * 86_400
  /// 1 or 2; version 1 has no extensions (RFC 5280, section 5.1.2.1).
  public var version = 2
  public var number = Number.right
  public var scope = Scope.all
  public var `extension` = Extension.none
  /// The same, in the entry of every certificate that it lists.
  public var entryExtension = Extension.none
  /// Each replaces the CRL's own extension with that identifier, or follows all others.
  public var extensions: [RawExtension] = []
  /// The same, in the entry of every certificate that it lists.
  public var entryExtensions: [RawExtension] = []
  /// The certificates that it lists, in this order, whoever issued them; nil: those that the CA has revoked.
  public var lists: [String]?
  /// Nil: every entry of an indirect CRL, no other.
  public var certificateIssuer: CertificateIssuer?
  public var dates = Dates.right
  public var reason = Reason.keyCompromise
  /// The revocationDate of every entry, in seconds relative to the run's clock; nil: a day before it, and not after
  /// thisUpdate.
  public var revokedAt: Int64?
  /// Before every other entry is one, about a certificate that does not exist, whose invalidityDate is no date.
  public var beginsDamaged = false
  /// The number of additional entries, for certificates that do not exist.
  public var entries = 0
  /// Where the world's own entries are; the entries of a CRL have no order (RFC 5280, section 5.1.2.6).
  public var place = Place.first
  /// A delta CRL: it lists only what has changed since another CRL (RFC 5280, section 5.2.4).
  public var isDelta = false
  public var signature = SignatureDamage.none
  public var form = Form.whole
  /// The CA's other CRLs, in the order in which policies supply them after this one. Nobody fetches them.
  public var further: [CRLRecipe] = []

  public init() {}

  /// All CRLs of the CA.
  public var all: [CRLRecipe] { [self] + further.flatMap(\.all) }

  /// The certificates that its CRLs use besides its own.
  public var otherCertificates: [String] {
    all.flatMap { [$0.signer, $0.issuer].compactMap(\.self) + ($0.lists ?? []) }
  }
}
