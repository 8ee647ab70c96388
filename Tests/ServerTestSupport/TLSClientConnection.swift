package import RogueOpenSSL
package import RoguePlatform

/// A libssl client over a connected, blocking socket, whose deadlines are its own.
///
/// Does not close the socket. Not thread-safe: one connection belongs to one thread at a time.
package final class TLSClientConnection {
  package enum ReadResult {
    case bytes([UInt8])
    /// The peer sent close_notify.
    case closed
    /// The transport ended without close_notify.
    case ended
  }

  /// Why a call did not do its work.
  package enum Trouble: Error {
    case timedOut
    /// The judge refused the server's certificates; there was no error.
    case refused
    /// The transport ended.
    case ended
    case fault(TLSFault)
  }

  private let socket: TCPSocket
  private let connection: TLSConnection

  package init(
    socket: TCPSocket, context: TLSContext, settings: TLSConnection.ClientSettings,
    judge: @escaping (TLSPeerFlight) -> PeerVerdict
  ) throws(OpenSSLFailure) {
    self.socket = socket
    connection = try TLSConnection(client: context, settings: settings, judge: judge)
  }

  package func handshake() throws(Trouble) {
    while true {
      let step = connection.handshake()
      // What the server said before it went away can still be read.
      send()
      switch step {
      case .established: return
      case .wantsRead: if let trouble = receive() { throw trouble }
      case .failed(let fault):
        if let judgement = connection.judgement, judgement != .accept { throw .refused }
        throw .fault(fault)
      }
    }
  }

  package func read() throws(Trouble) -> ReadResult {
    while true {
      let step = connection.read()
      send()
      switch step {
      case .bytes(let bytes): return .bytes(bytes)
      case .closed: return .closed
      case .failed(let fault): throw .fault(fault)
      case .wantsRead:
        switch receive() {
        case nil: continue
        case .ended: return .ended
        case let trouble?: throw trouble
        }
      }
    }
  }

  package func write(_ bytes: [UInt8]) throws(Trouble) {
    do { try connection.write(bytes) } catch { throw .fault(error) }
    guard send() else { throw .ended }
  }

  /// Sends close_notify; does not wait for the server's.
  package func close() {
    connection.close()
    send()
  }

  package var facts: TLSFacts { connection.facts }
  package var alerts: [TLSAlert] { connection.alerts }
  /// The newest session that may be resumed. In TLS 1.3 it comes with the first read after the handshake.
  package var session: TLSSession? { connection.session }

  /// False when the peer does not take it.
  @discardableResult private func send() -> Bool {
    var rest = connection.takeOutput()[...]
    while !rest.isEmpty {
      guard case .sent(let count) = socket.send(rest) else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// - Returns: nil when the connection has more bytes now.
  private func receive() -> Trouble? {
    switch socket.receive() {
    case .bytes(let bytes):
      connection.receive(bytes)
      return nil
    case .wouldBlock: return .timedOut
    case .end, .failed: return .ended
    }
  }
}
