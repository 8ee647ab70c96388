/// What of a change can be seen on the wire, and by whom.
///
/// Every stimulus has one, and none has it by default: whoever adds a key has to say what proves that it was shown, and
/// whether a validator without TLS can be asked about it.
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

  /// The Certificate message of the server.
  static let flight = always(.flight, seenBy: .everybody)
  /// What a server sets, and nobody can be wrong about.
  static let setting = always(.setting, seenBy: .handshake)
  /// That the client's list was asked for, and came.
  static let clientChain = always(.clientChain, seenBy: .handshake)
}
