/// What of a change can be seen on the wire.
///
/// Every stimulus has one, and none has it by default: whoever adds a key has to say what proves that it was shown.
public struct EvidenceRule: Sendable {
  public let evidence: @Sendable (Change) -> FaultEvidence

  init(_ evidence: @escaping @Sendable (Change) -> FaultEvidence) { self.evidence = evidence }

  /// The same whatever the world is like.
  static func always(_ kind: FaultEvidence.Kind) -> EvidenceRule { EvidenceRule { _ in FaultEvidence(kind) } }

  /// The Certificate message of the server.
  static let flight = always(.flight)
  /// What a server sets, and nobody can be wrong about.
  static let setting = always(.setting)
  /// Any answer to a ClientHello.
  static let handshake = always(.handshake)
  /// That the client's list was asked for, and came.
  static let clientList = always(.clientList)
}
