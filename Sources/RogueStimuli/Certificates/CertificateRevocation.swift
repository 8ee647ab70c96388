public import RogueModel

/// The issuer's CRL lists it and its OCSP responses say revoked (RFC 5280 reason keyCompromise).
public enum Revoked: CertificateSetting {
  public static let written = SettingParser<Bool>.flag

  public static let stimulus = Stimulus<CertificateRecipe>(
    "revoked", "its issuer says that it is revoked; default false",
    evidence: .revocation, text: { String($0[Revoked.self]) }
  )
  .found(by: "revocation")
}

/// It carries an authorityInfoAccess OCSP URL.
public enum OCSPURL: CertificateSetting {
  public static let written = SettingParser<Bool>.flag

  public static let stimulus = Stimulus<CertificateRecipe>(
    "ocsp-url", "has the URL of its issuer's OCSP responder; default false",
    evidence: .certificate, text: { String($0[OCSPURL.self]) }
  )
  .found(by: "AIA", "authorityInfoAccess", "OCSP")
}

/// The CAs whose CRLs its cRLDistributionPoints name, one for each; empty: its issuer's; nil: there are none.
public enum CRLDistributionPoints: CertificateSetting {
  public static let written: SettingParser<[String]?> = .typed(.distributionPoints)

  public static let stimulus = Stimulus<CertificateRecipe>(
    "crl-url",
    "has the URL of its issuer's CRL, or of the CRLs of the CAs listed, each in its own distribution point;"
      + " default false",
    evidence: .certificate,
    text: { recipe in
      recipe[CRLDistributionPoints.self].map { $0.isEmpty ? "true" : flow($0) } ?? "false"
    }
  )
  .found(by: "CRL DP", "cRLDistributionPoints", "CRL")
}

extension CertificateRecipe {
  /// The CAs whose CRLs can list it: those that its distribution points name, else its issuer.
  public var crlIssuers: [String] {
    let named = self[CRLDistributionPoints.self] ?? []
    return named.isEmpty ? [self[Issuer.self] ?? name] : named
  }
}

/// The CRL that it issues, if it is a CA.
public enum IssuedCRL: CertificateSetting {
  public static let written: SettingParser<CRLRecipe> = .typed(.crl, standard: CRLRecipe())

  public static let stimulus = Stimulus<CertificateRecipe>(
    "crl",
    "the CRL that it issues, supplied as a file and fetched alike, or a list of CRLs, supplied in this order, of which the first"
      + " is fetched; default honest",
    evidence: .list, below: { recipe, path in CRLParts.all.text(of: recipe[IssuedCRL.self], at: path) },
    text: { $0[IssuedCRL.self].flow }
  )
  .found(by: "CRL", and: { CRLParts.keywords(of: $0[IssuedCRL.self]) })

  public static func complete(_ owner: inout CertificateRecipe, with value: CRLRecipe) throws(ParsingProblem) {
    try owner.requireCA(
      "'crl' has no meaning here: only a CA issues a list", help: "'ca: true', or leave it out")
  }
}

/// It carries the TLS feature extension with status_request (RFC 7633).
public enum MustStaple: CertificateSetting {
  public static let written = SettingParser<Bool>.flag

  public static let stimulus = Stimulus<CertificateRecipe>(
    "must-staple", "has the TLS feature extension that requires a staple (RFC 7633); default false",
    evidence: .certificate, text: { String($0[MustStaple.self]) }
  )
  .found(by: "must-staple", "TLS feature", "status_request")
}
