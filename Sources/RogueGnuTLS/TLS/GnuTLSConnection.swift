internal import CGnuTLS

/// The server's side of a TLS connection without a transport: bytes in, bytes out.
///
/// A pure state machine. Not thread-safe: one connection belongs to one thread at a time.
@safe public final class GnuTLSConnection {
  public enum HandshakeStep: Sendable {
    case established
    case wantsRead
    /// The peer sent close_notify.
    case closed
    case failed(GnuTLSFault)
  }

  public enum ReadStep: Sendable {
    case bytes([UInt8])
    case wantsRead
    /// The peer sent close_notify.
    case closed
    case failed(GnuTLSFault)
  }

  /// One line of a key log.
  public struct Secret: Sendable, Hashable {
    public var label: String
    public var clientRandom: [UInt8]
    public var secret: [UInt8]
  }

  let context: GnuTLSServerContext
  private let session: gnutls_session_t
  private let resumption: GnuTLSResumption?
  /// Judges the client's certificate list, which is empty if the client sent none; returns the alert of a refusal, or
  /// nil.
  private let judge: ([[UInt8]]) -> UInt8?
  private var refusal: UInt8?
  private var input: [UInt8] = []
  private var position = 0
  private var output: [UInt8] = []
  private var secrets: [Secret] = []
  private var hasLogged = false

  /// - Parameters:
  ///   - givesTickets: keeps sessions in tickets if the client accepts them; false: by session ID only.
  ///   - judge: judges the client's certificate list on the thread that runs the connection; returns the alert of a
  ///     refusal, or nil.
  public init(
    _ context: GnuTLSServerContext, resumption: GnuTLSResumption?, givesTickets: Bool = true,
    judge: @escaping ([[UInt8]]) -> UInt8?
  ) throws(GnuTLSFailure) {
    self.context = context
    self.resumption = resumption
    self.judge = judge
    let hasTickets = resumption != nil && givesTickets
    let flags = rogues_gnutls_server_flags(hasTickets ? 1 : 0)
    var made: gnutls_session_t?
    try GnuTLSFailure.check("make a TLS connection") { unsafe gnutls_init(&made, flags) }
    guard let made = unsafe made else { throw GnuTLSFailure("make a TLS connection", GNUTLS_E_MEMORY_ERROR) }
    unsafe session = made
    try setUp()
    if let resumption { unsafe try resumption.enable(on: session, givesTickets: givesTickets) }
  }

  deinit { unsafe gnutls_deinit(session) }

  static func owner(of session: gnutls_session_t) -> GnuTLSConnection? {
    unsafe from(gnutls_session_get_ptr(session))
  }

  private static func from(_ pointer: UnsafeMutableRawPointer?) -> GnuTLSConnection? {
    unsafe pointer.map { unsafe Unmanaged<GnuTLSConnection>.fromOpaque($0).takeUnretainedValue() }
  }

  // MARK: Set-up

  private func setUp() throws(GnuTLSFailure) {
    try GnuTLSFailure.check("set the algorithms") { unsafe gnutls_priority_set(session, context.priorities.handle) }
    try GnuTLSFailure.check("set the credentials") {
      unsafe gnutls_credentials_set(
        session, GNUTLS_CRD_CERTIFICATE, UnsafeMutableRawPointer(context.credentials))
    }
    let own = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe gnutls_session_set_ptr(session, own)
    unsafe gnutls_transport_set_ptr(session, own)
    setTransport()
    unsafe gnutls_session_set_keylog_function(session) { session, label, secret in
      guard let session = unsafe session, let label = unsafe label, let secret = unsafe secret else { return 0 }
      unsafe GnuTLSConnection.owner(of: session)?.log(String(cString: label), copyDatum(secret.pointee))
      return 0
    }
    try requestCertificate()
    try setNames()
  }

  private func setTransport() {
    unsafe gnutls_transport_set_push_function(session) { owner, bytes, count in
      guard let owner = unsafe GnuTLSConnection.from(owner), let bytes = unsafe bytes else { return -1 }
      unsafe owner.output.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
      return count
    }
    unsafe gnutls_transport_set_pull_function(session) { owner, bytes, count in
      guard let owner = unsafe GnuTLSConnection.from(owner) else { return -1 }
      return unsafe owner.pull(UnsafeMutableRawBufferPointer(start: bytes, count: count))
    }
    unsafe gnutls_transport_set_pull_timeout_function(session) { owner, _ in
      guard let owner = unsafe GnuTLSConnection.from(owner) else { return -1 }
      return owner.position < owner.input.count ? 1 : 0
    }
  }

