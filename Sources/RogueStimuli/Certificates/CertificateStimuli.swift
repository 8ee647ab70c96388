public import RogueModel

/// The keys of one certificate.
public enum CertificateStimuli {
  public static let ca = Stimulus<CertificateRecipe>(
    "ca", "basicConstraints says that it is a CA; default false",
    evidence: .certificate, text: { String($0.isCA) }
  )
  .found(by: "basicConstraints", "cA")
  public static let issuer = Stimulus<CertificateRecipe>(
    "issuer", "the certificate that signs it; default: itself",
    evidence: .certificate, text: { $0.issuer ?? "none (signed by itself)" })
  public static let pathLength = Stimulus<CertificateRecipe>(
    "path-length", "pathLenConstraint: how many CAs may follow below it; default: no limit",
    evidence: .certificate, text: { $0.pathLength.map(String.init) ?? "none" }
  )
  .found(by: "pathLenConstraint", "basicConstraints", ordinary: true)
  public static let hosts = Stimulus<CertificateRecipe>(
    "hosts",
    "DNS names of the subjectAltName, relative to the domain; `name.` stands for itself, `*` labels are allowed",
    evidence: .certificate, text: { flow($0.hosts) }
  )
  .found(by: "SAN", "subjectAltName", "dNSName")
  public static let addresses = Stimulus<CertificateRecipe>(
    "addresses", "IP addresses of the subjectAltName",
    evidence: .certificate, text: { flow($0.addresses) }
  )
  .found(by: "SAN", "subjectAltName", "iPAddress")
  public static let emails = Stimulus<CertificateRecipe>(
    "emails", "e-mail addresses of the subjectAltName, `user@host` with the host relative to the domain",
    evidence: .certificate, text: { flow($0.emails) }
  )
  .found(by: "SAN", "subjectAltName", "rfc822Name")
  public static let uris = Stimulus<CertificateRecipe>(
    "uris", "URIs of the subjectAltName, as written",
    evidence: .certificate, text: { flow($0.uris) }
  )
  .found(by: "SAN", "subjectAltName", "uniformResourceIdentifier")
  public static let commonName = Stimulus<CertificateRecipe>(
    "common-name", "the host in the subject's common name, relative to the domain; default: the first of `hosts`",
    evidence: .certificate, text: { $0.commonName ?? $0.hosts.first ?? "none" }
  )
  .found(by: "commonName")
  public static let nameConstraints = Stimulus<CertificateRecipe>(
    "name-constraints", "what the CA may issue for (RFC 5280, section 4.2.1.10)",
    evidence: .certificate, text: { $0.nameConstraints?.description ?? "none" }
  )
  .found(by: "nameConstraints")
  public static let policies = Stimulus<CertificateRecipe>(
    "policies", "certificate policies as object identifiers, `any` for anyPolicy (RFC 5280, section 4.2.1.4)",
    evidence: .certificate, text: { flow($0.policies) }
  )
  .found(by: "certificatePolicies")
  public static let requiresPolicy = Stimulus<CertificateRecipe>(
    "requires-policy",
    "every certificate below this CA must assert a policy (RFC 5280, section 4.2.1.11); default false",
    evidence: .certificate, text: { String($0.requiresPolicy) }
  )
  .found(by: "policyConstraints", "requireExplicitPolicy")
  public static let subjectOf = Stimulus<CertificateRecipe>(
    "subject-of", "has the subject of this other certificate",
    evidence: .certificate, text: { $0.subjectOf ?? "none" })
  public static let keyOf = Stimulus<CertificateRecipe>(
    "key-of", "has the key of this other certificate or key",
    evidence: .certificate, text: { $0.keyOf ?? "none" })
  public static let keyType = Stimulus<CertificateRecipe>(
    "key-type", "overrides the key type of the case",
    evidence: .certificate, text: { $0.keyType?.rawValue })
  public static let keyIdentifier = Stimulus<CertificateRecipe>(
    "key-identifier", "the subjectKeyIdentifier: its own key's (default), none, or a copied one",
    evidence: .certificate, text: { $0.keyIdentifier.flow }
  )
  .found(by: "SKI", "subjectKeyIdentifier", "AKI", "authorityKeyIdentifier")
  public static let notBefore = Stimulus<CertificateRecipe>(
    "not-before", "start of validity, relative to the run's clock; default -30d, for CAs -60d",
    evidence: .certificate, text: { RelativeTime.text(seconds: $0.notBefore) }
  )
  .found(by: "notBefore", "validity")
  public static let notAfter = Stimulus<CertificateRecipe>(
    "not-after", "end of validity, relative to the run's clock; default 60d, for CAs 3650d",
    evidence: .certificate, text: { RelativeTime.text(seconds: $0.notAfter) }
  )
  .found(by: "notAfter", "validity")
  public static let usage = Stimulus<CertificateRecipe>(
    "usage", "what key usage and extended key usage allow; default server, for CAs ca",
    evidence: .certificate, text: { $0.usage.rawValue }
  )
  .found(by: "EKU", "extendedKeyUsage")
  public static let revoked = Stimulus<CertificateRecipe>(
    "revoked", "its issuer says that it is revoked; default false",
    evidence: .revocation, text: { String($0.revoked) }
  )
  .found(by: "revocation")
  public static let ocspURL = Stimulus<CertificateRecipe>(
    "ocsp-url", "has the URL of its issuer's OCSP responder; default false",
    evidence: .certificate, text: { String($0.ocspURL) }
  )
  .found(by: "AIA", "authorityInfoAccess", "OCSP")
  public static let crlURL = Stimulus<CertificateRecipe>(
    "crl-url",
    "has the URL of its issuer's CRL, or of the CRLs of the CAs listed, each in its own distribution point;"
      + " default false",
    evidence: .certificate, text: { $0.crlPoints.isEmpty ? String($0.crlURL) : flow($0.crlPoints) }
  )
  .found(by: "CRL DP", "cRLDistributionPoints", "CRL")
  public static let crl = Stimulus<CertificateRecipe>(
    "crl", "the CRL that it issues, supplied as a file and fetched alike; default honest",
    evidence: .list, below: { recipe, path in CRLParts.all.text(of: recipe.crl, at: path) }, text: { $0.crl.flow }
  )
  .found(by: "CRL", and: { CRLParts.keywords(of: $0.crl) })
  public static let mustStaple = Stimulus<CertificateRecipe>(
    "must-staple", "has the TLS feature extension that requires a staple (RFC 7633); default false",
    evidence: .certificate, text: { String($0.mustStaple) }
  )
  .found(by: "must-staple", "TLS feature", "status_request")
  public static let scts = Stimulus<CertificateRecipe>(
    "scts",
    "the SCTs that it contains: names of logs, or mappings; default none (RFC 6962, section 3.3)",
    evidence: .certificate, text: { $0.scts?.description ?? "none" }
  )
  .found(by: "SCT", "CT", "precertificate")
  public static let defects = Stimulus<CertificateRecipe>(
    "defects", "named defects, applied in order",
    evidence: .certificate, text: { flow($0.defects.map(\.description)) })

  static let all: [Stimulus<CertificateRecipe>] = first + CertificateSettings.all.map { $0.stimulus } + [defects]

  private static let first = [
    ca, issuer, pathLength, hosts, addresses, emails, uris, commonName, subjectOf, keyOf, keyType, keyIdentifier,
    nameConstraints, policies, requiresPolicy, notBefore, notAfter, usage, revoked, ocspURL, crlURL, mustStaple, crl,
    scts,
  ]
}

extension CertificateRecipe.KeyIdentifier {
  fileprivate var flow: String {
    switch self {
    case .ownKey: "own"
    case .absent: "absent"
    case .copied(let other): "{copied-from: \(other)}"
    }
  }
}
