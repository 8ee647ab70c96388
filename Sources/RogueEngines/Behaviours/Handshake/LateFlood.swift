internal import RogueModel
internal import RogueTLS

/// Between the handshake and the response come very many messages, each of which is allowed (RFC 8446, section 4.6): a
/// client that processes each of them is busy as long as the server wants.
struct LateFlood: Behaviour {
  enum Kind: String, CaseIterable {
    /// Each changes the keys (RFC 8446, section 4.6.3); none requests an update in return.
    case keyUpdates = "key-updates"
    /// The same, and each requests a change of the client's keys.
    case keyUpdatesThatAsk = "key-updates-requesting"
    /// Unsolicited session tickets (RFC 8446, section 4.6.1).
    case tickets
    /// user_canceled at level warning.
    case warnings
    /// Empty application data, which exists to hide the length of the traffic (RFC 8446, section 5.1).
    case emptyData = "empty-data"
    /// HelloRequests of TLS 1.2 (RFC 5246, section 7.4.1.1).
    case helloRequests = "hello-requests"
  }

  private static let kind = WordParameter<Kind>(
    "of", default: .keyUpdates,
    "key-updates (default), key-updates-requesting, tickets (all TLS 1.3), hello-requests (TLS 1.2), "
      + "warnings or empty-data",
    keywords: [
      Kind.keyUpdates.rawValue: ["KeyUpdate"], Kind.keyUpdatesThatAsk.rawValue: ["KeyUpdate"],
      Kind.tickets.rawValue: ["NewSessionTicket"], Kind.warnings.rawValue: ["alert"],
      Kind.helloRequests.rawValue: ["HelloRequest", "renegotiation"],
    ])

  static let descriptor = NamedDescriptor(
    name: "late-flood", summary: "a flood of records between the request and its response",
    parameters: FloodSize.declared(kind, most: 20_000))

  private let size: FloodSize<Kind>

  init(_ parameters: UseParameters) throws(HarnessFailure) {
    size = try FloodSize(parameters, of: Self.kind)
  }

  func rewrite(_ script: inout HandshakeScript) {
    let record: LateRecord
    switch (size.kind, script.version) {
    case (.keyUpdates, .tls13): record = .keyUpdate(asks: false)
    case (.keyUpdatesThatAsk, .tls13): record = .keyUpdate(asks: true)
    case (.tickets, .tls13): record = .record(.handshake, Self.ticket)
    case (.helloRequests, .tls12): record = .record(.handshake, [0, 0, 0, 0])
    case (.warnings, _): record = .record(.alert, FloodSize<Kind>.userCanceled)
    case (.emptyData, _): record = .record(.applicationData, [])
    case (.keyUpdates, .tls12), (.keyUpdatesThatAsk, .tls12), (.tickets, .tls12), (.helloRequests, .tls13): return
    }
    script.beforeReply += [LateRecord](repeating: record, count: size.count)
  }

  /// A ticket that names nothing.
  private static let ticket = ServerMessage(.newSessionTicket) { body in
    body.uint32(SwiftSessions.lifetime)
    body.uint32(0)
    body.vector8 { $0.uint8(9) }
    body.vector16 { $0.append([UInt8](repeating: 7, count: 32)) }
    body.vector16 { _ in }
  }.bytes

  func isPresented(on seen: SeenConnection) -> Bool {
    switch size.kind {
    case .keyUpdates, .keyUpdatesThatAsk:
      let content: UInt8 = size.kind == .keyUpdates ? 0 : 1
      return seen.messages.count { $0.type == .keyUpdate && $0.body.elementsEqual([content]) } >= size.count
    case .tickets: return seen.messages.count { $0.bytesAreEqual(to: Self.ticket) } >= size.count
    case .helloRequests: return seen.count(.helloRequest) >= size.count
    case .warnings, .emptyData:
      // Sealed: in TLS 1.2 with a nonce of eight bytes, or none, and a tag; in TLS 1.3 with a type and a tag.
      let content = size.kind == .warnings ? 2 : 0
      let sealed = seen.evidence.version == .tls13
      let type: ContentType = size.kind == .warnings && !sealed ? .alert : .applicationData
      let lengths = sealed ? [content + 17] : [content + 16, content + 24]
      return seen.records.count { $0.type == type && lengths.contains($0.length) } >= size.count
    }
  }
}

extension HandshakeMessage {
  fileprivate func bytesAreEqual(to bytes: [UInt8]) -> Bool { whole.elementsEqual(bytes) }
}
