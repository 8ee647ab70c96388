package import RogueModel
internal import RogueTrust

extension PolicyCheck {
  /// No certificate of the path is revoked, and each has the status that the policy requires.
  package static var revocation: PolicyCheck {
    PolicyCheck("revocation", "RFC 5280, section 6.1.3 (a) (3)") { question in
      ofRevocation.lazy.compactMap { question.rules($0, question) }.first
    }
  }

  private static var ofRevocation: [PolicyCheck] {
    [.statusOfLonePath, .stapledRevocation, .promisedStaple, .pathStatuses]
  }

  package static var statusOfLonePath: PolicyCheck {
    PolicyCheck("status-of-lone-path", "a required status that nobody can give is missing") { question in
      guard question.policy.revocation.mode == .require, question.findings.path.count < 2 else { return nil }
      return TrustProblem(
        .revocationUnknown, "a path of one certificate has no issuer that could answer", index: 0)
    }
  }

  /// A staple that says revoked counts under every policy.
  package static var stapledRevocation: PolicyCheck {
    PolicyCheck("stapled-revocation", "RFC 6066, section 8") { question in
      guard case .revoked(let detail) = question.stapledStatus else { return nil }
      return TrustProblem(.revoked, detail, index: 0, isFatal: true)
    }
  }

  /// A must-staple certificate needs a good staple.
  package static var promisedStaple: PolicyCheck {
    PolicyCheck("promised-staple", "RFC 7633") { question in
      guard let leaf = question.findings.path.first, CertificateFacts(der: leaf)?.promisesStaple == true,
        question.stapledStatus != .good
      else { return nil }
      return TrustProblem(.revocationUnknown, "the certificate requires a good staple", index: 0)
    }
  }

  package static var pathStatuses: PolicyCheck {
    PolicyCheck("path-statuses", "RFC 5280, section 6.3") { question in
      let methods = question.rules(.revocationMethods, question)
      guard !methods.isEmpty else { return nil }
      let path = question.findings.path
      let check = question.revocationCheck(methods.flatMap(\.sources))
      // A staple speaks about the leaf alone.
      let needingAnswer = methods.contains { $0 != .ocspStaple } ? path.count - 1 : 1
      for index in question.rules(.checkedCertificates, question) {
        switch check.status(of: index, in: path) {
        case .good: continue
        case .revoked(let detail): return TrustProblem(.revoked, detail, index: index, isFatal: true)
        case .unknown(let detail):
          guard question.policy.revocation.mode == .require, index < needingAnswer else { continue }
          return TrustProblem(.revocationUnknown, detail, index: index)
        }
      }
      return nil
    }
  }
}

extension Rule<PolicyEvaluation, [AttemptPolicy.Revocation.Method]> {
  /// Any of the policy's methods suffices. An available "revoked" counts even if the policy requires no check.
  package static var revocationMethods: Self {
    Self("revocation-methods", "a known revocation is never ignored") { question in
      let asked = question.policy.revocation
      return asked.mode == .off ? [.ocspStaple, .ocspFetch] : asked.methods
    }
  }
}

extension Rule<PolicyEvaluation, Range<Int>> {
  /// All but the anchor.
  package static var checkedCertificates: Self {
    Self("checked-certificates", "RFC 5280, section 6.1.3 (a) (3)") { 0..<max(0, $0.findings.path.count - 1) }
  }
}

extension Rule<PolicyEvaluation, Bool> {
  package static var networkUse: Self {
    Self("network-use", "a policy may forbid every query") { $0.policy.revocation.allowsNetwork }
  }
}

extension PolicyEvaluation {
  fileprivate var stapledStatus: RevocationStatus {
    revocationCheck([.staple]).status(of: 0, in: findings.path)
  }
}

extension AttemptPolicy.Revocation.Method {
  fileprivate var sources: [RevocationSource] {
    switch self {
    case .crl: [.listAtHand, .fetchedList]
    case .crlFetch: [.fetchedList]
    case .ocspStaple: [.staple]
    case .ocspFetch: [.responder]
    }
  }
}
