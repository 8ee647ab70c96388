internal import RogueModel

extension PathCheck {
  /// An issuer is the one that authorityKeyIdentifier names: its key's identifier where both have one, and its own issuer and
  /// serial number where they are named.
  ///
  /// RFC 5280 makes the extension a help to find issuers and no rule of its section 6, so others accept what contradicts it. Here it
  /// does not: a certificate that names another issuer was not meant for this path.
  static var keyIdentifiers: PathCheck {
    PathCheck("path/key-identifiers", "RFC 5280, section 4.2.1.1") { path in
      zip(path.certificates.indices, zip(path.certificates, path.certificates.dropFirst())).compactMap { index, pair in
        let (certificate, issuer) = pair
        if let named = certificate.facts.issuerKeyIdentifier, let own = issuer.facts.keyIdentifier, named != own {
          return TrustProblem(.untrusted, "it names an issuer with another key identifier", index: index)
        }
        guard let named = NamedIssuer(certificate),
          named.issuer.map({ $0 != issuer.issuer }) == true
            || named.serial.map({ $0 != issuer.contents.serial }) == true
        else { return nil }
        return TrustProblem(.untrusted, "it names an issuer with another serial number", index: index)
      }
    }
  }
}

/// authorityCertIssuer and authorityCertSerialNumber (RFC 5280, section 4.2.1.1).
private struct NamedIssuer {
  /// Nil if no directory name is there.
  var issuer: DistinguishedName?
  var serial: [UInt8]?

  init?(_ certificate: PathCertificate) {
    guard let value = certificate.contents.value(CertificateFacts.authorityKeyIdentifier) else { return nil }
    var outer = DERReader(value, lengths: .any)
    guard var fields = outer.constructed(.sequence) else { return nil }
    while let field = fields.next() {
      switch field.tag {
      case .context(1, constructed: true):
        var names = DERReader(field.content, lengths: .any)
        while let name = names.next(), issuer == nil {
          if case .directory(let directory) = CertificateName(name) { issuer = directory }
        }
      case .context(2): serial = Array(field.content)
      default: continue
      }
    }
  }
}
