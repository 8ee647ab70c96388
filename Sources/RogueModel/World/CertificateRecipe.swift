/// How to make one certificate. Every default is healthy; a defect or a changed field makes the rogue.
public struct CertificateRecipe: SettingsOwner, Hashable, Sendable {
  /// The name in the world; unique there.
  public var name: String
  /// The name of the issuing certificate; nil for a self-signed one.
  public var issuer: String?
  /// basicConstraints cA with keyCertSign and cRLSign.
  public var isCA: Bool
  public var pathLength: Int?
  /// DNS names of the subjectAltName, relative to the world's domain (`World.fullName(of:)`); `*` labels allowed.
  public var hosts: [String]
  /// IP addresses of the subjectAltName, in text form.
  public var addresses: [String] = []
  /// E-mail addresses of the subjectAltName; `user@host`, the host relative to the domain.
  public var emails: [String] = []
  /// URIs of the subjectAltName, as they are written.
  public var uris: [String] = []
  /// The host in the subject's common name, relative to the domain; nil: the first of `hosts`.
  public var commonName: String?
  /// The name constraints of a CA (RFC 5280, section 4.2.1.10); nil: none.
  public var nameConstraints: NameConstraintsRecipe?
  /// Its certificate policies, in dotted form (RFC 5280, section 4.2.1.4).
  public var policies: [String] = []
  /// Every certificate below this CA must have a policy (requireExplicitPolicy, RFC 5280, section 4.2.1.11).
  public var requiresPolicy = false
  /// Copies the subject of this other certificate (for a CA with the pinned CA's name and another key).
  public var subjectOf: String?
  /// Has the key of this other certificate, or this key (for a renewed certificate).
  public var keyOf: String?
  /// Overrides the case's key type.
  public var keyType: KeyType?
  public var keyIdentifier = KeyIdentifier.ownKey
  /// Seconds relative to the run's clock.
  public var notBefore: Int64
  /// Seconds relative to the run's clock.
  public var notAfter: Int64
  public var usage: Usage
  /// The issuer's CRL lists it and its OCSP responses say revoked (RFC 5280 reason keyCompromise).
  public var revoked = false
  /// Carries an authorityInfoAccess OCSP URL.
  public var ocspURL = false
  /// Carries cRLDistributionPoints.
  public var crlURL = false
  /// The CAs whose CRLs its distribution points name, one for each; empty: only its issuer's.
  public var crlPoints: [String] = []
  /// The CRL that it issues, if it is a CA.
  public var crl = CRLRecipe()
  /// Carries the TLS feature extension with status_request (RFC 7633).
  public var mustStaple = false
  /// The embedded SCTs (RFC 6962, section 3.3); nil: none.
  public var scts: SCTListRecipe?
  /// The values of its other keys.
  public var settings = Settings()
  /// Named defects, applied in order.
  public var defects: [NamedUse] = []
  public var location = SourceLocation(file: "", line: 1, column: 1)

  /// A healthy certificate with every default in place.
  ///
  /// Leaves are valid from 30 days ago to 60 days ahead (90 in all, inside every platform's limit); CAs from 60 days
  /// ago to ten years ahead.
  public init(name: String, issuer: String? = nil, isCA: Bool = false, hosts: [String] = []) {
    self.name = name
    self.issuer = issuer
    self.isCA = isCA
    self.hosts = hosts
    notBefore = isCA ? -60 * 86_400 : -30 * 86_400
    notAfter = isCA ? 3650 * 86_400 : 60 * 86_400
    usage = isCA ? .certificateAuthority : .server
  }

  /// The CAs whose CRLs its distribution points name.
  public var crlIssuers: [String] { crlPoints.isEmpty ? [issuer ?? name] : crlPoints }

  /// What the key usage and extended key usage extensions allow.
  public enum Usage: String, Hashable, Sendable, CaseIterable {
    /// keyCertSign and cRLSign, no extended key usage.
    case certificateAuthority = "ca"
    /// digitalSignature (and keyEncipherment for RSA), serverAuth.
    case server
    /// digitalSignature, clientAuth.
    case client
    /// digitalSignature, OCSPSigning: a delegated responder (RFC 6960, section 4.2.2.2).
    case ocspSigner = "ocsp-signer"
    /// digitalSignature and no extended key usage: the certificate does not say what it is for.
    case unspecified
  }

  /// The subjectKeyIdentifier, which the certificates below repeat as their authorityKeyIdentifier.
  public enum KeyIdentifier: Hashable, Sendable {
    /// SHA-1 of the public key (RFC 5280, section 4.2.1.2, method 1).
    case ownKey
    /// The key identifier of another certificate, although the key is different.
    case copied(from: String)
    case absent
  }
}
