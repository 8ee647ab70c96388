import RogueModel

extension EvidenceRule {
  /// The Certificate message in which the changed certificate, or one below it, is.
  static let certificate = EvidenceRule(seenBy: .everybody) { change in
    if change.world.isOfProxyAlone(change.element) { return FaultEvidence(.proxyFlight) }
    return FaultEvidence(.flight, places: change.world.places(presenting: change.element))
  }

  /// How a client gets a CA's CRL under a policy. A CRL that the attempt supplies needs no query.
  static let list = EvidenceRule(seenBy: .everybody) { change in
    let methods = change.policy.revocation?.methods ?? []
    return FaultEvidence(
      methods.contains(.crlFetch) && !methods.contains(.crl)
        ? .responder([FaultEvidence.Question(.crl, change.element)]) : .revokedByCRL,
      places: change.world.places(presenting: change.element))
  }

  /// How a client learns under a policy that a certificate was revoked. A CRL that the attempt supplies needs no query.
  static let revocation = EvidenceRule(seenBy: .everybody) { change in
    let server = change.world.server
    let places = change.world.places(presenting: change.element)
    var there = change
    // Its staple is presented with it.
    if let place = places?.min() { there.world = change.world.at(place) }
    return FaultEvidence(
      there.revocationKind, places: places,
      countsResumption: server[Resumption.self].isOffered || server[KeepAlive.self])
  }
}

extension Change {
  fileprivate var revocationKind: FaultEvidence.Kind {
    let methods = policy.revocation?.methods ?? []
    if methods.contains(.crl) || methods.isEmpty { return .revokedByCRL }
    let stapled = entries(of: [element]).filter { world.server.staple(forEntry: $0) != .none }
    // Without a staple and without permitted queries, no client learns of it.
    if methods.contains(.ocspStaple), !stapled.isEmpty || !methods.contains(.ocspFetch) {
      return .staple(of: stapled)
    }
    let lists = world.certificate(element)?.crlIssuers ?? [element]
    return .responder(
      Set([FaultEvidence.Question(.ocsp, element)] + lists.map { FaultEvidence.Question(.crl, $0) }))
  }
}

extension World {
  /// Whether the proxy presents this certificate, or one below it, and the servers present nothing of the kind.
  fileprivate func isOfProxyAlone(_ name: String) -> Bool {
    presents(name, server[Proxy.self]?.present ?? []) && !servers.contains { presents(name, $0.present) }
  }
}
