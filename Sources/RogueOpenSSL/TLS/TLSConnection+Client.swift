internal import COpenSSL

extension TLSConnection {
  /// What differs from one client connection of a context to the next.
  public struct ClientOptions: Sendable {
    /// Sent as SNI; nil sends none. No check is made against it.
    public var host: String?
    public var alpn: [String]
    /// Nil: the context's.
    public var versions: TLSVersionRange?
    public var asksForStaple: Bool
    public var resume: TLSSession?

    public init(
      host: String?, alpn: [String] = [], versions: TLSVersionRange? = nil, asksForStaple: Bool = false,
      resume: TLSSession? = nil
    ) {
      self.host = host
      self.alpn = alpn
      self.versions = versions
      self.asksForStaple = asksForStaple
      self.resume = resume
    }
  }

  /// A client.
  ///
  /// - Parameter judge: asked once, in the handshake, about the server's list; not asked when a session is resumed,
  ///   because then the server presents nothing. With `asksForStaple` under TLS 1.2 it is asked after ServerHelloDone,
  ///   and a refusal is always sent as bad_certificate_status_response: the staple comes no earlier.
  public convenience init(
    client context: TLSContext, options: ClientOptions, judge: @escaping (TLSPeerFlight) -> TLSJudgement
  ) throws(OpenSSLFailure) {
    try self.init(client: context, host: options.host, judge: judge)
    if let versions = options.versions {
      try OpenSSLFailure.checkCode("set the TLS versions") {
        unsafe rogues_ssl_set_version_range(handle.pointer, CInt(versions.minimum), CInt(versions.maximum))
      }
    }
    if !options.alpn.isEmpty {
      let names = options.alpn.flatMap { [UInt8(truncatingIfNeeded: $0.utf8.count)] + Array($0.utf8) }
      OpenSSLFailure.clearQueue()
      // This one call returns 0 on success.
      guard unsafe SSL_set_alpn_protos(handle.pointer, names, UInt32(names.count)) == 0 else {
        throw OpenSSLFailure.drainQueue("set the ALPN offer")
      }
    }
    if options.asksForStaple {
      handle.asksForStaple = true
      unsafe rogues_ssl_ask_for_staple(handle.pointer)
    }
    if let session = options.resume {
      try OpenSSLFailure.checkCode("resume a session") { unsafe SSL_set_session(handle.pointer, session.pointer) }
    }
  }

  /// The newest session that may be resumed. In TLS 1.3 it comes with the first read after the handshake.
  public var session: TLSSession? { handle.session }
}
