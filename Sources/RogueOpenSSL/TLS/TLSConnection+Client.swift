extension TLSConnection {
  /// A client whose caller moves the bytes: it can send a Finished and a request at once, read a whole flight with one
  /// system call, and keep a deadline that a trickling server cannot stretch.
  ///
  /// - Parameter judge: asked as `TLSClientConnection` asks it.
  public convenience init(
    client context: TLSContext, settings: TLSClientConnection.Settings,
    judge: @escaping (TLSPeerFlight) -> TLSJudgement
  ) throws(OpenSSLFailure) {
    try self.init(client: context, host: nil, judge: judge)
    try TLSClientConnection.apply(settings, to: handle)
  }

  /// The newest session that may be resumed. In TLS 1.3 it comes with the first read after the handshake.
  public var session: TLSSession? { handle.session }
}
