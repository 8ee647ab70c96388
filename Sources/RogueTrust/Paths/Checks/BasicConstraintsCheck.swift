internal import RogueModel

extension PathCheck {
  /// An issuer is a CA by its own certificate.
  ///
  /// An anchor is one by configuration: nothing that it leaves out counts against it, as with roots of version 1. What it
  /// says does: an anchor whose basicConstraints make it no CA is trusted for itself alone.
  static var basicConstraints: PathCheck {
    PathCheck("path/basic-constraints", "RFC 5280, section 6.1.4 (k)") { path in
      path.issuers.compactMap { index, certificate in
        let facts = certificate.facts
        let isCA =
          path.isAnchor(index)
          ? !facts.hasBasicConstraints || facts.claimsToBeCA : facts.version == 3 && facts.claimsToBeCA
        guard !isCA else { return nil }
        return TrustProblem(.notACA, "it is no CA", index: index)
      }
    }
  }
}
