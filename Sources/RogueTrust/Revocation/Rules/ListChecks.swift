package import RogueModel
internal import RogueOpenSSL

// The status by a CRL; nil if this check does not decide it.
extension Rule<ListQuestion, RevocationStatus?> {
  /// Bytes that cannot be parsed are not a CRL.
  package static var listForm: Self {
    Self("revocation/list-form", "RFC 5280, section 5.1") { question in
      question.problems.first { $0.code == nil }.map { .unknown($0.text) }
    }
  }

  /// A delta CRL is not enough without the CRL to which it applies. OpenSSL takes one for a complete CRL.
  package static var completeList: Self {
    Self("revocation/complete-list", "RFC 5280, section 5.2.4") { question in
      question.facts?.isDelta == true ? .unknown("a delta CRL") : nil
    }
  }

  /// A CRL must be signed by the issuer.
  package static var listSignature: Self {
    Self("revocation/list-signature", "RFC 5280, section 6.3.3 (g)") { $0.doubt(ListQuestion.Code.signature) }
  }

  /// An entry is about a certificate if the whole serial number is the same; it counts whatever its date, its reason and its place are.
  package static var listEntry: Self {
    Self("revocation/list-entry", "RFC 5280, sections 5.3.1 and 6.3.3 (j)") { question in
      question.has(ListQuestion.Code.revoked) ? .revoked("the issuer's CRL lists it") : nil
    }
  }

  package static var listBegin: Self {
    Self("revocation/list-begin", "RFC 5280, section 5.1.2.4") { $0.doubt(ListQuestion.Code.future) }
  }

  /// A CRL ends after the last second of its nextUpdate; for OpenSSL in it already.
  package static var listEnd: Self {
    Self("revocation/list-end", "RFC 5280, section 6.3.3 (a)") { question in
      question.facts?.nextUpdate == question.now ? nil : question.doubt(ListQuestion.Code.stale)
    }
  }

  /// A CRL for other certificates says nothing about this one. One without issuingDistributionPoint is for every certificate of the CA
  /// (section 5.2.5); one with it is for a certificate that has any of its points.
  package static var listScope: Self {
    Self("revocation/list-scope", "RFC 5280, section 6.3.3 (b) (2)") { $0.doubt(ListQuestion.Code.scope) }
  }

  /// There must be a CRL of the certificate's own issuer.
  package static var listIssuer: Self {
    Self("revocation/list-issuer", "RFC 5280, section 6.3.3 (b)") { $0.doubt(ListQuestion.Code.missing) }
  }

  /// The key usage of a CRL's signer must allow cRLSign.
  package static var listKeyUsage: Self {
    Self("revocation/list-key-usage", "RFC 5280, section 6.3.3 (f)") { $0.doubt(ListQuestion.Code.keyUsage) }
  }

  /// An unknown critical extension cannot be ignored.
  package static var listExtensions: Self {
    Self("revocation/list-extensions", "RFC 5280, section 5.2") { $0.doubt(ListQuestion.Code.unknownExtension) }
  }

  package static var otherFaultsOfList: Self {
    Self("revocation/other-faults-of-list", "RFC 5280, section 6.3.3") { question in
      question.problems.first { $0.code.map { !ListQuestion.Code.ofTheList.contains($0) } ?? false }
        .map { .unknown($0.text) }
    }
  }
}
