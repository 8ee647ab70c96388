package import RogueModel
internal import RogueTrust

// The inputs of path validation (RFC 5280, section 6.1.1).
extension Rule<PolicyEvaluation, [[UInt8]]> {
  /// What the server presents. Issuers that it leaves out are not fetched (caIssuers, section 4.2.2.1): it is right to refuse an incomplete
  /// chain.
  package static var served: Self { Self("served", "RFC 5280, section 6.1.1 (a)") { $0.flight.certificates } }

  /// The anchors of a policy replace the stores.
  package static var anchors: Self { Self("anchors", "RFC 5280, section 6.1.1 (d)") { $0.policy.roots } }
}

extension Rule<PolicyEvaluation, String?> {
  package static var referenceName: Self { Self("reference-name", "RFC 9525, section 6.1") { $0.policy.hostname } }
}
