package import RogueModel
internal import RogueTLS

/// The behaviours of one attempt's server, in the order of the world.
package struct ActiveBehaviours: Sendable {
  private let all: [any Behaviour]

  package init(_ uses: [NamedUse]) throws(HarnessFailure) {
    var made: [any Behaviour] = []
    for use in uses { made.append(try Behaviours.make(use)) }
    all = made
  }

  /// For an engine without behaviours: if it served the attempt without them, a fault would look like a control.
  func refuse(for engine: String) throws(HarnessFailure) {
    guard isEmpty else { throw HarnessFailure(.badData, "\(engine) has no behaviours; the Swift engine has") }
  }

  package var isEmpty: Bool { all.isEmpty }

  /// The server's script: each behaviour has rewritten the script of those before it.
  func script(_ version: TLSVersion) -> HandshakeScript {
    var script = HandshakeScript(version: version)
    for behaviour in all { behaviour.rewrite(&script) }
    return script
  }

  /// Notes in the evidence what was presented.
  package func note(_ seen: SeenConnection, in evidence: inout ConnectionEvidence) {
    if let hello = seen.firstHello { evidence.missingOffers = all.compactMap { $0.missingOffer(in: hello) } }
    for behaviour in all where behaviour.isPresented(on: seen) {
      let name = type(of: behaviour).descriptor.name
      evidence.presented.insert(name)
      if evidence.renegotiation?.certificatesSentAt != nil, !behaviour.isPresented(on: seen.firstHandshake) {
        evidence.renegotiation?.presented.insert(name)
      }
      if Self.replacesCertificate(behaviour, seen.evidence.version) { evidence.flightWasRewritten = true }
    }
  }

  private static func replacesCertificate(_ behaviour: any Behaviour, _ version: TLSVersion?) -> Bool {
    guard let version else { return false }
    var script = HandshakeScript(version: version)
    behaviour.rewrite(&script)
    return script.replacesCertificate
  }
}
