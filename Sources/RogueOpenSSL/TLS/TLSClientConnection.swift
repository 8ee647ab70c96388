internal import COpenSSL

/// A TLS client over a connected, blocking socket; deadlines are the socket's own (SO_RCVTIMEO, SO_SNDTIMEO).
///
/// Does not own the socket. Not thread-safe: one connection belongs to one thread at a time.
public final class TLSClientConnection {
  /// What differs from one connection of a context to the next.
  public struct Settings: Sendable {
    /// Sent as SNI; nil sends none. The certificate is not compared with it.
    public var host: String?
    public var alpn: [String]
    /// Nil: the context's.
    public var versions: TLSVersionRange?
    public var asksForStaple: Bool
    /// Asks for signed certificate timestamps in the TLS extension.
    public var asksForSCTs: Bool
    /// Answers a request for its certificate after the handshake (RFC 8446, section 4.2.6).
    public var offersPostHandshakeAuthentication = true
    public var resume: TLSSession?

    public init(
      host: String?, alpn: [String] = [], versions: TLSVersionRange? = nil, asksForStaple: Bool = false,
      asksForSCTs: Bool = false, resume: TLSSession? = nil
    ) {
      self.host = host
      self.alpn = alpn
      self.versions = versions
      self.asksForStaple = asksForStaple
      self.asksForSCTs = asksForSCTs
      self.resume = resume
    }
  }

  public enum ReadResult: Sendable {
    case bytes([UInt8])
    /// The peer sent close_notify.
    case closed
    /// The transport ended without close_notify.
    case ended
  }

  /// Why a call did not do its work.
  public enum Trouble: Error, Sendable {
    /// The socket's own deadline passed.
    case timedOut
    /// The judge refused the server's certificates; there was no error.
    case refused
    case fault(TLSFault)
    case setUp(OpenSSLFailure)
  }

  private let handle: TLSHandle

  /// - Parameters:
  ///   - descriptor: a connected, blocking socket that outlives the connection.
  ///   - judge: called once, in the handshake, with the server's list; not called for a resumed session, because the
  ///     server presents nothing then. With `asksForStaple` in TLS 1.2 it is called after ServerHelloDone, because the
  ///     staple comes no earlier, and a refusal is always sent as bad_certificate_status_response.
  public init(
    descriptor: Int32, context: TLSContext, settings: Settings, judge: @escaping (TLSPeerFlight) -> PeerVerdict
  ) throws(Trouble) {
    do throws(OpenSSLFailure) {
      handle = try TLSHandle(context: context)
      handle.judge = judge
      unsafe SSL_set_connect_state(handle.pointer)
      try OpenSSLFailure.checkCode("join TLS and socket") { unsafe SSL_set_fd(handle.pointer, descriptor) }
      try Self.apply(settings, to: handle)
    } catch {
      throw .setUp(error)
    }
  }

  static func apply(_ settings: Settings, to handle: TLSHandle) throws(OpenSSLFailure) {
    if let host = settings.host {
      try OpenSSLFailure.checkCode("set the server name") { unsafe rogues_ssl_set_host_name(handle.pointer, host) }
    }
    if let versions = settings.versions {
      try OpenSSLFailure.checkCode("set the TLS versions") {
        unsafe rogues_ssl_set_version_range(handle.pointer, CInt(versions.minimum), CInt(versions.maximum))
      }
    }
    if !settings.alpn.isEmpty {
      let names = settings.alpn.flatMap { [UInt8(truncatingIfNeeded: $0.utf8.count)] + Array($0.utf8) }
      OpenSSLFailure.clearQueue()
      // This one call returns 0 on success.
      guard unsafe SSL_set_alpn_protos(handle.pointer, names, UInt32(names.count)) == 0 else {
        throw OpenSSLFailure.drainQueue("set the ALPN offer")
      }
    }
    if !settings.offersPostHandshakeAuthentication { unsafe SSL_set_post_handshake_auth(handle.pointer, 0) }
    handle.asksForSCTs = settings.asksForSCTs
    if settings.asksForStaple {
      handle.asksForStaple = true
      unsafe rogues_ssl_ask_for_staple(handle.pointer)
    }
    if let session = settings.resume {
      try OpenSSLFailure.checkCode("resume a session") { unsafe SSL_set_session(handle.pointer, session.pointer) }
    }
  }

  public func handshake() throws(Trouble) {
    switch unsafe handle.perform("TLS handshake", { unsafe SSL_do_handshake($0) }) {
    case .done: return
    case let other:
      if let judgement = handle.judgement, judgement != .accept { throw .refused }
      throw trouble(other, "the server closed during the handshake")
    }
  }

  /// At most 16 KiB.
  public func read() throws(Trouble) -> ReadResult {
    var bytes = [UInt8](repeating: 0, count: 16_384)
    switch unsafe handle.perform("TLS read", { unsafe SSL_read($0, &bytes, CInt(bytes.count)) }) {
    case .done(let count): return .bytes(Array(bytes.prefix(count)))
    case .closed: return .closed
    case .failed(let fault) where fault.isTransport: return .ended
    case let other: throw trouble(other, "TLS read")
    }
  }

  public func write(_ bytes: [UInt8]) throws(Trouble) {
    var sent = 0
    while sent < bytes.count {
      let result = unsafe handle.perform("TLS write") { ssl in
        unsafe bytes.withUnsafeBytes { buffer in
          unsafe SSL_write(ssl, buffer.baseAddress.map { unsafe $0 + sent }, CInt(bytes.count - sent))
        }
      }
      guard case .done(let count) = result else { throw trouble(result, "the server closed while it was written to") }
      sent += count
    }
  }

  /// Sends close_notify; does not wait for the server's.
  public func close() { _ = unsafe handle.perform("TLS close") { unsafe SSL_shutdown($0) } }

  private func trouble(_ result: TLSHandle.Result, _ words: String) -> Trouble {
    switch result {
    case .wantsRead, .wantsWrite: .timedOut
    case .failed(let fault): .fault(fault)
    case .closed, .done:
      .fault(TLSFault(failure: OpenSSLFailure(operation: words), isTransport: false, alerts: handle.alerts))
    }
  }

  public var facts: TLSFacts { handle.facts }
  public var alerts: [TLSAlert] { handle.alerts }
  /// What the judge said; nil when it was not asked.
  public var judgement: PeerVerdict? { handle.judgement }
  /// The newest session that may be resumed. In TLS 1.3 it comes with the first read after the handshake.
  public var session: TLSSession? { handle.session }
}
