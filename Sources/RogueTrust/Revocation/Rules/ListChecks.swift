package import RogueModel

// The status by a CRL; nil if this check does not decide it.
extension Rule<ListQuestion, RevocationStatus?> {
  /// Bytes that cannot be parsed are not a CRL.
  package static var listForm: Self {
    Self("revocation/list-form", "RFC 5280, section 5.1") { question in
      question.facts == nil ? .unknown("it cannot be read as a CRL") : nil
    }
  }

  /// A delta CRL is not enough without the CRL to which it applies.
  package static var completeList: Self {
    Self("revocation/complete-list", "RFC 5280, section 5.2.4") { question in
      question.facts?.isDelta == true ? .unknown("a delta CRL") : nil
    }
  }

  /// A CRL must be signed by the issuer.
  package static var listSignature: Self {
    Self("revocation/list-signature", "RFC 5280, section 6.3.3 (g)") { question in
      question.isOfIssuer && question.signer == nil ? .unknown("the issuer has not signed it") : nil
    }
  }

  /// An entry is about a certificate if the whole serial number is the same; it counts whatever its date, its reason and its place are.
  package static var listEntry: Self {
    Self("revocation/list-entry", "RFC 5280, sections 5.3.1 and 6.3.3 (j)") { question in
      question.listsIt ? .revoked("the issuer's CRL lists it") : nil
    }
  }

  package static var listBegin: Self {
    Self("revocation/list-begin", "RFC 5280, section 5.1.2.4") { question in
      guard let facts = question.facts else { return nil }
      guard let begin = facts.thisUpdate else { return .unknown("it has no date") }
      return begin > question.now ? .unknown("it is not valid yet") : nil
    }
  }

  /// A CRL ends after the last second of its nextUpdate.
  package static var listEnd: Self {
    Self("revocation/list-end", "RFC 5280, section 6.3.3 (a)") { question in
      guard let facts = question.facts else { return nil }
      if facts.hasUnreadableEnd { return .unknown("its end is no date") }
      return facts.nextUpdate.map { $0 < question.now } ?? false ? .unknown("it has expired") : nil
    }
  }

  /// A CRL for other certificates says nothing about this one. One without issuingDistributionPoint is for every certificate of the CA
  /// (section 5.2.5); one with it is for a certificate that has any of its points. Those for some reasons count together.
  package static var listScope: Self {
    Self("revocation/list-scope", "RFC 5280, section 6.3.3 (b) (2)") { question in
      guard question.facts != nil else { return nil }
      guard let reasons = question.reasons else { return .unknown("it is for other certificates") }
      return question.needsEveryReason && reasons != .all ? .unknown("it is for some reasons only") : nil
    }
  }

  /// There must be a CRL of the certificate's own issuer.
  package static var listIssuer: Self {
    Self("revocation/list-issuer", "RFC 5280, section 6.3.3 (b)") { question in
      question.facts != nil && !question.isOfIssuer ? .unknown("it is another CA's") : nil
    }
  }

  /// The key usage of a CRL's signer must allow cRLSign.
  package static var listKeyUsage: Self {
    Self("revocation/list-key-usage", "RFC 5280, section 6.3.3 (f)") { question in
      CertificateFacts(der: question.signer ?? question.status.issuer)?.maySignLists == false
        ? .unknown("its signer's key is not for CRLs") : nil
    }
  }

  /// An unknown critical extension cannot be ignored.
  package static var listExtensions: Self {
    Self("revocation/list-extensions", "RFC 5280, section 5.2") { question in
      question.facts?.hasUnknownCriticalExtension == true ? .unknown("it has an unknown critical extension") : nil
    }
  }
}
