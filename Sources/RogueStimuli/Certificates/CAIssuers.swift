public import RogueModel

/// The URL of the issuer's certificate: caIssuers in authorityInfoAccess (RFC 5280, section 4.2.2.1).
///
/// Clients that build paths with it do not need the intermediates that a server forgets to send. What they fetch over
/// plain HTTP is not trustworthy by itself: it is only another candidate for the path.
public enum CAIssuers: CertificateSetting {
  /// The content there.
  public enum Answer: String, Hashable, Sendable, CaseIterable {
    /// The certificate has no such URL.
    case none
    /// The issuer's certificate in DER, as `application/pkix-cert` (RFC 2585, section 4.1).
    case honest
    /// The same in PEM, which is not what clients may expect.
    case pem
    /// The issuer's certificate, and 16 MiB behind it.
    case huge
    case down, hanging, dripping, truncated, empty, html, redirect
    case redirectLoop = "redirect-loop"
    case notFound = "http-404"
    case otherType = "wrong-content-type"

    var behaviour: ResponderRecipe.Behaviour { ResponderRecipe.Behaviour(rawValue: rawValue) ?? .honest }
  }

  public static let written: SettingParser<Answer> = .word(.none)

  public static let stimulus = Stimulus<CertificateRecipe>(
    "ca-issuers",
    "carries the URL of its issuer's certificate (caIssuers), and the content found there (RFC 5280, section 4.2.2.1);"
      + " default none",
    evidence: .issuerFetched, text: { $0[CAIssuers.self].rawValue }
  )
  .found(by: "AIA", "authorityInfoAccess", "caIssuers")

  /// The files at the URLs of a world's certificates, by their names.
  public static func documents(of world: World, in hierarchy: Hierarchy) -> [String: ServedDocument] {
    var documents: [String: ServedDocument] = [:]
    for recipe in world.certificates { documents[recipe.name] = document(of: recipe, in: hierarchy) }
    return documents
  }

  private static func document(of recipe: CertificateRecipe, in hierarchy: Hierarchy) -> ServedDocument? {
    let value = recipe[CAIssuers.self]
    let name = recipe[CAIssuersCertificate.self] ?? recipe[Issuer.self] ?? recipe.name
    guard value != .none, var body = hierarchy.certificates[name]?.der else { return nil }
    if value == .pem { body = pem(body) }
    if value == .huge { body += [UInt8](repeating: 0, count: 16 << 20) }
    return ServedDocument(type: "application/pkix-cert", body: body, behaviour: value.behaviour)
  }

  private static func pem(_ der: [UInt8]) -> [UInt8] {
    let text = Array(Base64.encode(der).utf8)
    var lines = Array("-----BEGIN CERTIFICATE-----\n".utf8)
    for start in stride(from: 0, to: text.count, by: 64) {
      lines += text[start..<min(start + 64, text.count)] + [UInt8(ascii: "\n")]
    }
    return lines + Array("-----END CERTIFICATE-----\n".utf8)
  }
}

/// The certificate at that URL, instead of the issuer's.
public enum CAIssuersCertificate: CertificateSetting {
  public static let written: SettingParser<String?> = .name(.certificate)

  public static let stimulus = Stimulus<CertificateRecipe>(
    "ca-issuers-certificate", "the certificate that is found at the URL of 'ca-issuers'; default: the issuer's",
    evidence: .issuerFetched, text: { $0[CAIssuersCertificate.self] ?? $0[Issuer.self] ?? "its own" }
  )
  .found(by: "AIA", "authorityInfoAccess", "caIssuers")

  public static func complete(_ owner: inout CertificateRecipe, with value: String?) throws(ParsingProblem) {
    guard value == nil || owner[CAIssuers.self] != .none else {
      throw ParsingProblem("no URL leads to this certificate, because 'ca-issuers' is none", help: "ca-issuers: honest")
    }
  }
}

extension EvidenceRule {
  /// The client requested the issuer of the changed certificate.
  static let issuerFetched = EvidenceRule(seenBy: .everybody) { change in
    FaultEvidence(.responder([FaultEvidence.Question(.issuers, change.element)]))
  }
}