  private func requestCertificate() throws(GnuTLSFailure) {
    switch context.clientCertificate {
    case .none: return
    case .request: unsafe gnutls_certificate_server_set_request(session, GNUTLS_CERT_REQUEST)
    case .require: unsafe gnutls_certificate_server_set_request(session, GNUTLS_CERT_REQUIRE)
    }
    if !context.sendsHints { unsafe gnutls_certificate_send_x509_rdn_sequence(session, 1) }
    unsafe gnutls_session_set_verify_function(session) { session in
      guard let session = unsafe session, let owner = unsafe GnuTLSConnection.owner(of: session) else { return -1 }
      var count: CUnsignedInt = 0
      let start = unsafe gnutls_certificate_get_peers(session, &count)
      let list = unsafe UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(count))
      owner.refusal = owner.judge(unsafe list.map { unsafe copyDatum($0) })
      return owner.refusal == nil ? 0 : -1
    }
  }

  private func setNames() throws(GnuTLSFailure) {
    guard !context.alpn.isEmpty else { return }
    var bytes = context.alpn.flatMap(\.self)
    let counts = context.alpn.map(\.count)
    try GnuTLSFailure.check("set the protocol names") {
      unsafe bytes.withUnsafeMutableBufferPointer { buffer in
        var names: [gnutls_datum_t] = unsafe []
        var start = 0
        for count in counts {
          unsafe names.append(
            gnutls_datum_t(data: buffer.baseAddress.map { unsafe $0 + start }, size: CUnsignedInt(count)))
          start += count
        }
        return unsafe gnutls_alpn_set_protocols(
          session, names, CUnsignedInt(names.count), GNUTLS_ALPN_SERVER_PRECEDENCE.rawValue)
      }
    }
  }

  // MARK: Transport

  private func pull(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard position < input.count else { return unsafe rogues_gnutls_would_block(session) }
    let count = min(buffer.count, input.count - position)
    unsafe buffer.copyBytes(from: input[position..<(position + count)])
    position += count
    if position == input.count {
      input.removeAll(keepingCapacity: true)
      position = 0
    }
    return count
  }

  private func log(_ label: String, _ secret: [UInt8]) {
    var random = unsafe gnutls_datum_t()
    unsafe gnutls_session_get_random(session, &random, nil)
    secrets.append(Secret(label: label, clientRandom: unsafe copyDatum(random), secret: secret))
    hasLogged = true
  }

  /// GnuTLS logs a master secret when it is made, but not when TLS 1.2 resumes a session with it.
  private func logResumed() {
    guard !hasLogged, unsafe gnutls_session_is_resumed(session) != 0,
      unsafe gnutls_protocol_get_version(session) == GNUTLS_TLS1_2
    else { return }
    var secret = unsafe gnutls_datum_t()
    unsafe gnutls_session_get_master_secret(session, &secret)
    log("CLIENT_RANDOM", unsafe copyDatum(secret))
  }

  /// Gives the connection bytes that came from the peer.
  public func receive(_ bytes: some Sequence<UInt8>) { input.append(contentsOf: bytes) }

  /// Takes what must be sent to the peer; empty when there is nothing.
  public func takeOutput() -> [UInt8] {
    defer { output = [] }
    return output
  }

  /// Takes the key log's lines since the last call.
  public func takeSecrets() -> [Secret] {
    defer { secrets = [] }
    return secrets
  }

  // MARK: Steps

  /// When it failed on this side, the alert has been put out.
  public func handshake() -> HandshakeStep {
    while true {
      let code = unsafe gnutls_handshake(session)
      logResumed()
      switch code {
      case GNUTLS_E_SUCCESS: return .established
      case GNUTLS_E_AGAIN, GNUTLS_E_INTERRUPTED: return .wantsRead
      case GNUTLS_E_SESSION_EOF: return .closed
      case GNUTLS_E_WARNING_ALERT_RECEIVED:
        // Each has been taken out of the input.
        if let end = warning() { return end == 0 ? .closed : .failed(fault(code, received: end)) }
      default: return .failed(failed(code))
      }
    }
  }

  /// Reads at most 1000 bytes of application data. When it failed on this side, the alert has been put out.
  public func read() -> ReadStep {
    var result = 0
    while true {
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 1000) { buffer, count in
        result = unsafe gnutls_record_recv(session, buffer.baseAddress, 1000)
        count = max(0, result)
      }
      if result > 0 { return .bytes(bytes) }
      switch CInt(truncatingIfNeeded: result) {
      case 0, GNUTLS_E_SESSION_EOF: return .closed
      case GNUTLS_E_AGAIN, GNUTLS_E_INTERRUPTED: return .wantsRead
      case GNUTLS_E_WARNING_ALERT_RECEIVED:
        if let end = warning() { return end == 0 ? .closed : .failed(fault(CInt(result), received: end)) }
      case GNUTLS_E_REHANDSHAKE:
        // GnuTLS keeps the hello until a handshake takes it: where that is refused (RFC 5246, section 7.2.2), nothing
        // can be read any more.
        _ = unsafe gnutls_alert_send(session, GNUTLS_AL_WARNING, GNUTLS_A_NO_RENEGOTIATION)
        var fault = fault(GNUTLS_E_REHANDSHAKE, received: nil)
        fault.hasSentAlert = true
        return .failed(fault)
      default: return .failed(failed(CInt(truncatingIfNeeded: result)))
      }
    }
  }

  /// Encrypts bytes for the peer; they come out of `takeOutput`.
  public func write(_ bytes: [UInt8]) throws(GnuTLSFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let sent = unsafe rest.withUnsafeBufferPointer { unsafe gnutls_record_send(session, $0.baseAddress, $0.count) }
      guard sent > 0 else { throw GnuTLSFailure("TLS write", CInt(truncatingIfNeeded: sent)) }
      rest = rest.dropFirst(sent)
    }
  }

  /// Sends close_notify.
  public func close() { _ = unsafe gnutls_bye(session, GNUTLS_SHUT_WR) }

  // MARK: Ends

  /// The alert that just came as a warning, when it ends the connection all the same: close_notify, and in TLS 1.3
  /// everything else but user_canceled (RFC 8446, section 6).
  private func warning() -> UInt8? {
    let code = UInt8(truncatingIfNeeded: unsafe gnutls_alert_get(session).rawValue)
    guard code != 0 else { return 0 }
    return unsafe gnutls_protocol_get_version(session) == GNUTLS_TLS1_3 && code != 90 ? code : nil
  }

  private func failed(_ code: CInt) -> GnuTLSFault {
    if code == GNUTLS_E_FATAL_ALERT_RECEIVED {
      return fault(code, received: UInt8(truncatingIfNeeded: unsafe gnutls_alert_get(session).rawValue))
    }
    let before = output.count
    if let refusal, code == GNUTLS_E_CERTIFICATE_ERROR {
      _ = unsafe gnutls_alert_send(
        session, GNUTLS_AL_FATAL, gnutls_alert_description_t(rawValue: CUnsignedInt(refusal)))
    } else {
      _ = unsafe gnutls_alert_send_appropriate(session, code)
    }
    var fault = fault(code, received: nil)
    fault.hasSentAlert = output.count > before
    return fault
  }

  private func fault(_ code: CInt, received: UInt8?) -> GnuTLSFault {
    GnuTLSFault(failure: GnuTLSFailure("TLS", code), received: received, hasSentAlert: false)
  }
}

/// A connection ended in another way than by close_notify.
public struct GnuTLSFault: Error, Sendable, Hashable {
  public var failure: GnuTLSFailure
  /// The alert with which the peer ended it.
  public var received: UInt8?
  /// This side put an alert out.
  public var hasSentAlert: Bool

  /// The server required a client certificate, and the client had none.
  public var isMissingCertificate: Bool {
    failure.code == Int(GNUTLS_E_NO_CERTIFICATE_FOUND) || failure.code == Int(GNUTLS_E_CERTIFICATE_REQUIRED)
  }
}
