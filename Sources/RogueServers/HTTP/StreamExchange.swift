internal import RogueEngines
internal import RogueModel
internal import RogueStimuli

/// The exchange on the decrypted stream of a connection: one role of a server.
struct StreamExchange: ApplicationExchange {
  private enum Kind: Sendable {
    case request(RequestExchange)
    case http2(HTTP2Exchange)
    case dialogue(any StartTLSDialogue)
    case tunnel
  }

  private var kind: Kind
  /// For connections on which HTTP/2 is agreed on; nil: it is not spoken here.
  private var http2: HTTP2Exchange?

  init(_ attempt: ServedAttempt) {
    if attempt.isTunnel {
      kind = .tunnel
    } else if let plan = attempt.dialogue(isSecure: true) {
      kind = .dialogue(plan.dialogue())
    } else {
      kind = .request(RequestExchange(attempt))
      if attempt.speaksHTTP2 { http2 = HTTP2Exchange(attempt) }
    }
  }

  mutating func proceed(_ attempt: ServedAttempt) {
    guard case .http2(var exchange) = kind else {
      self = StreamExchange(attempt)
      return
    }
    exchange.proceed(attempt)
    kind = .http2(exchange)
  }

  var isIdle: Bool { if case .http2(let exchange) = kind { exchange.isIdle } else { false } }

  mutating func receive(_ bytes: [UInt8], _ purpose: ConnectionOrigin) -> ApplicationStep {
    if purpose.protocolName == ApplicationProtocol.http2, let begun = http2 {
      kind = .http2(begun)
      http2 = nil
    }
    switch kind {
    case .tunnel: return .deliver(bytes)
    case .request(var exchange):
      let step = exchange.receive(bytes, openedFor: purpose.host)
      kind = .request(exchange)
      return switch step {
      case .needsMore: .needsMore
      case .reply(let reply): .reply(reply)
      }
    case .http2(var exchange):
      let step = exchange.receive(bytes, openedFor: purpose.host)
      kind = .http2(exchange)
      return step
    case .dialogue(var dialogue):
      let steps = dialogue.take(bytes)
      kind = .dialogue(dialogue)
      return Self.step(steps)
    }
  }

  /// TLS has started already, so a dialogue can only send text and end.
  private static func step(_ steps: [StartTLSDialogueStep]) -> ApplicationStep {
    var said: [UInt8] = []
    for step in steps {
      switch step {
      case .say(let bytes), .startTLS(let bytes, _): said += bytes
      case .nonce(let bytes, let request):
        return .reply(ApplicationReply(bytes: said + bytes, carriesNonce: true, requestLine: request))
      case .end(let bytes):
        return .reply(ApplicationReply(bytes: said + bytes, carriesNonce: false, requestLine: "goodbye"))
      }
    }
    return said.isEmpty ? .needsMore : .say(said)
  }
}

extension ServedAttempt {
  /// The part of the protocol before TLS, or under it; nil: there is none.
  func dialogue(isSecure: Bool) -> StartTLSDialoguePlan? {
    self[StartTLS.self].map { StartTLSDialoguePlan(recipe: $0, attempt: attempt, nonce: nonce, isSecure: isSecure) }
  }
}
