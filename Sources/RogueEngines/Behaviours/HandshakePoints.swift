internal import RogueTLS

/// The points that a handshake passes, each once for whatever comes there, with the edits that are queued at them.
///
/// A new point is a line here, and a call in the handshake that passes it.
struct HandshakePoints: Sendable {
  /// Changes what came to a point, in the light of the handshake so far.
  typealias Edit<Value> = @Sendable (_ value: inout Value, _ now: HandshakeMoment) -> Void

  /// The steps of a flight that this client gets; it does not get what it did not offer.
  var flight: [Edit<[FlightStep]>] = []
  /// The answer to a ClientHello of TLS 1.3 that needs only a ServerHello; nil: a ServerHello.
  var retry: [Edit<HelloRetryRequest?>] = []
  /// The server's random, before anything is made from it.
  var random: [Edit<[UInt8]>] = []
  /// The server's half of the key exchange. What is signed and hashed afterwards is what is sent.
  var share: [Edit<ServerShare>] = []
  /// The same in a finite field.
  var fieldShare: [Edit<DHEShare>] = []
  /// How the handshake is signed, whatever the client offered.
  var scheme: [Edit<SignatureScheme>] = []
  /// The signed content of the handshake.
  var signedContent: [Edit<[UInt8]>] = []
  /// The signature of the handshake.
  var signature: [Edit<MadeSignature>] = []
  /// A message that is about to be sent. The transcript holds what is sent.
  var message: [Edit<ServerMessage>] = []
  /// The secret of a session that is taken up, once the client has shown that it has it.
  var sessionSecret: [Edit<[UInt8]>] = []
}

/// The state of a handshake, for edits.
struct HandshakeMoment {
  /// The client's last one.
  var hello: ClientHello
  /// Of the leaf's key.
  var kind: SignatureKind
  var stage = FlightKind.first
  /// How many HelloRetryRequests went out.
  var retries = 0

  init(_ hello: ClientHello, _ kind: SignatureKind) {
    self.hello = hello
    self.kind = kind
  }
}

/// A HelloRetryRequest that the client's offer gives no reason for (RFC 8446, section 4.1.4).
enum HelloRetryRequest: Hashable, Sendable {
  /// It requests a key share of this group, known here or not.
  case group(UInt16)
  /// It requests nothing.
  case nothing
}

/// A server's parameters of a key exchange, which may be wrong.
struct ServerShare: Hashable, Sendable {
  /// As key shares carry it (RFC 8446, section 4.2.8.2).
  var value: [UInt8]
  /// The shared secret of a client that uses a wrong value unchecked; nil: the result of honest arithmetic.
  var secret: [UInt8]?
  /// Curve type and parameters of a ServerKeyExchange in the place of the named curve (RFC 4492, section 5.4).
  var curve: [UInt8]?
}

/// A signature of the handshake, with what it was made over and how.
struct MadeSignature: Hashable, Sendable {
  var bytes: [UInt8]
  let content: [UInt8]
  /// Nil where the version does not say.
  let scheme: SignatureScheme?
}
