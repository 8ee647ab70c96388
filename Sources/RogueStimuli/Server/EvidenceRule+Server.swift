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

  /// The Certificate message of the connection that is named, or of all of them.
  static let flightOfConnection = EvidenceRule { change in
    FaultEvidence(.flight, connection: change.below.first.flatMap(Int.init))
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
