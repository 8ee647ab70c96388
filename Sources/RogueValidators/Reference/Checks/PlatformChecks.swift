package import RogueModel
internal import RogueTrust

extension PolicyCheck {
  /// The platform's objections, or its silence: then nothing is known.
  static var ofPlatform: [PolicyCheck] { [.storedPins, .failedCalls, .deniedCertificates] }

  package static var storedPins: PolicyCheck {
    PolicyCheck("stored-pins", "pins that cannot be read are not satisfied") { question in
      guard question.policy.pinStorage == .kept, [.missing, .damaged].contains(question.policy.platform.storedPins)
      else {
        return nil
      }
      return TrustProblem(.configuration, "the pins of an earlier start cannot be read")
    }
  }

  /// A failed call is no success.
  package static var failedCalls: PolicyCheck {
    PolicyCheck("failed-calls", "an evaluation that could not be done has no result") { question in
      switch question.policy.platform.fails {
      case .evaluating, .resulting: return TrustProblem(.other, "the evaluation could not be done")
      case .reading, .describing, .foreignPolicy, .setting:
        guard question.policy.revocation.mode == .require else { return nil }
        return TrustProblem(.revocationUnknown, "no revocation status can be queried")
      case nil: return nil
      }
    }
  }

  package static var deniedCertificates: PolicyCheck {
    PolicyCheck("denied-certificates", "a user's decision about a certificate comes first") { question in
      question.findings.path.firstIndex(where: question.policy.platform.denied.contains)
        .map { TrustProblem(.untrusted, "the user has denied it", index: $0) }
    }
  }
}
