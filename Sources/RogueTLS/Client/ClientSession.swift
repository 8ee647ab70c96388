package import RogueModel
internal import RogueOpenSSL

/// A session that a client has started and may resume on another connection (RFC 8446, section 2.2; RFC 5246, section
/// 7.3; RFC 5077).
package struct ClientSession: Sendable {
  package let version: TLSVersion
  let cipherSuite: UInt16
  /// The key of TLS 1.3 that both have before the handshake, or the master secret of TLS 1.2.
  let secret: [UInt8]
  /// The server's name for it: a ticket, or a session id.
  let name: [UInt8]
  let isTicket: Bool
  /// How long it lives, in seconds; nil: the server did not say, which only one of TLS 1.2 need not.
  package let lifetime: Int?
  /// Added to the ticket's age, in milliseconds, so that an observer cannot read the age.
  let ageAdd: UInt32
  package let allowsEarlyData: Bool
  let hasExtendedMasterSecret: Bool
  /// The protocol of early data; nil: none was negotiated.
  let applicationProtocol: String?

  /// A ticket of TLS 1.3 (RFC 8446, section 4.6.1).
  ///
  /// - Returns: nil if it does not parse.
  init?(ticket body: ArraySlice<UInt8>, _ traffic: Traffic13, applicationProtocol: String?) {
    var cursor = ByteCursor(body)
    guard let lifetime = cursor.bytes(4), let ageAdd = cursor.bytes(4), let nonce = cursor.vector8(),
      let name = cursor.vector16(), !name.isEmpty, let fields = cursor.extensionFields(), cursor.isAtEnd
    else { return nil }
    version = .tls13
    cipherSuite = traffic.suite
    secret = traffic.schedule.ticketSecret(traffic.resumptionSecret, nonce: Array(nonce))
    self.name = Array(name)
    isTicket = true
    self.lifetime = Int(lifetime.number)
    self.ageAdd = ageAdd.number
    allowsEarlyData = fields.contains { $0.type == .earlyData }
    hasExtendedMasterSecret = true
    self.applicationProtocol = applicationProtocol
  }

  /// The result of a handshake of TLS 1.2.
  ///
  /// - Parameter name: a ticket with its lifetime in seconds (zero: not said), or the server's session id.
  init(_ flight: Flight12, name: [UInt8], isTicket: Bool, lifetime: UInt32) {
    version = .tls12
    cipherSuite = flight.hello.cipherSuite
    secret = flight.master
    self.name = name
    self.isTicket = isTicket
    self.lifetime = lifetime == 0 ? nil : Int(lifetime)
    ageAdd = 0
    allowsEarlyData = false
    hasExtendedMasterSecret = flight.hello.content(.extendedMasterSecret) != nil
    applicationProtocol = nil
  }

  /// Nil for one of TLS 1.2.
  var schedule: KeySchedule13? {
    version == .tls13 ? CipherSuite(tls13: cipherSuite).map(KeySchedule13.init) : nil
  }
}

extension ArraySlice<UInt8> {
  /// The number that these bytes write, greatest first.
  var number: UInt32 { reduce(0) { $0 << 8 | UInt32($1) } }
}

extension ClientOffer {
  /// The session that the next hello offers, if it is one of TLS 1.3.
  var session13: (session: ClientSession, schedule: KeySchedule13)? {
    guard let session, let schedule = session.schedule, settings.versions.contains(.tls13) else { return nil }
    return (session, schedule)
  }

  /// The session that the next hello offers, if it is one of TLS 1.2.
  var session12: ClientSession? {
    session.flatMap { $0.version == .tls12 && settings.versions.contains(.tls12) ? $0 : nil }
  }

  /// Whether the next hello offers early data (RFC 8446, section 4.2.10).
  var offersEarlyData: Bool { isFirst && settings.earlyData != nil && session13?.session.allowsEarlyData == true }

  /// Writes the last extension of the hello, its binder still empty (RFC 8446, section 4.2.11).
  func writePreSharedKey(_ content: inout ByteWriter) {
    guard let (session, schedule) = session13 else { return }
    content.vector16 { identities in
      identities.vector16 { $0.append(session.name) }
      identities.uint32(session.ageAdd &+ UInt32(clamping: settings.sessionAge))
    }
    content.vector16 { binders in
      binders.vector8 { $0.append([UInt8](repeating: 0, count: schedule.suite.digest.length)) }
    }
  }

