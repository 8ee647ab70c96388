internal import RogueModel

extension PathCheck {
  /// No more CAs are below one than its pathLenConstraint allows; self-issued ones are not counted, and neither is the leaf.
  ///
  /// An anchor's pathLenConstraint counts (RFC 5937, section 3.2, takes it over from a certificate as well). The problem is that of
  /// the CA whose limit is passed.
  static var pathLength: PathCheck {
    PathCheck("path/path-length", "RFC 5280, sections 6.1.4 (l) and (m)") { path in
      var below = 0
      return path.issuers.compactMap { index, certificate in
        defer { if !certificate.isSelfIssued { below += 1 } }
        guard let most = certificate.facts.pathLength, below > most else { return nil }
        return TrustProblem(.pathLength, "\(below) CAs are below it, and \(most) may be", index: index)
      }
    }
  }
}
