internal import RogueModel
internal import RogueTLS

/// The names under which a connection's session may be taken up, and the one under which it was: tickets, and the session
/// ids of TLS 1.2, as the bytes show them.
struct SessionTrace: Sendable, Hashable {
  struct Name: Sendable, Hashable {
    var name: [UInt8]
    var version: TLSVersion
    /// Of a ticket that is given, in seconds.
    var lifetime: UInt32?
    /// Its time, in microseconds as the chunks count them.
    var at: Int
  }

  /// The session that the client offered and the server resumed; nil after a full handshake.
  var takenUp: Name?
  /// The server's tickets, in order.
  var given: [Name] = []
  /// The application protocol that the server chose.
  var protocolName: String?

  /// A ServerHello's answer to the client's offer.
  mutating func read(_ answer: ServerHello, to hello: ClientHello, _ version: TLSVersion, at: Int) {
    protocolName = answer.extensions.protocolName
    switch version {
    case .tls13:
      guard let index = answer.number(.preSharedKey).map(Int.init), let offer = hello.preSharedKeys?.identities,
        offer.indices.contains(index)
      else { return }
      takenUp = Name(name: offer[index], version: version, at: at)
    case .tls12:
      guard !answer.sessionID.isEmpty else { return }
      guard answer.sessionID == hello.sessionID else {
        return given.append(Name(name: Array(answer.sessionID), version: version, at: at))
      }
      // With a ticket the id says no more than that the ticket was taken (RFC 5077, section 3.4).
      let name = hello.sessionTicket.isEmpty ? Array(hello.sessionID) : hello.sessionTicket
      takenUp = Name(name: name, version: version, at: at)
    }
  }

  /// EncryptedExtensions (RFC 8446, section 4.3.1).
  mutating func readExtensions(_ body: ArraySlice<UInt8>) {
    var cursor = ByteCursor(body)
    protocolName = cursor.extensionFields()?.protocolName
  }

  /// A NewSessionTicket (RFC 8446, section 4.6.1; RFC 5077, section 3.3).
  mutating func readTicket(_ body: ArraySlice<UInt8>, _ version: TLSVersion, at: Int) {
    var cursor = ByteCursor(body)
    // In TLS 1.3 there is what is added to its age, and a nonce.
    guard let lifetime = cursor.bytes(4), version == .tls12 || cursor.bytes(4) != nil && cursor.vector8() != nil,
      let ticket = cursor.vector16(), !ticket.isEmpty
    else { return }
    let seconds = lifetime.reduce(0) { $0 << 8 | UInt32($1) }
    given.append(Name(name: Array(ticket), version: version, lifetime: seconds, at: at))
  }
}

extension [ExtensionField] {
  /// The single name of an ALPN answer (RFC 7301, section 3.1).
  fileprivate var protocolName: String? {
    guard let field = first(where: { $0.type == .applicationProtocols }) else { return nil }
    var cursor = ByteCursor(field.content)
    var names = ByteCursor(cursor.vector16() ?? [])
    return names.vector8().map { String(decoding: $0, as: UTF8.self) }
  }
}
