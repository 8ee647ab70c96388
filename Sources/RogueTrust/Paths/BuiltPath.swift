internal import RogueModel

/// A path as its checks see it: found, and not judged yet.
package struct BuiltPath: Sendable {
  /// The leaf first; the issuer of each behind it.
  var certificates: [PathCertificate]
  /// Whether the last certificate is an anchor; if not, no issuer of it could be found.
  var endsInAnchor: Bool
  var question: PathQuestion

  /// The validated certificates. An anchor above them is a name and a key (RFC 5280, section 6.1.1 (d)); an anchor that is the leaf itself
  /// leaves nothing.
  var belowAnchor: ArraySlice<PathCertificate> { endsInAnchor ? certificates.dropLast() : certificates[...] }

  /// The CAs, with their place in the path.
  var issuers: [(index: Int, certificate: PathCertificate)] {
    certificates.enumerated().dropFirst().map { ($0.offset, $0.element) }
  }

  /// Whether the certificate at this place is the anchor.
  func isAnchor(_ index: Int) -> Bool { endsInAnchor && index == certificates.count - 1 }

  /// The result of `problem` for each certificate, the leaf first.
  func each(_ problem: (Int, PathCertificate) -> TrustProblem?) -> [TrustProblem] {
    certificates.enumerated().compactMap { problem($0.offset, $0.element) }
  }
}
