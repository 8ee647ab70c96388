internal import RogueModel

/// Two attempts that differ in one field and have different right results: a client that ignores the field gives both
/// the same result, so one of them is wrong.
///
/// Both are cases of the catalogue, so the right results are defined in one place. If the field cannot change the
/// result, because no server could refuse for it, the evidence on the wire must differ.
struct ProbePair: Sendable, Hashable {
  /// A scenario under a policy; under nil, any of its policies.
  struct Probe: Sendable, Hashable {
    var scenario: String
    var policy: String?
    var tls: TLSVersion?

    func fits(_ item: Case) -> Bool {
      item.scenario.id == scenario && (policy ?? item.axes.policy) == item.axes.policy
        && (tls ?? item.axes.tls) == item.axes.tls
    }
  }

  /// The required evidence of the attempt with the field, beside the right result.
  enum Evidence: Sendable, Hashable {
    /// The right result shows it.
    case answer
    case sessionResumed, earlyData, connectionReused, http2Offered, clientCertificate, proxyUsed, renegotiated
    /// The client sent no query, whatever its result was.
    case nothingFetched
  }

  /// The capability with which an adapter declares that it applies the field.
  let capability: Capability
  /// The field, as documentation of the attempt names it.
  let field: String
  let with: Probe
  /// The attempt without the field; nil: the control of `with`, which every rogue has, or only the healthy server.
  let without: Probe?
  let evidence: Evidence

  init(
    _ capability: Capability, _ field: String, _ scenario: String, _ policy: String? = nil, tls: TLSVersion? = nil,
    without: Probe? = nil, evidence: Evidence = .answer
  ) {
    self.capability = capability
    self.field = field
    self.with = Probe(scenario: scenario, policy: policy, tls: tls)
    self.without = without
    self.evidence = evidence
  }

  /// Whether the attempt with the field shows the evidence, above all in its last step.
  func isShown(by result: CaseResult) -> Bool {
    guard let observation = result.steps.last?.observation else { return false }
    return switch evidence {
    case .answer: true
    case .sessionResumed: observation.connections.contains(where: \.resumed)
    case .earlyData: observation.connections.contains { $0.earlyBytes > 0 }
    case .connectionReused: observation.connections.contains(where: \.reused)
    case .http2Offered:
      observation.connections.contains { $0.clientHello?.alpn.contains(ApplicationProtocol.http2) ?? false }
    case .clientCertificate: observation.connections.contains { $0.clientCertificates?.isEmpty == false }
    case .proxyUsed: !observation.proxied.isEmpty
    case .renegotiated: observation.connections.contains { $0.renegotiation?.clientFinishedAt != nil }
    case .nothingFetched: observation.fetches.isEmpty
    }
  }
}
