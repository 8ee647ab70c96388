internal import COpenSSL

/// libssl on a connected, blocking socket, with nothing in between. Does not own the socket.
///
/// Not thread-safe: one connection belongs to one thread at a time.
@safe public final class BareTLSConnection {
  private let pointer: UnsafeMutablePointer<SSL>

  /// - Parameters:
  ///   - descriptor: of a socket that outlives the connection.
  ///   - host: sent as SNI by a client, and compared with the server's certificate; nil does neither.
  ///   - session: is offered by a client.
  public init(
    _ context: BareTLSContext, descriptor: Int32, host: String? = nil, session: BareSession? = nil
  ) throws(BareFailure) {
    unsafe pointer = try BareFailure.check("make a TLS connection", unsafe SSL_new(context.pointer))
    try BareFailure.check("join TLS and socket", unsafe SSL_set_fd(pointer, descriptor))
    if let host {
      try BareFailure.check("set the server name", unsafe rogues_ssl_set_host_name(pointer, host))
      try BareFailure.check("expect a name", unsafe SSL_set1_host(pointer, host))
    }
    if let session {
      try BareFailure.check("offer a session", unsafe SSL_set_session(pointer, session.pointer))
    }
    if context.isServer {
      unsafe SSL_set_accept_state(pointer)
    } else {
      unsafe SSL_set_connect_state(pointer)
    }
  }

  deinit { unsafe SSL_free(pointer) }

  public func handshake() throws(BareFailure) {
    try BareFailure.check("TLS handshake", unsafe SSL_do_handshake(pointer))
  }

  /// Whether the server took up the session that was offered.
  public var isResumed: Bool { unsafe SSL_session_reused(pointer) == 1 }

  /// The newest session, for a later connection; nil if the server issued none.
  public var session: BareSession? {
    guard let pointer = unsafe SSL_get1_session(pointer) else { return nil }
    let session = unsafe BareSession(owning: pointer)
    return unsafe SSL_SESSION_is_resumable(pointer) == 1 ? session : nil
  }

  /// One record of at most 1 KiB; empty when the peer ended the connection.
  public func read() throws(BareFailure) -> [UInt8] {
    ERR_clear_error()
    var result: CInt = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 1024) { buffer, count in
      result = unsafe SSL_read(pointer, buffer.baseAddress, CInt(buffer.count))
      count = max(0, Int(result))
    }
    guard unsafe result > 0 || SSL_get_error(pointer, result) == SSL_ERROR_ZERO_RETURN else {
      throw BareFailure("TLS read")
    }
    return bytes
  }

  public func write(_ bytes: [UInt8]) throws(BareFailure) {
    try BareFailure.check("TLS write", unsafe SSL_write(pointer, bytes, CInt(bytes.count)))
  }

  /// Sends close_notify, and does not wait for the peer's.
  public func close() {
    _ = unsafe SSL_shutdown(pointer)
    ERR_clear_error()
  }
}

/// A session that a connection left behind. Sendable: libssl counts its owners, and nobody changes it.
@safe public final class BareSession: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<SSL_SESSION>

  init(owning pointer: UnsafeMutablePointer<SSL_SESSION>) { unsafe self.pointer = unsafe pointer }

  deinit { unsafe SSL_SESSION_free(pointer) }
}
