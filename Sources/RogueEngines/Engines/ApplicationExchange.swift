package import RogueModel

/// Who answers what a client says under TLS: the port through which an engine reaches HTTP and whatever else is spoken
/// there. The engine knows nothing of it but bytes, and when it ends.
package protocol ApplicationExchange: Sendable {
  /// The connection is open for another request, of this attempt.
  mutating func goOn(_ attempt: ServedAttempt)
  /// An answer was given, and nothing that came after it wants another.
  var isIdle: Bool { get }
  /// - Parameter purpose: what the connection was opened for, where the engine says so.
  mutating func receive(_ bytes: [UInt8], _ purpose: ConnectionOrigin) -> ApplicationStep
}

/// What an engine does with an answer.
package enum ApplicationStep: Sendable, Hashable {
  case needsMore
  /// An answer that does not end it.
  case say([UInt8])
  /// The bytes are for somebody behind this server.
  case deliver([UInt8])
  /// The last answer.
  case reply(ApplicationReply)
}

/// The answer to a request, with what the record says of both.
package struct ApplicationReply: Sendable, Hashable {
  package var bytes: [UInt8]
  package var carriesNonce: Bool
  package var requestLine: String
  /// The host that was asked for; nil: the request names none.
  package var host: String?
  /// Code and phrase, where the nonce is not in it.
  package var status: String?
  /// Another request may come.
  package var keepsAlive: Bool

  package init(
    bytes: [UInt8], carriesNonce: Bool, requestLine: String, host: String? = nil, status: String? = nil,
    keepsAlive: Bool = false
  ) {
    self.bytes = bytes
    self.carriesNonce = carriesNonce
    self.requestLine = requestLine
    self.host = host
    self.status = status
    self.keepsAlive = keepsAlive
  }

  /// For the record: what was asked.
  var asked: EngineNote { .request(requestLine, host: host) }
  /// For the record: how it was answered, where that is to be said.
  var answered: EngineNote? { carriesNonce ? .nonceSent : status.map(EngineNote.refused) }
}

/// What a connection was opened for, as far as it matters to requests on it.
package struct ConnectionOrigin: Sendable, Hashable {
  /// The host that the ClientHello names (RFC 6066, section 3); nil: none.
  package var host: String?
  /// The application protocol that was agreed on (RFC 7301); nil: none.
  package var protocolName: String?

  package init(host: String? = nil, protocolName: String? = nil) {
    self.host = host
    self.protocolName = protocolName
  }
}
