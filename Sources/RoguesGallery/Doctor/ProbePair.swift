internal import RogueModel
internal import RogueScenarios

extension ProbePair {
  /// Whether the attempt with the field shows the evidence, above all in its last step.
  func isShown(by result: CaseResult) -> Bool {
    guard let observation = result.steps.last?.observation else { return false }
    return switch evidence {
    case .result: true
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
