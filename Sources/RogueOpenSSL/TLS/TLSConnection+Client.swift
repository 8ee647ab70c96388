internal import COpenSSL

extension TLSConnection {
  /// The settings that differ between the clients of a context.
  public struct ClientSettings: Sendable {
    /// Sent as SNI; nil sends none. The certificate is not compared with it.
    public var host: String?
    public var alpn: [String]
    /// Nil: the context's.
    public var versions: TLSVersionRange?
    public var requestsStaple: Bool
    /// Asks for signed certificate timestamps in the TLS extension.
    public var requestsSCTs: Bool
    /// Answers a request for its certificate after the handshake (RFC 8446, section 4.2.6).
    public var offersPostHandshakeAuthentication = true
    public var resume: TLSSession?

    public init(
      host: String?, alpn: [String] = [], versions: TLSVersionRange? = nil, requestsStaple: Bool = false,
      requestsSCTs: Bool = false, resume: TLSSession? = nil
    ) {
      self.host = host
      self.alpn = alpn
      self.versions = versions
      self.requestsStaple = requestsStaple
      self.requestsSCTs = requestsSCTs
      self.resume = resume
    }
  }

  /// A client whose caller moves the bytes: it can send a Finished and a request at once, read a whole flight with one
  /// system call, and keep a deadline that a trickling server cannot stretch.
  ///
  /// - Parameter judge: called once, in the handshake, with the server's list; not called for a resumed session, because
  ///   the server presents nothing then. With `requestsStaple` in TLS 1.2 it is called after ServerHelloDone, because the
  ///   staple comes no earlier, and a refusal is always sent as bad_certificate_status_response.
  public convenience init(
    client context: TLSContext, settings: ClientSettings, judge: @escaping (TLSPeerFlight) -> PeerVerdict
  ) throws(OpenSSLFailure) {
    try self.init(client: context, host: settings.host, judge: judge)
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
    handle.requestsSCTs = settings.requestsSCTs
    if settings.requestsStaple {
      handle.requestsStaple = true
      unsafe rogues_ssl_ask_for_staple(handle.pointer)
    }
    if let session = settings.resume {
      try OpenSSLFailure.checkCode("resume a session") { unsafe SSL_set_session(handle.pointer, session.pointer) }
    }
  }

  /// The newest session that may be resumed. In TLS 1.3 it comes with the first read after the handshake.
  public var session: TLSSession? { handle.session }

  /// Sends application data together with the ClientHello; only before the handshake, and only if the resumed session
  /// allows it. The handshake continues as usual afterwards.
  public func writeEarly(_ bytes: [UInt8]) throws(TLSFault) {
    let result = unsafe handle.perform("TLS early data") { ssl in
      unsafe bytes.withUnsafeBytes { buffer in
        var written = 0
        return unsafe SSL_write_early_data(ssl, buffer.baseAddress, buffer.count, &written)
      }
    }
    if case .failed(let fault) = result { throw fault }
  }

  /// Whether the server has taken the early data; after the handshake.
  public var earlyDataWasTaken: Bool { unsafe SSL_get_early_data_status(handle.pointer) == SSL_EARLY_DATA_ACCEPTED }
}
