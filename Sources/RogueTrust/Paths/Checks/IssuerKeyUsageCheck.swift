internal import RogueModel

extension PathCheck {
  /// A CA with keyUsage has keyCertSign; an anchor too, if it says anything about that.
  static var issuerKeyUsage: PathCheck {
    PathCheck("path/issuer-key-usage", "RFC 5280, section 6.1.4 (n)") { path in
      path.issuers.compactMap { index, certificate in
        guard certificate.facts.hasKeyUsage, !certificate.facts.signsCertificates else { return nil }
        return TrustProblem(.keyUsage, "its key may not sign certificates", index: index)
      }
    }
  }
}
