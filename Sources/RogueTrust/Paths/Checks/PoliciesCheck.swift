internal import RogueModel

extension PathCheck {
  /// Where a CA requires a certificate policy, one is valid for the whole path. Which one does not matter: the initial set is
  /// anyPolicy, and nothing is required, inhibited or mapped from outside. The anchor's own extensions do not count
  /// (section 6.1.1 (d)).
  static var policies: PathCheck {
    PathCheck("path/policies", "RFC 5280, sections 6.1.3 to 6.1.5; RFC 9618") { path in
      let certificates = path.belowAnchor
      var state = PolicyState(length: certificates.count)
      for (index, certificate) in certificates.enumerated().reversed() {
        guard state.take(certificate.policies, isSelfIssued: certificate.isSelfIssued, isLast: index == 0) else {
          return [TrustProblem(.extension, "a certificate policy is required, and none is valid", index: index)]
        }
      }
      return []
    }
  }
}
