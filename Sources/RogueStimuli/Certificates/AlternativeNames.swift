public import RogueModel

/// DNS names of the subjectAltName, relative to the world's domain (`World.fullName(of:)`); `*` labels allowed.
public enum DNSNames: CertificateSetting {
  public static let written: SettingParser<[String]> = .texts(.text(what: "a host name"), "host names")

  public static let stimulus = Stimulus<CertificateRecipe>(
    "hosts",
    "DNS names of the subjectAltName, relative to the domain; `name.` stands for itself, `*` labels are allowed",
    evidence: .certificate, text: { flow($0[DNSNames.self]) }
  )
  .found(by: "SAN", "subjectAltName", "dNSName")
}

/// IP addresses of the subjectAltName, in text form.
public enum IPAddresses: CertificateSetting {
  public static let written: SettingParser<[String]> = .texts(.address, "IP addresses")

  public static let stimulus = Stimulus<CertificateRecipe>(
    "addresses", "IP addresses of the subjectAltName",
    evidence: .certificate, text: { flow($0[IPAddresses.self]) }
  )
  .found(by: "SAN", "subjectAltName", "iPAddress")
}

/// E-mail addresses of the subjectAltName; `user@host`, the host relative to the domain.
public enum EmailAddresses: CertificateSetting {
  public static let written: SettingParser<[String]> = .texts(.email, "e-mail addresses")

  public static let stimulus = Stimulus<CertificateRecipe>(
    "emails", "e-mail addresses of the subjectAltName, `user@host` with the host relative to the domain",
    evidence: .certificate, text: { flow($0[EmailAddresses.self]) }
  )
  .found(by: "SAN", "subjectAltName", "rfc822Name")
}

/// URIs of the subjectAltName, as written.
public enum URIs: CertificateSetting {
  public static let written: SettingParser<[String]> = .texts(.text(what: "a URI"), "URIs")

  public static let stimulus = Stimulus<CertificateRecipe>(
    "uris", "URIs of the subjectAltName, as written",
    evidence: .certificate, text: { flow($0[URIs.self]) }
  )
  .found(by: "SAN", "subjectAltName", "uniformResourceIdentifier")
}
