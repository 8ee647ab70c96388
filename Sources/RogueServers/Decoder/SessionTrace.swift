internal import RogueModel
internal import RogueTLS

/// The names under which a connection's session may be taken up, and the one under which it was: tickets, and the session
/// ids of TLS 1.2, as the bytes show them.
struct SessionTrace: Sendable, Hashable {
  /// What the client offered and the server took up; nil where the handshake was a whole one.
  var takenUp: [UInt8]?
  /// What the server gave for later, in order.
  var given: [[UInt8]] = []

  /// What a ServerHello says of the client's offer.
  mutating func read(_ answer: ServerHello, to hello: ClientHello, _ version: TLSVersion) {
    switch version {
    case .tls13:
      guard let index = answer.number(.preSharedKey).map(Int.init), let offer = hello.preSharedKeys?.identities,
        offer.indices.contains(index)
      else { return }
      takenUp = offer[index]
    case .tls12:
      guard !answer.sessionID.isEmpty else { return }
      guard answer.sessionID == hello.sessionID else { return given.append(Array(answer.sessionID)) }
      // With a ticket the id says no more than that the ticket was taken (RFC 5077, section 3.4).
      takenUp = hello.sessionTicket.isEmpty ? Array(hello.sessionID) : hello.sessionTicket
    }
  }

  /// A NewSessionTicket (RFC 8446, section 4.6.1; RFC 5077, section 3.3).
  mutating func readTicket(_ body: ArraySlice<UInt8>, _ version: TLSVersion) {
    var cursor = ByteCursor(body)
    // Its lifetime; in TLS 1.3 what is added to its age, and a nonce.
    guard cursor.bytes(version == .tls13 ? 8 : 4) != nil, version == .tls12 || cursor.vector8() != nil,
      let ticket = cursor.vector16(), !ticket.isEmpty
    else { return }
    given.append(Array(ticket))
  }
}
