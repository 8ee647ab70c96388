internal import RogueModel
internal import RogueOpenSSL
internal import RogueTLS

/// One thing that a server does while it answers. A flight is a list of them.
enum FlightStep: Hashable, Sendable {
  /// The honest message of that type, made at its turn over the transcript so far. Skipped if this client gets no such
  /// message, because it did not request it or the suite does not have it.
  case message(HandshakeType)
  case changeCipherSpec
  /// The same for boxes in the middle that know only TLS 1.2, where the client wants it (RFC 8446, appendix D.4).
  case compatibilityChange
  /// Later records are protected.
  case keys
  /// A message that an honest flight does not have. It counts for the transcript.
  case extra(ServerMessage)
  /// The message before it once more, byte for byte; `apart`: not in its record, `counts`: for the transcript as well.
  case again(apart: Bool, counts: Bool)
  /// A separate record that is not part of the transcript.
  case record(ContentType, [UInt8])
  case stop(FlightStop)
}

/// How a server leaves a handshake unfinished.
enum FlightStop: Hashable, Sendable {
  /// It says nothing any more, and reads nothing either.
  case stall
  /// The same, and the last record is only half sent.
  case stallInsideRecord
  /// The end of the TCP stream, without a close_notify.
  case close
  case reset
}

/// Which of a server's flights is being put together.
enum FlightKind: Hashable, Sendable {
  /// A HelloRetryRequest (RFC 8446, section 4.1.4).
  case retry
  /// From the ServerHello to its Finished (TLS 1.3) or its ServerHelloDone (TLS 1.2).
  case first
  /// The same when a session is taken up again.
  case resumed
  /// The server's ChangeCipherSpec and Finished in TLS 1.2.
  case last
  /// Messages after the handshake.
  case after
}

extension [FlightStep] {
  /// Inserts a step before the first message of that type; false if there is none.
  @discardableResult mutating func insert(_ step: FlightStep, before type: HandshakeType) -> Bool {
    guard let index = firstIndex(of: .message(type)) else { return false }
    insert(step, at: index)
    return true
  }
}
