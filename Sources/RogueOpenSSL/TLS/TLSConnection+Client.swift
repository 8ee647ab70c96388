internal import COpenSSL

extension TLSConnection {
  /// A client whose caller moves the bytes: it can send a Finished and a request at once, read a whole flight with one
  /// system call, and keep a deadline that a trickling server cannot stretch.
  ///
  /// - Parameter judge: asked as `TLSClientConnection` asks it.
  public convenience init(
    client context: TLSContext, settings: TLSClientConnection.Settings,
    judge: @escaping (TLSPeerFlight) -> PeerVerdict
  ) throws(OpenSSLFailure) {
    try self.init(client: context, host: nil, judge: judge)
    try TLSClientConnection.apply(settings, to: handle)
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
