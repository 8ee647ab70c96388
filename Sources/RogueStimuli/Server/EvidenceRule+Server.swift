import RogueModel

extension EvidenceRule {
  /// The key that signs the handshake: presented by the Certificate message, to which the key belongs or not.
  static let signature = EvidenceRule(seenBy: { $0.world.signsWithLeafKey ? .everybody : .handshake }) { _ in
    FaultEvidence(.flight)
  }

  /// The response stapled for the leaf.
  static let leafStaple = EvidenceRule(seenBy: .everybody) { change in
    // A client that resumes a session of a handshake without the right staple has accepted without it.
    FaultEvidence(.staple(), countsResumption: change.world.server[Resumption.self].isOffered)
  }

  /// The responses stapled for the named entries after the leaf, or for all of them. Validators without TLS get only
  /// the leaf's.
  static let issuerStaples = EvidenceRule(seenBy: .handshake) { change in
    let named = change.below.first.map { [$0] } ?? Set(change.world.server.present)
    return FaultEvidence(.staple(of: change.entries(of: named).subtracting([0])))
  }

  /// The change on the connection that the path names, or on the only connection with its own parts.
  static let partsOfConnection = parts { change in
    if let number = change.below.first { return Int(number).map(ServerPlace.connection) }
    let connections = change.world.server.connections
    return connections.count == 1 ? connections.keys.first.map(ServerPlace.connection) : nil
  }

  /// The evidence of each behaviour.
  static let behaviours = EvidenceRule(seenBy: .handshake) { change in
    let names = Set(change.world.server.behaviours.map(\.name))
    return FaultEvidence(names.isEmpty ? .setting : .behaviours(names))
  }

  /// The server's answer to the client's request for TLS.
  static let startTLS = EvidenceRule(seenBy: .handshake) { change in
    FaultEvidence(change.world.server[StartTLS.self].map(FaultEvidence.Kind.startTLS) ?? .setting)
  }
}

extension World {
  /// The key of the first certificate presented signs the handshake, by whichever name.
  fileprivate var signsWithLeafKey: Bool {
    guard let key = server.key else { return true }
    guard let leaf = server.present.first else { return false }
    return key == leaf || certificate(leaf)?[KeyOf.self] == key
  }
}
