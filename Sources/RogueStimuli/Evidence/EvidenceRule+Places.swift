import RogueModel

extension EvidenceRule {
  /// The evidence of a key of some connections, on these connections only. If several keys changed, it is the evidence
  /// that is hardest to get.
  ///
  /// - Parameter place: of these connections; nil: the path names none.
  static func parts(at place: @escaping @Sendable (Change) -> ServerPlace?) -> EvidenceRule {
    EvidenceRule(seenBy: { change in
      guard let place = place(change) else { return .handshake }
      let (parts, there) = change.parts(at: place)
      return parts.contains { $0.evidence.audience(there) == .handshake } ? .handshake : .everybody
    }) { change in
      guard let place = place(change) else { return FaultEvidence(.setting) }
      let (parts, there) = change.parts(at: place)
      let seen = parts.map { $0.evidence.evidence(there) }
      // Where there is nothing any more, the server's own certificates are presented.
      var evidence = seen.max { $0.kind.rank < $1.kind.rank } ?? FaultEvidence(.flight)
      evidence.places = [place]
      return evidence
    }
  }
}

extension Change {
  /// The separate keys of connections at a place, or the one that the path names, and the change as if these
  /// keys were the server's.
  fileprivate func parts(at place: ServerPlace) -> (stimuli: [Stimulus<ServerRecipe>], there: Change) {
    let name = below.dropFirst().first
    let own = world.places[place]
    let parts = ConnectionParts.all.filter { part in name.map { $0 == part.name } ?? own.map(part.isOwn) ?? false }
    var there = self
    there.world = world.at(place)
    there.below = below.dropFirst(2)
    return (parts.map(\.stimulus), there)
  }
}

extension FaultEvidence {
  /// The same evidence, on these connections only.
  func restricted(to places: Set<ServerPlace>?) -> FaultEvidence {
    var evidence = self
    if evidence.places == nil { evidence.places = places }
    return evidence
  }
}

extension FaultEvidence.Kind {
  /// How hard it is to get the evidence.
  fileprivate var rank: Int {
    switch self {
    case .behaviours: 3
    case .staple: 2
    case .flight: 1
    default: 0
    }
  }
}

extension World {
  /// The places whose connections meet the server's own value of a key; nil: all.
  func places(inheriting name: String) -> Set<ServerPlace>? {
    guard let part = ConnectionParts.all.first(where: { $0.name == name }) else { return nil }
    return restricted { _, own in !part.isOwn(own) }
  }

  /// The places at which this certificate, or one below it, is presented; nil: all, or none.
  func places(presenting name: String) -> Set<ServerPlace>? {
    let shown = restricted { _, own in presents(name, server.with(own).present) }
    return shown?.isEmpty == true ? nil : shown
  }

  /// Whether a second handshake alone presents this certificate, or one below it.
  func renegotiates(_ name: String) -> Bool {
    guard let again = server.renegotiation?.present else { return false }
    return presents(name, again) && !presents(name, server.present)
  }

  /// Nil where it holds everywhere.
  private func restricted(
    _ holds: (ServerPlace, ServerRecipe.Connection) -> Bool
  ) -> Set<ServerPlace>? {
    let places = places
    let held = places.filter(holds)
    return held.count == places.count ? nil : Set(held.keys)
  }

  /// Whether a list has this certificate, or one below it.
  func presents(_ name: String, _ list: [String]) -> Bool {
    list.contains { presented in
      var next: String? = presented
      var seen: Set<String> = []
      while let current = next, seen.insert(current).inserted {
        if current == name { return true }
        next = certificate(current)?[Issuer.self]
      }
      return false
    }
  }
}
