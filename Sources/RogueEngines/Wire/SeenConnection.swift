package import RogueModel
package import RogueTLS

/// One connection as its bytes show it: from this, a behaviour finds out whether it was presented.
package struct SeenConnection {
  let evidence: ConnectionEvidence
  /// The server's handshake messages in order, as far as the decoder could follow.
  let messages: [HandshakeMessage]
  /// The server's messages that were skipped because of their length.
  let unread: [HandshakeReader.Unread]
  let transcript: WireTranscript
  /// The application protocol that the server chose.
  let protocolName: String?
  /// The application protocol of the connection that the resumed session began on, in an earlier attempt.
  let sessionProtocolName: String?
  /// The session's lifetime had passed when it was resumed.
  let sessionWasOver: Bool

  package init(
    evidence: ConnectionEvidence, messages: [HandshakeMessage], unread: [HandshakeReader.Unread],
    transcript: WireTranscript, protocolName: String? = nil, sessionProtocolName: String? = nil,
    sessionWasOver: Bool = false
  ) {
    self.evidence = evidence
    self.messages = messages
    self.unread = unread
    self.transcript = transcript
    self.protocolName = protocolName
    self.sessionProtocolName = sessionProtocolName
    self.sessionWasOver = sessionWasOver
  }

  /// The connection as far as its first handshake in TLS 1.2 goes.
  var firstHandshake: SeenConnection {
    guard evidence.version == .tls12, let last = messages.firstIndex(where: { $0.type == .finished }) else {
      return self
    }
    return SeenConnection(
      evidence: evidence, messages: Array(messages[...last]), unread: unread, transcript: transcript,
      protocolName: protocolName, sessionProtocolName: sessionProtocolName, sessionWasOver: sessionWasOver)
  }

  /// How many messages of this type the server sent.
  func count(_ type: HandshakeType) -> Int { messages.count { $0.type == type } }

  func first(_ type: HandshakeType) -> HandshakeMessage? { messages.first { $0.type == type } }

  /// Whether the server ended its part of the handshake: its Finished in TLS 1.3, its ServerHelloDone in TLS 1.2. For
  /// TLS 1.2 this is all that a client needs to know before it sends anything that matters.
  var hasWholeFlight: Bool {
    count(.finished) > 0 || evidence.version == .tls12 && count(.serverHelloDone) > 0
  }

  /// Everything that the server sent, as bytes on the wire.
  var sent: [UInt8] { transcript.chunks.filter { $0.from == .server }.flatMap(\.bytes) }

  /// The client's first ClientHello.
  var firstHello: ClientHello? {
    ClientHello(firstFlight: transcript.chunks.filter { $0.from == .client }.flatMap(\.bytes))
  }

  /// The server's ServerHellos in order, those that are HelloRetryRequests among them.
  var hellos: [ServerHello] {
    messages.filter { $0.type == .serverHello }.compactMap { ServerHello(body: $0.body) }
  }

  /// Whether anything came from the client: to a silent client nothing was presented.
  var hasHeardClient: Bool { transcript.chunks.contains { $0.from == .client } }
}

extension HandshakeMessage {
  /// The message as it could have been written.
  var asWritten: ServerMessage { ServerMessage(type, Array(body)) }
}
