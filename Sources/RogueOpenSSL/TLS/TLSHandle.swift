internal import COpenSSL

/// An `SSL` with what its callbacks leave behind.
///
/// Callbacks find it through the `SSL`'s application data. They run only inside calls on the same `SSL`, so nothing
/// here needs a lock.
@safe final class TLSHandle {
  let pointer: UnsafeMutablePointer<SSL>
  let context: TLSContext
  var alerts: [TLSAlert] = []
  var secrets: [TLSSecret] = []
  /// The peer's Certificate message, header included.
  var peerCertificateMessage: [UInt8]?
  var judge: ((TLSPeerFlight) -> PeerVerdict)?
  /// Set once the judge has decided.
  var judgement: PeerVerdict?
  /// The extensions that the client sent, and those in the server's messages.
  var extensions = AnsweredExtensions()
  /// The chain that waits for the staple, which in TLS 1.2 comes after the Certificate message.
  var flightAwaitingStaple: TLSPeerFlight?
  var requestsStaple = false
  var requestsSCTs = false
  /// The SignedCertificateTimestampList that came, on a client.
  var sctList: [UInt8]?
  /// Asked when the server wants the client's certificate; nil: the context's identity is sent.
  var identify: ((TLSCertificateRequest) -> TLSIdentityAnswer)?
  /// Why the identity that was chosen could not be used.
  var identityFailure: OpenSSLFailure?
  /// The newest session of a client.
  var session: TLSSession?

  init(context: TLSContext) throws(OpenSSLFailure) {
    self.context = context
    unsafe pointer = try OpenSSLFailure.check("make a TLS connection") { unsafe SSL_new(context.pointer) }
    unsafe rogues_ssl_set_owner(pointer, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit { unsafe SSL_free(pointer) }

  static func owner(of ssl: UnsafePointer<SSL>?) -> TLSHandle? {
    guard let ssl = unsafe ssl, let raw = unsafe rogues_ssl_owner(ssl) else { return nil }
    return unsafe Unmanaged<TLSHandle>.fromOpaque(raw).takeUnretainedValue()
  }

  // MARK: What was agreed

  var facts: TLSFacts {
    let cipher = unsafe SSL_get_current_cipher(pointer)
    var name: UnsafePointer<UInt8>?
    var length: UInt32 = 0
    unsafe SSL_get0_alpn_selected(pointer, &name, &length)
    let alpn = unsafe String(decoding: UnsafeBufferPointer(start: name, count: Int(length)), as: UTF8.self)
    return unsafe TLSFacts(
      version: UInt16(truncatingIfNeeded: SSL_version(pointer)),
      cipherSuite: cipher == nil ? nil : SSL_CIPHER_get_protocol_id(cipher),
      alpn: alpn.isEmpty ? nil : alpn, isResumed: SSL_session_reused(pointer) == 1,
      isEstablished: SSL_is_init_finished(pointer) == 1)
  }

  /// The OCSP response that came, on a client.
  var staple: [UInt8]? {
    var start: UnsafePointer<UInt8>?
    let length = unsafe rogues_ssl_staple(pointer, &start)
    guard length > 0, let start = unsafe start else { return nil }
    return unsafe Array(UnsafeBufferPointer(start: start, count: length))
  }

  // MARK: Calls

  enum Result {
    case done(Int)
    case wantsRead, wantsWrite
    /// The peer sent close_notify.
    case closed
    case failed(TLSFault)
  }

  /// Runs one call of libssl, with the error queue empty before it and drained after it.
  func perform(_ operation: String, _ body: (UnsafeMutablePointer<SSL>) -> CInt) -> Result {
    OpenSSLFailure.clearQueue()
    let result = unsafe body(pointer)
    if result > 0 { return .done(Int(result)) }
    switch unsafe SSL_get_error(pointer, result) {
    case SSL_ERROR_WANT_READ: return .wantsRead
    case SSL_ERROR_WANT_WRITE: return .wantsWrite
    case SSL_ERROR_ZERO_RETURN: return .closed
    case SSL_ERROR_SYSCALL:
      return .failed(TLSFault(failure: OpenSSLFailure.drainQueue(operation), isTransport: true, alerts: alerts))
    default:
      let failure = OpenSSLFailure.drainQueue(operation)
      let isEnd = failure.entries.contains { $0.reason == Int(SSL_R_UNEXPECTED_EOF_WHILE_READING) }
      return .failed(TLSFault(failure: failure, isTransport: isEnd, alerts: alerts))
    }
  }
}

/// The results of a handshake.
public struct TLSFacts: Sendable, Hashable {
  /// Wire number.
  public var version: UInt16
  /// IANA number.
  public var cipherSuite: UInt16?
  public var alpn: String?
  public var isResumed: Bool
  public var isEstablished: Bool
}

/// A connection ended in another way than by close_notify.
public struct TLSFault: Error, Sendable, Hashable, CustomStringConvertible {
  public var failure: OpenSSLFailure
  /// The transport ended or broke, rather than the protocol.
  public var isTransport: Bool
  /// Every alert of the connection until now.
  public var alerts: [TLSAlert]

  /// The fatal alert that the peer sent.
  public var received: TLSAlertCode? { alerts.last { $0.direction == .received && $0.isFatal }?.code }
  /// The fatal alert that this side sent.
  public var sent: TLSAlertCode? { alerts.last { $0.direction == .sent && $0.isFatal }?.code }

  public var description: String { failure.description }
}
