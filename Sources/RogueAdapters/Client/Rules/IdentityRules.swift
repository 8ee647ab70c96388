package import RogueModel
package import RogueOpenSSL

/// The identities of a client, in the order of its application.
package struct IdentityList {
  package typealias Identity = AttemptPolicy.Identity

  package var identities: [Identity]
  package var now: Int64

  /// First those whose certificates are valid: a server that checks dates refuses the others (RFC 5280, section 6.1.3).
  package func currentFirst(_ identities: [Identity]) -> [Identity] {
    identities.partitioned { identity in
      guard let leaf = try? X509Certificate(der: identity.leaf), let begin = leaf.notBefore, let end = leaf.notAfter
      else { return false }
      return begin <= now && now <= end
    }
  }

  /// First those whose keys may sign: their keyUsage has digitalSignature, or they have none (RFC 5246, section 7.4.6).
  package func signingFirst(_ identities: [Identity]) -> [Identity] {
    identities.partitioned { identity in
      let leaf = try? X509Certificate(der: identity.leaf)
      guard let usage = leaf?.extensionValue(oid: "2.5.29.15") else { return true }
      // A BIT STRING: tag, length, the number of unused bits, bits.
      return usage.count > 3 && usage[3] & 0x80 != 0
    }
  }
}

/// A server's request for a certificate.
package struct IdentityRequest {
  package var request: TLSCertificateRequest
  package var identities: [TLSIdentity]
  /// The answer of the application.
  package var choose: (TLSCertificateRequest) -> TLSIdentityAnswer
}

/// An identity that is about to be presented.
package struct IdentityPresentation {
  package var identity: TLSIdentity
  package var situation: ClientSituation
}

/// The first flight of a client, before the TLS library writes it.
package struct PlannedHello {
  package var opening: ClientOpening
  package var attempt: Attempt
}

extension Rule where Question == IdentityList, Answer == [AttemptPolicy.Identity] {
  package static var identityOrder: Self {
    Self("order-of-identities", "RFC 5280, section 6.1.3; RFC 5246, section 7.4.6") { list in
      list.identities.count > 1 ? list.signingFirst(list.currentFirst(list.identities)) : list.identities
    }
  }
}

extension Rule where Question == IdentityRequest, Answer == TLSIdentityAnswer {
  package static var identityForRequest: Self {
    Self("identity-for-request", "RFC 8446, section 4.4.2.3") { $0.choose($0.request) }
  }
}

extension Rule where Question == IdentityPresentation, Answer == TLSIdentity? {
  /// The certificate and the CAs above it, in their order; nil: none.
  package static var presentedIdentity: Self { Self("presented-identity", "RFC 8446, section 4.4.2") { $0.identity } }
}

extension Rule where Question == PlannedHello, Answer == ClientOpening {
  package static var opening: Self { Self("client-hello", "RFC 8446, section 4.1.2") { $0.opening } }
}

extension [AttemptPolicy.Identity] {
  fileprivate func partitioned(_ isBetter: (AttemptPolicy.Identity) -> Bool) -> Self {
    filter(isBetter) + filter { !isBetter($0) }
  }
}
