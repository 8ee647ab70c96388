internal import RogueModel

/// Another evaluator with three additional rules: every certificate of the path below the anchor has the form of the
/// profile (`CertificateForm`), no wildcard covers a host for which a CA above it must not issue, and the leaf's key may do
/// what a server does with a key of its kind.
///
/// An anchor is a name and a key (RFC 5280, section 6.1.1 (d)), so the form of its certificate does not matter.
public struct StrictPathEvaluator: PathEvaluator {
  private let library: any PathEvaluator

  public init(_ library: any PathEvaluator = OpenSSLPathEvaluator()) { self.library = library }

  public func evaluate(_ question: PathQuestion) -> PathFindings {
    var findings = library.evaluate(question)
    for (index, der) in findings.path.enumerated() where !question.anchors.contains(der) {
      // Libraries write what is around the signed part anew.
      let written = index == 0 ? question.served.first ?? der : der
      guard let fault = CertificateForm.fault(in: written) else { continue }
      // The library's own word comes first: it may have found more than a form.
      findings.problems.append(TrustProblem(.malformed, fault, index: index))
    }
    if let host = Self.coveredExclusion(in: findings.path) {
      findings.problems.append(TrustProblem(.nameConstraint, "a wildcard covers \(host), which is excluded", index: 0))
    }
    if question.purpose == .server, findings.path.first.flatMap({ CertificateFacts(der: $0) })?.isIdle == true {
      findings.problems.append(TrustProblem(.keyUsage, "the leaf's key may not sign handshakes", index: 0))
    }
    return findings
  }

  public func paths(served: [[UInt8]], anchors: [[UInt8]]) -> [[[UInt8]]] {
    library.paths(served: served, anchors: anchors)
  }

  /// An excluded host that a wildcard of the leaf covers (CVE-2025-61727): libraries compare the text of the wildcard
  /// with the excluded name, and find that it is not below it.
  private static func coveredExclusion(in path: [[UInt8]]) -> String? {
    guard let leaf = path.first.flatMap(CertificateFacts.init(der:)) else { return nil }
    let stars = leaf.dnsNames.filter { $0.hasPrefix("*.") }.map { $0.dropFirst().lowercased() }
    guard !stars.isEmpty else { return nil }
    let excluded = path.dropFirst().compactMap(CertificateFacts.init(der:)).flatMap(\.excludedHosts)
    return excluded.first { host in stars.contains { host.lowercased().hasSuffix($0) } }
  }
}
