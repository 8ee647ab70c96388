internal import RogueEngines
internal import RogueModel

/// A server for TLS and plain HTTP at one port: the client's first byte decides.
struct HTTPDialogue: StartTLSDialogue {
  private var exchange: RequestExchange

  init(_ attempt: ServedAttempt) { exchange = RequestExchange(inTheClear: attempt) }

  var greeting: [UInt8] { [] }

  mutating func take(_ bytes: [UInt8]) -> [StartTLSDialogueStep] {
    // The type of a record with a handshake message (RFC 8446, section 5.1); no method of HTTP begins so.
    if bytes.first == 22 { return [.startTLS([], rest: bytes)] }
    guard case .reply(let reply) = exchange.receive(bytes) else { return [] }
    return [reply.carriesNonce ? .nonce(reply.bytes, request: reply.requestLine) : .end(reply.bytes)]
  }
}

extension ServedAttempt {
  /// The dialogue with clients before TLS; nil: the connection starts with TLS.
  var clear: StartTLSExchange? {
    if let plan = dialogue(isSecure: false) { return StartTLSExchange(plan) }
    return RequestRules(self).leadsIntoTheClear ? StartTLSExchange(orHTTP: self) : nil
  }
}
