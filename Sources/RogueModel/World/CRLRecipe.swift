/// A CRL with every field open to be wrong (RFC 5280, section 5). As it stands, nothing is.
///
/// A CA has one list: what is handed over by a policy and what is fetched are the same bytes.
public struct CRLRecipe: Hashable, Sendable {
  /// What is said about its number, which only a critical one obliges anybody to understand (RFC 5280, section 5.2.3).
  public enum Number: String, Hashable, Sendable, CaseIterable {
    case right, absent, critical
  }

  /// Which certificates the list is for, by its issuingDistributionPoint (RFC 5280, section 5.2.5).
  public enum Scope: String, Hashable, Sendable, CaseIterable {
    /// No such extension: all that the CA has issued.
    case all
    /// It names the place that the certificates name.
    case samePoint = "same-point"
    /// It names a place that no certificate names.
    case otherPoint = "other-point"
    case onlyCAs = "only-ca-certs"
    case onlyUsers = "only-user-certs"
    case onlyAttributes = "only-attribute-certs"
    /// Revocations for one reason alone.
    case someReasons = "only-some-reasons"
    /// Also for other CAs' certificates; every entry names the CA that it is about.
    case indirect
  }

  /// Where the certificates of the world stand among the others.
  public enum Place: String, Hashable, Sendable, CaseIterable { case first, last }

  /// An extension that nobody knows.
  public enum Extension: String, Hashable, Sendable, CaseIterable {
    case none
    case nonCritical = "non-critical"
    case critical
  }

  public enum Form: String, Hashable, Sendable, CaseIterable {
    case whole
    /// Ends in its middle.
    case truncated
    /// Bytes after its end.
    case trailing
    /// There is no list: none is handed over, and whoever fetches it gets HTTP 404.
    case absent
  }

  /// Bound of `entries`: two megabytes, which is large and still found in the wild.
  public static let mostEntries = 50_000

  /// Whose key signs; nil for the CA's own.
  public var signer: String?
  /// Whose name stands in it as the issuer's; nil for the CA's own.
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
  /// Certificates that nobody knows are listed besides, this many.
  public var entries = 0
  /// Where the world's own stand; the entries of a list have no order (RFC 5280, section 5.1.2.6).
  public var place = Place.first
  /// Lists what has changed since another list, and no more (RFC 5280, section 5.2.4).
  public var isDelta = false
  public var signature = SignatureDamage.none
  public var form = Form.whole

  public init() {}

  /// The certificates that it takes beside its CA's.
  public var otherCertificates: [String] { [signer, issuer].compactMap(\.self) }
}
