/// How the wire shows a change, and which validators can detect it.
///
/// Every stimulus has one, and there is no default: the author of a key must declare what proves that it was presented,
/// and whether a validator without TLS can be judged by it.
public struct EvidenceRule: Sendable {
  public let evidence: @Sendable (Change) -> FaultEvidence
  public let audience: @Sendable (Change) -> Audience

  init(
    seenBy audience: @escaping @Sendable (Change) -> Audience, _ evidence: @escaping @Sendable (Change) -> FaultEvidence
  ) {
    self.evidence = evidence
    self.audience = audience
  }

  init(seenBy audience: Audience, _ evidence: @escaping @Sendable (Change) -> FaultEvidence) {
    self.init(seenBy: { _ in audience }, evidence)
  }

  /// The same whatever the world is like.
  static func always(_ kind: FaultEvidence.Kind, seenBy audience: Audience) -> EvidenceRule {
    EvidenceRule(seenBy: audience) { _ in FaultEvidence(kind) }
  }

  /// The Certificate message of a second handshake on the connection, with another list or key.
  static let renegotiation = EvidenceRule(seenBy: .handshake) { _ in FaultEvidence(.flight, isRenegotiated: true) }
  /// The Certificate message of the server.
  static let flight = always(.flight, seenBy: .everybody)
  /// A setting of the server: no validator can be wrong about it.
  static let setting = always(.setting, seenBy: .handshake)
  /// The server requested the client's certificates and got them.
  static let clientChain = always(.clientChain, seenBy: .handshake)
}