  /// The message with the proof that the client has the session's key (RFC 8446, section 4.2.11.2).
  ///
  /// - Parameter earlier: the messages before this hello, for the transcript.
  func bound(_ message: [UInt8], after earlier: [UInt8]) -> [UInt8] {
    guard let (session, schedule) = session13 else { return message }
    let digest = schedule.suite.digest
    // The list of binders counts its length, and that of its only one.
    let rest = message.dropLast(digest.length + 3)
    let key = schedule.binderKey(schedule.earlySecret(session.secret))
    return message.dropLast(digest.length) + schedule.finished(key, digest.hash(earlier + rest))
  }
}

// A client's use of its session.
extension TLSClient {
  /// Sends what is to go out with the hello, under the session's key (RFC 8446, section 2.3).
  func sendEarlyData(after hello: [UInt8]) throws(ClientFault) {
    guard offer.offersEarlyData, let data = settings.earlyData, let (session, schedule) = offer.session13 else {
      return
    }
    let secret = schedule.derive(
      schedule.earlySecret(session.secret), "c e traffic", schedule.suite.digest.hash(hello))
    wire.sendChangeCipherSpec()
    hasSentChange = true
    try wire.protect(schedule.sealer(from: secret))
    try wire.send(.applicationData, data)
  }

  /// The session that the server resumes; nil: a full handshake (RFC 8446, section 4.2.11).
  func resumption(in hello: ServerHello, _ suite: CipherSuite) throws(ClientFault) -> ClientSession? {
    guard let (session, schedule) = offer.session13, let content = hello.content(.preSharedKey) else { return nil }
    guard content.count == 2, schedule.suite.digest == suite.digest else {
      throw .refusing(.illegalParameter, "the server resumes a session of another cipher suite")
    }
    try rules.demand(
      .sessionOffered, content.elementsEqual([0, 0]), .illegalParameter,
      "the server resumes session \(hello.number(.preSharedKey) ?? 0), and one was offered")
    return session
  }

  /// Whether the data that went out with the hello was read.
  func takesEarlyData(
    _ fields: [ExtensionField], _ flight: Flight13
  ) throws(ClientFault) -> Bool {
    guard offer.offersEarlyData, fields.contains(where: { $0.type == .earlyData }) else { return false }
    try rules.demand(
      .earlyDataSession, flight.resumed != nil, .illegalParameter,
      "the server says that it has read early data, and has not taken up the session that it is under")
    guard let session = flight.resumed else { return false }
    guard session.cipherSuite == flight.suite else {
      throw .refusing(.illegalParameter, "early data is taken under another cipher suite than its own")
    }
    try rules.demand(
      .earlyDataProtocol, session.applicationProtocol == applicationProtocol, .illegalParameter,
      "early data is taken, and another application protocol than its own is chosen")
    return true
  }

  /// Resumes a session of TLS 1.2, if the server does so (RFC 5246, section 7.3).
  ///
  /// - Returns: whether it is resumed.
  func resume12(_ hello: ServerHello, _ suite: CipherSuite) throws(ClientFault) -> Bool {
    guard let session = offer.session12, hello.sessionID.elementsEqual(offer.sessionID) else { return false }
    guard session.cipherSuite == hello.cipherSuite else {
      throw .refusing(.illegalParameter, "a session is taken up with another cipher suite than its own")
    }
    let isExtended = hello.content(.extendedMasterSecret) != nil
    // RFC 7627, section 5.3.
    guard session.hasExtendedMasterSecret || !isExtended else {
      throw .refusing(.handshakeFailure, "a session with the extended master secret that began without it")
    }
    try rules.demand(
      .masterSecretKept, isExtended || !session.hasExtendedMasterSecret, .handshakeFailure,
      "a session that began with the extended master secret, now without it")
    var flight = Flight12(
      suite: suite, hello: hello, progress: FlightProgress(FlightProgress.last12, rules))
    flight.resumed = session
    flight.master = session.secret
    wire.pendingOpener = keys(flight).protection(of: .server)
    isResumed = true
    phase = .last12(flight)
    return true
  }

  /// The session of the handshake, for another connection.
  func keep(_ flight: Flight12) {
    guard settings.takesUpSessions else { return }
    if let (name, lifetime) = flight.ticket {
      session = ClientSession(flight, name: name, isTicket: true, lifetime: lifetime)
    } else if let resumed = flight.resumed {
      session = resumed
    } else if !flight.hello.sessionID.isEmpty {
      session = ClientSession(flight, name: Array(flight.hello.sessionID), isTicket: false, lifetime: 0)
    }
  }
}
