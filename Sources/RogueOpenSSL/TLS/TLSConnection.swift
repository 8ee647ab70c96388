internal import COpenSSL

/// A TLS connection without a transport: bytes in, bytes out.
///
/// A pure state machine, so that its driver can record the bytes, delay them or run thousands of connections on one
/// thread. Not thread-safe: one connection belongs to one thread at a time.
@safe public final class TLSConnection {
  public enum HandshakeStep {
    case established
    case wantsRead
    case failed(TLSFault)
  }

  public enum ReadStep {
    case bytes([UInt8])
    case wantsRead
    /// The peer sent close_notify.
    case closed
    case failed(TLSFault)
  }

  let handle: TLSHandle
  private let input: UnsafeMutablePointer<BIO>
  private let output: UnsafeMutablePointer<BIO>

  /// - Parameter judge: called with the peer's certificate list, on the thread that runs the connection.
  public init(server context: TLSContext, judge: ((TLSPeerFlight) -> PeerVerdict)? = nil) throws(OpenSSLFailure) {
    handle = try TLSHandle(context: context)
    unsafe input = try OpenSSLFailure.check("make a buffer") { unsafe BIO_new(BIO_s_mem()) }
    do {
      unsafe output = try OpenSSLFailure.check("make a buffer") { unsafe BIO_new(BIO_s_mem()) }
    } catch {
      unsafe BIO_free(input)
      throw error
    }
    handle.judge = judge
    // The connection owns both from here on.
    unsafe SSL_set_bio(handle.pointer, input, output)
    unsafe SSL_set_accept_state(handle.pointer)
  }

  /// A client, for tests and for callers with another transport.
  public convenience init(
    client context: TLSContext, host: String?, judge: @escaping (TLSPeerFlight) -> PeerVerdict
  ) throws(OpenSSLFailure) {
    try self.init(server: context, judge: judge)
    unsafe SSL_set_connect_state(handle.pointer)
    if let host {
      try OpenSSLFailure.checkCode("set the server name") { unsafe rogues_ssl_set_host_name(handle.pointer, host) }
    }
  }

  /// Gives the connection bytes that came from the peer.
  public func receive(_ bytes: some Collection<UInt8>) {
    guard !bytes.isEmpty else { return }
    let written: ()? = bytes.withContiguousStorageIfAvailable { buffer in
      _ = unsafe BIO_write(input, buffer.baseAddress, CInt(buffer.count))
    }
    if written == nil { receive(Array(bytes)) }
  }

  /// Takes what must be sent to the peer; empty when there is nothing.
  public func takeOutput() -> [UInt8] {
    let pending = Int(unsafe rogues_bio_pending(output))
    guard pending > 0 else { return [] }
    return unsafe [UInt8](unsafeUninitializedCapacity: pending) { buffer, count in
      count = max(0, Int(unsafe BIO_read(output, buffer.baseAddress, CInt(pending))))
    }
  }

  public func handshake() -> HandshakeStep {
    switch unsafe handle.perform("TLS handshake", { unsafe SSL_do_handshake($0) }) {
    case .done: .established
    case .wantsRead, .wantsWrite: .wantsRead
    case .closed:
      .failed(
        TLSFault(
          failure: OpenSSLFailure(operation: "the peer closed during the handshake"),
          isTransport: false, alerts: handle.alerts))
    case .failed(let fault): .failed(fault)
    }
  }

  /// Reads at most 1000 bytes of application data.
  public func read() -> ReadStep {
    var bytes: [UInt8] = []
    var result = TLSHandle.Result.wantsRead
    // Requests and replies are shorter, and memory for a whole record would cost more than decrypting one.
    bytes = unsafe [UInt8](unsafeUninitializedCapacity: 1000) { buffer, count in
      result = unsafe handle.perform("TLS read") { unsafe SSL_read($0, buffer.baseAddress, 1000) }
      if case .done(let length) = result { count = length }
    }
    switch result {
    case .done: return .bytes(bytes)
    case .wantsRead, .wantsWrite: return .wantsRead
    case .closed: return .closed
    case .failed(let fault): return .failed(fault)
    }
  }

  /// Encrypts bytes for the peer; they come out of `takeOutput`.
  public func write(_ bytes: [UInt8]) throws(TLSFault) {
    guard !bytes.isEmpty else { return }
    var sent = 0
    while sent < bytes.count {
      let result = unsafe handle.perform("TLS write") { ssl in
        unsafe bytes.withUnsafeBytes { buffer in
          unsafe SSL_write(ssl, buffer.baseAddress.map { unsafe $0 + sent }, CInt(bytes.count - sent))
        }
      }
      switch result {
      case .done(let count): sent += count
      case .failed(let fault): throw fault
      case .wantsRead, .wantsWrite, .closed:
        throw TLSFault(
          failure: OpenSSLFailure(operation: "TLS write while the connection cannot"), isTransport: false,
          alerts: handle.alerts)
      }
    }
  }

  /// Sends close_notify, once.
  public func close() { _ = unsafe handle.perform("TLS close") { unsafe SSL_shutdown($0) } }

  public var facts: TLSFacts { handle.facts }
  public var alerts: [TLSAlert] { handle.alerts }
  public var judgement: PeerVerdict? { handle.judgement }
  /// The peer's Certificate message byte for byte, when one came.
  public var peerCertificateMessage: [UInt8]? { handle.peerCertificateMessage }

  /// Takes the key log's lines since the last call; a client keeps none.
  public func takeSecrets() -> [TLSSecret] {
    let secrets = handle.secrets
    handle.secrets = []
    return secrets
  }
}
