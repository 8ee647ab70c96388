internal import RogueModel
package import RogueOpenSSL

/// The project's TLS client, for TLS 1.2 with ephemeral keys and TLS 1.3: bytes in, bytes out.
///
/// It makes every check that the RFCs require of a client, each by name, so that a client that forgets one of them can be
/// had from the same code. Here is what both versions share; `+Hello` offers and reads the server's choice, `+13` and `+12`
/// go through the flights, and `ClientSession` is about sessions that are taken up.
///
/// Not thread-safe: one connection belongs to one thread at a time.
package final class TLSClient {
  package enum State: Hashable, Sendable {
    case handshake
    /// Data may go out and come in.
    case established
    /// The server said that it will say no more.
    case closed
    case failed(ClientFault)
  }

  enum Phase {
    case hello
    case flight13(Flight13)
    case flight12(Flight12)
    /// The server's ChangeCipherSpec and Finished are still to come.
    case last12(Flight12)
    case data13(Traffic13)
    case data12
  }

  package private(set) var state = State.handshake
  /// How often the server has changed its keys since the handshake (RFC 8446, section 4.6.3).
  package internal(set) var renewals = 0
  /// The sessions for other connections, as far as the server has issued them.
  package internal(set) var session: ClientSession?
  /// The server resumes the offered session, and presents nothing.
  package internal(set) var isResumed = false
  /// The data sent with the hello was read, and must not be sent again.
  package internal(set) var earlyDataWasTaken = false
  /// The server's choices.
  package internal(set) var applicationProtocol: String?
  /// The ChangeCipherSpec that says nothing went out with early data.
  var hasSentChange = false
  /// The verify_data of both Finished messages of the last handshake, if a renegotiation can be tied to it (TLS 1.2).
  var binding: RenegotiationBinding?
  let settings: ClientSettings
  private let judge: (TLSPeerFlight) -> PeerVerdict
  var wire: ClientWire
  var phase = Phase.hello
  var transcript = ClientTranscript()
  var offer: ClientOffer
  /// The last ClientHello.
  var openHello: [UInt8] = []
  /// The HelloRetryRequest, once there was one.
  var retry: ServerHello?
  /// The server shows its key in the place of certificates (RFC 7250), and that is taken.
  var showsBareKey = false
  /// Messages before the hello that determines their meaning.
  private var early: [HandshakeMessage] = []
  /// The messages are in the transcript already.
  private var isReplaying = false
  private var data: [UInt8] = []

  /// - Parameter judge: asked about the server's certificates, in the middle of `receive`.
  package init(_ settings: ClientSettings, judge: @escaping (TLSPeerFlight) -> PeerVerdict) throws(ClientFault) {
    self.settings = settings
    self.judge = judge
    wire = ClientWire(settings.rules)
    offer = try ClientOffer(settings)
    try sendHello()
  }

  var rules: Rulebook { settings.rules }

  // MARK: Bytes

  package func receive(_ bytes: [UInt8]) {
    wire.received(bytes)
    do throws(ClientFault) {
      while isOpen, let event = try wire.next() { try take(event) }
    } catch {
      fail(error)
    }
  }

  /// The bytes to send since the last call.
  package func takeOutput() -> [UInt8] { wire.takeOutput() }

  /// The server's data since the last call.
  package func takeData() -> [UInt8] {
    defer { data = [] }
    return data
  }

  /// Sends application data; only where the connection is established.
  package func send(_ bytes: [UInt8]) {
    guard state == .established else { return }
    do throws(ClientFault) { try wire.send(.applicationData, bytes) } catch { fail(error) }
  }

  /// Sends close_notify (RFC 8446, section 6.1).
  package func close() {
    guard isOpen || state == .closed else { return }
    do throws(ClientFault) { try sendAlert(.closeNotify, isFatal: false) } catch { fail(error) }
  }

  private var isOpen: Bool { state == .handshake || state == .established }

  private func fail(_ fault: ClientFault) {
    state = .failed(fault)
    guard let alert = fault.alert else { return }
    // Where not even this can be sealed, the end of the stream has to say it.
    do throws(ClientFault) { try sendAlert(alert, isFatal: true) } catch { return }
  }

  private func sendAlert(_ code: TLSAlertCode, isFatal: Bool) throws(ClientFault) {
    try wire.send(.alert, [isFatal ? 2 : 1, code.rawValue])
  }

  // MARK: Events

  private func take(_ event: ClientWire.Event) throws(ClientFault) {
    switch event {
    case .message(let message): try take(message)
    case .recordEnd: try takeRecordEnd()
    case .alert(let code, let isWarning): try take(code, isWarning)
    case .data(let bytes): try take(bytes)
    }
  }

  private func take(_ message: HandshakeMessage) throws(ClientFault) {
    if message.type == .helloRequest, message.body.isEmpty, state == .established { return try takeHelloRequest() }
    switch phase {
    case .hello:
      guard message.type == .serverHello else { return try keep(message) }
      try takeHello(message)
      // Early messages have their meaning now.
      let kept = early
      early = []
      isReplaying = true
      for message in kept { try take(message) }
      isReplaying = false
    case .flight13(var flight):
      try take(message, &flight)
      phase = .flight13(flight)
    case .flight12(var flight):
      try take(message, &flight)
      phase = .flight12(flight)
    case .last12(var flight):
      try takeLast(message, &flight)
      phase = .last12(flight)
    case .data13(var traffic):
      try take(message, &traffic)
      phase = .data13(traffic)
    case .data12: throw Self.unexpected(message)
    }
  }

  /// A client that negotiates already ignores it (RFC 5246, section 7.4.1.1). One that cannot tie a second handshake to
  /// the first declines.
  private func takeHelloRequest() throws(ClientFault) {
    guard case .data12 = phase else { return }
    guard binding != nil else { return try sendAlert(.noRenegotiation, isFatal: false) }
    try renegotiate()
  }

  private func keep(_ message: HandshakeMessage) throws(ClientFault) {
    try rules.demand(.order, false, .unexpectedMessage, "a message of type \(message.type.rawValue) before the hello")
    // As long as a flight is.
    guard early.count < 8 else { throw Self.unexpected(message) }
    early.append(message)
    transcript.add(message.whole)
  }

  /// Adds a message to the transcript, unless it is there already.
  func remember(_ message: HandshakeMessage) { if !isReplaying { transcript.add(message.whole) } }

  static func unexpected(_ message: HandshakeMessage) -> ClientFault {
    .refusing(.unexpectedMessage, "a handshake message of type \(message.type.rawValue) out of place")
  }

  private func takeRecordEnd() throws(ClientFault) {
    switch phase {
    case .hello, .data12: break
    case .flight13(var flight):
      try setUpHandshakeKeys(&flight)
      phase = .flight13(flight)
      if try flight.progress.isOver() { try finish(flight) }
    case .flight12(let flight): if try flight.progress.isOver() { try answer(flight) }
    case .last12(let flight): if try flight.progress.isOver() { try finish(flight) }
    case .data13(var traffic):
      try renewKeys(&traffic)
      phase = .data13(traffic)
    }
  }

  func establish(_ phase: Phase) {
    self.phase = phase
    state = .established
    wire.allowsIdleChange = false
  }

  private func take(_ code: TLSAlertCode, _ isWarning: Bool) throws(ClientFault) {
    if code == .closeNotify, state == .established {
      state = .closed
      return
    }
    // Nothing hangs on either of these (RFC 8446, section 6.1; RFC 5246, section 7.2.2).
    if isWarning, code == .userCanceled || code == .noRenegotiation { return }
    guard isWarning else { throw .alerted(code) }
    try rules.demand(.warnings, false, .unexpectedMessage, "the server sent alert \(code.rawValue) as a warning")
  }

  private func take(_ bytes: [UInt8]) throws(ClientFault) {
    switch (state, phase) {
    case (_, .flight13(let flight)) where flight.progress.hasSeen(.certificate):
      try demandFinished()
      try finish(flight)
    case (_, .last12(let flight)) where wire.pendingOpener == nil:
      try demandFinished()
      try finish(flight)
    case (.established, _): data += bytes
    default: throw .refusing(.unexpectedMessage, "application data out of place")
    }
  }

  private func demandFinished() throws(ClientFault) {
    try rules.demand(
      .finishedBeforeData, false, .unexpectedMessage, "application data before the server's Finished")
  }

  // MARK: Certificates

  /// Reads the server's list.
  func list(_ message: HandshakeMessage, _ version: TLSVersion) throws(ClientFault) -> CertificateMessage {
    if showsBareKey { return CertificateMessage(bareKey: message.body, version: version) }
    var list = CertificateMessage(body: message.body, version: version)
    if !list.isWellFormed {
      let isWhole = CertificateMessage.isListWhole(message.body, version: version)
      try rules.demand(.listLength, isWhole, .decodeError, "the certificate list is not as long as its message")
      try rules.demand(.entryLengths, !isWhole, .decodeError, "the lengths inside a certificate list do not add up")
      list = CertificateMessage(byInnerLengths: message.body, version: version)
    }
    try rules.demand(
      .requestContext, version == .tls12 || message.body.first == 0, .illegalParameter,
      "the server's certificate answers a request that was not made")
    try rules.demand(.emptyList, !list.entries.isEmpty, .decodeError, "the certificate list is empty")
    try rules.demand(
      .emptyEntry, !list.entries.contains([]), .decodeError, "an entry of the certificate list has no bytes",
      reason: .malformed)
    list.entries.removeAll(where: \.isEmpty)
    try rules.demand(
      .unreadableEntry, list.entries.allSatisfy { CertificateFields(der: $0) != nil }, .badCertificate,
      "an entry of the certificate list is not a certificate", reason: .malformed)
    return list
  }

  /// Lets the judge check the server's certificates. A missing or empty list is not judged: whether it is allowed was
  /// decided before.
  func judge(_ certificates: ServerCertificates) throws(ClientFault) {
    guard !certificates.list.isEmpty, !showsBareKey else { return }
    var flight = TLSPeerFlight(
      message: certificates.message, certificates: certificates.list, staple: certificates.staples[0],
      sctList: certificates.sctList, path: nil)
    flight.issuerStaples = certificates.staples.filter { $0.key > 0 }
    switch judge(flight) {
    case .accept: return
    case .refuse(let alert): throw .judged(alert)
    case .refuseAsVerified: throw .judged(.certificateUnknown)
    }
  }
}

/// A server's presentation so far.
struct ServerCertificates {
  /// The Certificate message with its header.
  var message: [UInt8] = []
  var list: [[UInt8]] = []
  var staples: [Int: [UInt8]] = [:]
  var sctList: [UInt8]?
}
