internal import RogueModel
internal import RogueTLS

/// One way in which a server behaves that no library would let it; everything else about it stays right.
///
/// The own engine asks its behaviours at fixed points, and each point has a default that changes nothing. A behaviour is
/// made anew for each attempt and keeps no state: what a connection needs to remember is in its handshake.
protocol Behaviour: Sendable {
  static var descriptor: NamedDescriptor { get }

  /// - Throws: `badData` for parameters that cannot be served.
  init(_ parameters: UseParameters) throws(HarnessFailure)

  /// What the client's first bytes are answered with.
  var opening: Opening { get }
  /// How fast bytes go out; nil: as fast as the client takes them.
  var pace: Pace? { get }
  /// After how many milliseconds without a byte from the client the server ends the stream; nil: it waits as long as the
  /// client does.
  var patience: Int? { get }
  /// The group that keys are agreed on in where the client offers it (NamedGroup); nil: the server's own preference.
  var preferredGroup: UInt16? { get }
  /// The version before TLS 1.3 that is spoken, whatever the client offers; nil: TLS 1.2, to who offers it.
  var dialect: Dialect? { get }
  /// The field that keys are agreed on in where the suite wants one; nil: an honest one.
  var finiteField: FiniteField? { get }
  /// How long the RSA key is that the client has to encrypt its secret to, in bits; nil: it is the leaf's.
  var temporaryKeyBits: Int? { get }
  /// How many bytes a protected handshake record of TLS 1.3 is padded to, content type included; nil: it is not.
  var paddedRecord: Int? { get }
  /// What the server does when it has read the request; nil: it answers.
  var insteadOfReply: FlightStop? { get }
  /// The longest content of a record in bytes; nil: as long as the protocol allows.
  var recordLength: Int? { get }
  /// Whether the server knows extended_master_secret (RFC 7627; TLS 1.2).
  var knowsExtendedMasterSecret: Bool { get }
  /// Whether sessions are taken up again where the server hands them out.
  var honoursSessions: Bool { get }
  /// Whether early data is taken where a session allows it (RFC 8446, section 4.2.10).
  var takesEarlyData: Bool { get }
  /// How long tickets live by the word of the server, in seconds; nil: as long as its sessions do.
  var ticketLifetime: UInt32? { get }
  /// Whether another Certificate message goes out than the one that was planned. `isTold` must then say whether it is
  /// the one that was meant.
  var rewritesFlight: Bool { get }

  /// Leaves steps out of a flight, repeats them, changes their order, puts others between them.
  func arrange(_ steps: inout [FlightStep], _ stage: FlightStage, _ version: TLSVersion)
  /// What a ClientHello of TLS 1.3 is answered with that needs no other answer than a ServerHello; nil: an honest one.
  ///
  /// - Parameter retries: how many HelloRetryRequests this client has had.
  func retry(_ hello: ClientHello, after retries: Int) -> RetryRequest?
  /// The cipher suite before TLS 1.3 that is chosen, whatever the client offers; nil: one that both have.
  func suite(for kind: SignatureKind) -> UInt16?
  /// What goes out in the place of a Certificate message of TLS 1.3; nil: the message itself.
  func compress(_ certificate: ServerMessage, for hello: ClientHello) -> ServerMessage?
  /// Changes the server's half of a key exchange in a finite field.
  func alter(_ share: inout FiniteFieldShare)
  /// Changes the server's half of the key exchange. What is signed and hashed afterwards is what is sent.
  func alter(_ share: inout ServerShare)
  /// Changes a message that is about to be sent. The transcript holds what is sent.
  func alter(_ message: inout ServerMessage, _ stage: FlightStage, _ version: TLSVersion)
  /// Changes what a message says in answer to the client's hello, before `alter` is asked about it.
  func answer(_ hello: ClientHello, _ message: inout ServerMessage, _ version: TLSVersion)
  /// What is sent between a request and its answer.
  func beforeReply(_ version: TLSVersion) -> [LateRecord]
  /// Chooses how the handshake is signed, whatever the client offered.
  func choose(_ scheme: inout SignatureScheme, for kind: SignatureKind, _ version: TLSVersion)
  /// Changes the server's random before anything is made from it.
  func alterRandom(_ random: inout [UInt8], _ version: TLSVersion)
  /// Changes the secret of a session that is taken up, once the client has shown that it has it.
  func alterSession(_ secret: inout [UInt8])
  /// Changes what the signature of the handshake is made over.
  func alterSigned(_ content: inout [UInt8], _ version: TLSVersion)
  /// Puts another signature of the handshake in the place of the right one, made over this content.
  func forge(_ signature: inout [UInt8], over content: [UInt8], _ scheme: SignatureScheme)

