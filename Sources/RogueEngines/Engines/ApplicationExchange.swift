package import RogueModel

/// Answers what a client says under TLS: the port between an engine and HTTP, or any other protocol there. The engine
/// sees only bytes, and when they end.
package protocol ApplicationExchange: Sendable {
  /// The connection is open for another request, of this attempt.
  mutating func proceed(_ attempt: ServedAttempt)
  /// A response was sent, and nothing after it needs another.
  var isIdle: Bool { get }
  /// - Parameter purpose: the purpose of the connection, if the engine knows it.
  mutating func receive(_ bytes: [UInt8], _ purpose: ConnectionOrigin) -> ApplicationStep
}

/// An engine's handling of an answer.
package enum ApplicationStep: Sendable, Hashable {
  case needsMore
  /// An answer that does not end it.
  case say([UInt8])
  /// The bytes are for a server behind this one.
  case deliver([UInt8])
  /// The last answer.
  case reply(ApplicationReply)
}

/// The answer to a request, with what the record says of both.
package struct ApplicationReply: Sendable, Hashable {
  package var bytes: [UInt8]
  package var carriesNonce: Bool
  package var requestLine: String
  /// The requested host; nil: the request names none.
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

  /// For the record: the request.
  var asked: EngineNote { .request(requestLine, host: host) }
  /// For the record: the kind of answer, if it matters.
  var answered: EngineNote? { carriesNonce ? .nonceSent : status.map(EngineNote.refused) }
}

/// The purpose of a connection, as far as it matters to requests on it.
package struct ConnectionOrigin: Sendable, Hashable {
  /// The host that the ClientHello names (RFC 6066, section 3); nil: none.
  package var host: String?
  /// The negotiated application protocol (RFC 7301); nil: none.
  package var protocolName: String?

  package init(host: String? = nil, protocolName: String? = nil) {
    self.host = host
    self.protocolName = protocolName
  }
}
