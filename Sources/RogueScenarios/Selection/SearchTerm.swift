/// A text to search for, with its synonyms.
struct SearchTerm {
  /// As the user wrote it.
  let text: String
  private let names: [SearchText]
  /// The standard to point to if no scenario is about the term.
  let standard: String?

  init(_ text: String) {
    self.text = text
    let name = SearchText(text)
    let synonym = Synonym.all.first { synonym in
      synonym.names.map(SearchText.init).contains { $0.contains(name) && name.contains($0) }
    }
    names = synonym?.names.map(SearchText.init) ?? [name]
    standard = synonym?.standard
  }

  /// Whether it has no word to search for.
  var isEmpty: Bool { names.allSatisfy(\.isEmpty) }

  func isFound(in text: SearchText) -> Bool { names.contains(where: text.contains) }

  /// Names of the same thing: searching for one of them finds all.
  private struct Synonym {
    let names: [String]
    var standard: String?

    init(_ names: String..., standard: String? = nil) {
      self.names = names
      self.standard = standard
    }

    static let all = [
      Synonym("AIA", "authorityInfoAccess"),
      Synonym("AKI", "authorityKeyIdentifier"),
      Synonym("CN", "commonName"),
      Synonym("CRL DP", "CDP", "cRLDistributionPoints", "distribution point"),
      Synonym("CT", "Certificate Transparency"),
      Synonym("DANE", "TLSA", standard: "RFC 6698"),
      Synonym("EKU", "extendedKeyUsage"),
      Synonym("EMS", "extended_master_secret"),
      Synonym("HRR", "HelloRetryRequest"),
      Synonym("HSTS", "Strict-Transport-Security", standard: "RFC 6797"),
      Synonym("IDP", "issuingDistributionPoint"),
      Synonym("mTLS", "mutual TLS"),
      Synonym("must-staple", "OCSP must-staple"),
      Synonym("pathLenConstraint", "path-len", "path length"),
      Synonym("PSK", "pre_shared_key"),
      Synonym("SAN", "subjectAltName", "subject alternative name"),
      Synonym("SCT", "signed certificate timestamp"),
      Synonym("SKI", "subjectKeyIdentifier"),
      Synonym("SNI", "server_name", "server name indication"),
      Synonym("0-RTT", "early data"),
    ]
  }
}