  /// What the client would have had to offer for the lie to be one about what it knows; nil: it has, or the lie needs
  /// nothing. Who refuses what it never offered has not looked at the lie. What adapters declare as capabilities
  /// (resumption, early data, staples) is not asked here.
  func missingOffer(in hello: ClientHello) -> String?

  /// Whether the bytes that this connection carried show the behaviour. Only what was sent counts, never what was meant
  /// to be sent.
  func isTold(_ seen: SeenConnection) -> Bool
}

extension Behaviour {
  var opening: Opening { .handshake }
  var pace: Pace? { nil }
  var patience: Int? { nil }
  var preferredGroup: UInt16? { nil }
  var dialect: Dialect? { nil }
  var finiteField: FiniteField? { nil }
  var temporaryKeyBits: Int? { nil }
  var paddedRecord: Int? { nil }
  var insteadOfReply: FlightStop? { nil }
  var recordLength: Int? { nil }
  var knowsExtendedMasterSecret: Bool { true }
  var honoursSessions: Bool { true }
  var takesEarlyData: Bool { true }
  var ticketLifetime: UInt32? { nil }
  var rewritesFlight: Bool { false }
  func arrange(_ steps: inout [FlightStep], _ stage: FlightStage, _ version: TLSVersion) {}
  func retry(_ hello: ClientHello, after retries: Int) -> RetryRequest? { nil }
  func suite(for kind: SignatureKind) -> UInt16? { nil }
  func compress(_ certificate: ServerMessage, for hello: ClientHello) -> ServerMessage? { nil }
  func alter(_ share: inout FiniteFieldShare) {}
  func alter(_ share: inout ServerShare) {}
  func alter(_ message: inout ServerMessage, _ stage: FlightStage, _ version: TLSVersion) {}
  func answer(_ hello: ClientHello, _ message: inout ServerMessage, _ version: TLSVersion) {}
  func beforeReply(_ version: TLSVersion) -> [LateRecord] { [] }
  func choose(_ scheme: inout SignatureScheme, for kind: SignatureKind, _ version: TLSVersion) {}
  func alterRandom(_ random: inout [UInt8], _ version: TLSVersion) {}
  func alterSession(_ secret: inout [UInt8]) {}
  func alterSigned(_ content: inout [UInt8], _ version: TLSVersion) {}
  func forge(_ signature: inout [UInt8], over content: [UInt8], _ scheme: SignatureScheme) {}
  func missingOffer(in hello: ClientHello) -> String? { nil }
}

/// What an established connection carries beside the answer.
enum LateRecord: Hashable, Sendable {
  case record(ContentType, [UInt8])
  /// The server changes its keys (RFC 8446, section 4.6.3); `asks`: and wants the client to change its own.
  case keyUpdate(asks: Bool)
}

/// How a connection begins.
enum Opening: Hashable, Sendable {
  case handshake
  /// These bytes, in the place of any TLS, and nothing more.
  case plaintext([UInt8])
  /// A TCP reset.
  case reset
}

/// A HelloRetryRequest that the client's offer gives no reason for (RFC 8446, section 4.1.4).
enum RetryRequest: Hashable, Sendable {
  /// It asks for a key share of this group, known here or not.
  case group(UInt16)
  /// It asks for nothing.
  case nothing
}

/// What a server says of its half of a key exchange, open to be wrong.
struct ServerShare: Hashable, Sendable {
  /// As key shares carry it (RFC 8446, section 4.2.8.2).
  var value: [UInt8]
  /// What comes out of the exchange for whoever takes a wrong value as it is; nil: what honest arithmetic gives.
  var secret: [UInt8]?
  /// Curve type and parameters of a ServerKeyExchange in the place of the named curve (RFC 4492, section 5.4).
  var curve: [UInt8]?
}

/// So many bytes at a time, so often.
struct Pace: Hashable, Sendable {
  var bytes: Int
  var milliseconds: Int
}
