import RogueModel

extension EvidenceRule {
  /// The response stapled for the leaf.
  static let leafStaple = EvidenceRule { change in
    // Who resumes a session of a handshake without the right staple has gone on without it.
    FaultEvidence(.staple(), countsResumption: change.world.server.resumption.isOffered)
  }

  /// The responses stapled for the named entries after the leaf, or for all of them.
  static let furtherStaples = EvidenceRule { change in
    let named = change.below.first.map { [$0] } ?? Set(change.world.server.present)
    return FaultEvidence(.staple(of: change.entries(of: named).subtracting([0])))
  }

  /// What is changed on the connection that is named, or on the only one of its own.
  static let partsOfConnection = parts { change in
    if let number = change.below.first { return Int(number).map(ServerPlace.connection) }
    let connections = change.world.server.connections
    return connections.count == 1 ? connections.keys.first.map(ServerPlace.connection) : nil
  }

  /// What each behaviour says of itself.
  static let behaviours = EvidenceRule { change in
    let names = Set(change.world.server.behaviours.map(\.name))
    return FaultEvidence(names.isEmpty ? .setting : .behaviours(names))
  }

  /// What becomes of the client's wish for TLS.
  static let startTLS = EvidenceRule { change in
    FaultEvidence(change.world.server.startTLS.map(FaultEvidence.Kind.startTLS) ?? .setting)
  }
}
