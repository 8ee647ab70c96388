internal import RogueModel

extension PathCheck {
  /// A path begins at a trust anchor, which is any certificate that the caller names.
  static var anchor: PathCheck {
    PathCheck("path/anchor", "RFC 5280, section 6.1.1 (d)") { path in
      guard !path.endsInAnchor else { return [] }
      let index = path.certificates.count - 1
      let last = path.certificates[index]
      let detail =
        last.isSelfIssued
        ? "it names itself as its issuer, and is not trusted" : "its issuer is neither trusted nor presented"
      return [TrustProblem(.untrusted, detail, index: index)]
    }
  }
}
