#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif
internal import Synchronization

/// An IPv4 TCP socket on loopback; closed with its last reference.
///
/// Sendable so that it can move between threads; one thread at a time uses it.
public final class TCPSocket: Sendable {
  private let state: Atomic<Int32>
  /// The ends of a connection that this process has made.
  private let own = Mutex<SocketEnds?>(nil)

  /// The peer's address of an accepted socket, which the socket no longer reports once the peer has reset it.
  let acceptedFrom: SocketEnds.End?

  /// Takes ownership of `descriptor`.
  init(owning descriptor: Int32, acceptedFrom: SocketEnds.End? = nil) {
    state = Atomic(descriptor)
    self.acceptedFrom = acceptedFrom
  }

  deinit { close() }

  /// -1 once closed, which every system call refuses.
  public var descriptor: Int32 { state.load(ordering: .relaxed) }

  public enum ReceiveResult: Sendable {
    case bytes([UInt8])
    /// Nothing there yet (or, on a blocking socket, until its deadline).
    case wouldBlock
    /// The peer sent FIN.
    case end
    case failed(SystemError)
  }

  public enum SendResult: Sendable {
    /// How many bytes the kernel took.
    case sent(Int)
    case wouldBlock
    case failed(SystemError)
  }

  /// At most 16 KiB.
  public func receive() -> ReceiveResult {
    var scratch = [UInt8](repeating: 0, count: 16_384)
    return receive(through: &scratch)
  }

  /// At most as much as `scratch` holds.
  ///
  /// - Parameter scratch: for callers that receive again and again: an allocation of that size for each call costs more
  ///   than the call, and what is kept should not hold on to it.
  public func receive(through scratch: inout [UInt8]) -> ReceiveResult {
    var result = 0
    repeat {
      unsafe scratch.withUnsafeMutableBytes { buffer in
        result = unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
      }
    } while result < 0 && errno == EINTR
    if result > 0 { return .bytes(Array(scratch[..<result])) }
    if result == 0 { return .end }
    return Self.isTemporary(errno) ? .wouldBlock : .failed(.last("receive"))
  }

  public func send(_ bytes: ArraySlice<UInt8>) -> SendResult {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      // A peer that is gone is an error here, not a signal.
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    while true {
      let result = unsafe bytes.withUnsafeBytes { buffer in
        #if canImport(Darwin)
          unsafe Darwin.send(descriptor, buffer.baseAddress, buffer.count, flags)
        #else
          unsafe Glibc.send(descriptor, buffer.baseAddress, buffer.count, flags)
        #endif
      }
      if result >= 0 { return .sent(result) }
      if errno == EINTR { continue }
      return Self.isTemporary(errno) ? .wouldBlock : .failed(.last("send"))
    }
  }

  /// Sends FIN; later data of the peer can be read.
  public func finishSending() {
    #if canImport(Darwin)
      _ = shutdown(descriptor, SHUT_WR)
    #else
      _ = shutdown(descriptor, Int32(SHUT_WR))
    #endif
  }

  public func close() {
    let descriptor = state.exchange(-1, ordering: .relaxed)
    guard descriptor >= 0 else { return }
    if let ends = own.withLock({ $0 }) { LocalConnections.shared.remove(ends) }
    #if canImport(Darwin)
      _ = Darwin.close(descriptor)
    #else
      _ = Glibc.close(descriptor)
    #endif
  }

  /// Notes that the connection is this process's own, until it is closed.
  ///
  /// - Parameter address: that it is made to.
  func claim(to address: sockaddr_in) {
    guard let ends = ends(to: address) else { return }
    own.withLock { $0 = ends }
    LocalConnections.shared.insert(ends)
  }

  /// Closes so that the peer gets RST.
  public func reset() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    close()
  }

  /// The outcome of a non-blocking connect, once the socket is writable.
  public var pendingFailure: SystemError? {
    var code: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length) == 0 else { return .last("connect") }
    return code == 0 ? nil : SystemError(code: code, operation: "connect")
  }

  static func isTemporary(_ code: Int32) -> Bool { code == EAGAIN || code == EWOULDBLOCK }
}
