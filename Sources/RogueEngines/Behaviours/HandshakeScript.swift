internal import RogueModel
internal import RogueTLS

/// A server's handling of the connections of one attempt, from their first byte to the reply.
///
/// The script that `init` makes is honest. Behaviours rewrite it once, before there is a connection. What is known then
/// is data: the server's choices, and the steps of its flights. What depends on the client or on the handshake so far
/// is an edit, queued at one of the points that every handshake passes (`HandshakePoints`).
struct HandshakeScript: Sendable {
  /// The TLS version of the case; TLS 1.2 also covers older versions.
  let version: TLSVersion

  /// The answer to the client's first bytes.
  var opening = ConnectionOpening.handshake
  /// How fast bytes go out; nil: as fast as the client takes them.
  var pace: BytePace?
  /// After how many milliseconds without a byte from the client the server ends the stream; nil: it waits as long as the
  /// client does.
  var idleTimeout: Int?
  /// The same for a server that has stopped sending (`FlightStop.stall`): until then it waits as long as the client does.
  var silenceTimeout: Int?
  /// The longest content of a record in bytes.
  var longestRecord = ServerWire.longestContent
  /// How many bytes a protected handshake record of TLS 1.3 is padded to, content type included; nil: it is not.
  var paddedRecord: Int?

  /// The version before TLS 1.3 that the server speaks, whatever the client offers; nil: TLS 1.2, if the client offers
  /// it.
  var legacyVersion: LegacyVersion?
  /// The cipher suite before TLS 1.3 that is chosen, whatever the client offers; nil: one that both have.
  var suite: SuiteChoice?
  /// The group that keys are agreed on in where the client offers it (NamedGroup); nil: the server's own preference.
  var preferredGroup: UInt16?
  /// The field that keys are agreed on in where the suite wants one.
  var finiteField = DHEGroup.usual
  /// The length, in bits, of the RSA key to which the client must encrypt its secret; nil: it is the leaf's key.
  var temporaryKeyBits: Int?
  /// Whether the server knows extended_master_secret (RFC 7627; TLS 1.2).
  var knowsExtendedMasterSecret = true

  /// Whether sessions are taken up again where the server hands them out.
  var honoursSessions = true
  /// Whether early data is taken where a session allows it (RFC 8446, section 4.2.10).
  var takesEarlyData = true
  /// How long tickets live by the word of the server, in seconds.
  var ticketLifetime = SwiftSessions.lifetime

  /// The server's action after the request; nil: it answers.
  var insteadOfReply: FlightStop?
  /// The messages between a request and its answer.
  var beforeReply: [LateRecord] = []

  /// Another Certificate message goes out than the one that was planned. `isPresented` must then say whether it is the
  /// one that was meant.
  var replacesCertificate = false

  private var flights: [FlightKind: [FlightStep]]
  private(set) var points = HandshakePoints()

  init(version: TLSVersion) {
    self.version = version
    flights = version == .tls13 ? Self.flights13 : Self.flights12
  }

  /// The steps of a flight; empty for flights that are not lists.
  subscript(stage: FlightKind) -> [FlightStep] {
    get { flights[stage] ?? [] }
    set { flights[stage] = newValue }
  }

  /// RFC 8446, section 2.
  private static let flights13: [FlightKind: [FlightStep]] = [
    .first: [
      .message(.serverHello), .compatibilityChange, .keys, .message(.encryptedExtensions),
      .message(.certificateRequest), .message(.certificate), .message(.certificateVerify), .message(.finished),
    ],
    .resumed: [
      .message(.serverHello), .compatibilityChange, .keys, .message(.encryptedExtensions), .message(.finished),
    ],
  ]

  /// RFC 5246, section 7.3; RFC 5077, section 3.1.
  private static let flights12: [FlightKind: [FlightStep]] = [
    .first: [
      .message(.serverHello), .message(.certificate), .message(.certificateStatus), .message(.serverKeyExchange),
      .message(.certificateRequest), .message(.serverHelloDone),
    ],
    .resumed: [
      .message(.serverHello), .message(.newSessionTicket), .changeCipherSpec, .keys, .message(.finished),
    ],
    .last: [.message(.newSessionTicket), .changeCipherSpec, .keys, .message(.finished)],
  ]

  /// The groups that are known here, in the order of this server.
  var groups: [NamedGroup] {
    let known = NamedGroup.known
    guard let preferredGroup else { return known }
    return known.filter { $0.number == preferredGroup } + known.filter { $0.number != preferredGroup }
  }
}

// MARK: Rewriting

extension HandshakeScript {
  /// Leaves steps out of every flight, repeats them, changes their order, puts others between them.
  mutating func inEachFlight(_ change: (inout [FlightStep]) -> Void) {
    for stage in flights.keys { change(&self[stage]) }
  }

  /// Queues an edit of what comes to a point, after those that are there.
  mutating func at<Value>(
    _ point: WritableKeyPath<HandshakePoints, [HandshakePoints.Edit<Value>]>,
    _ edit: @escaping HandshakePoints.Edit<Value>
  ) {
    points[keyPath: point].append(edit)
  }

  /// Queues an edit of the messages of a type.
  mutating func at(_ type: HandshakeType, _ edit: @escaping HandshakePoints.Edit<ServerMessage>) {
    at(\.message) { message, now in
      if message.type == type { edit(&message, now) }
    }
  }
}

/// How a connection begins.
enum ConnectionOpening: Hashable, Sendable {
  case handshake
  /// These bytes, instead of any TLS, and nothing more.
  case plaintext([UInt8])
  /// A TCP reset.
  case reset
}

/// So many bytes at a time, so often.
package struct BytePace: Hashable, Sendable {
  package var bytes: Int
  package var milliseconds: Int
}

/// A cipher suite for each kind of key that a leaf can have.
struct SuiteChoice: Hashable, Sendable {
  /// For keys of RSA, those for PSS only among them.
  var ofRSA: UInt16
  var ofOthers: UInt16

  init(ofRSA: UInt16, ofOthers: UInt16) {
    self.ofRSA = ofRSA
    self.ofOthers = ofOthers
  }

  init(_ number: UInt16) { self.init(ofRSA: number, ofOthers: number) }

  func number(for kind: SignatureKind) -> UInt16 {
    switch kind {
    case .rsa, .rsaPSS: ofRSA
    default: ofOthers
    }
  }
}

/// The messages of an established connection beside the answer.
enum LateRecord: Hashable, Sendable {
  case record(ContentType, [UInt8])
  /// The server changes its keys (RFC 8446, section 4.6.3); `asks`: and requests a change of the client's.
  case keyUpdate(asks: Bool)
}
