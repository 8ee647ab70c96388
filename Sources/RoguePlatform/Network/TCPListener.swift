#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A listening TCP port on 127.0.0.1; never blocks, closed when the last reference goes.
public final class TCPListener: Sendable {
  private let socket: TCPSocket
  public let port: UInt16

  public var descriptor: Int32 { socket.descriptor }

  public enum AcceptResult: Sendable {
    case accepted(TCPSocket)
    /// No connection is waiting.
    case none
    case failed(SystemError)
  }

  /// - Parameters:
  ///   - port: nil for one that the kernel chooses.
  ///   - host: an IPv4 address of this machine in dotted form.
  public init(
    port wanted: UInt16? = nil, address host: String = "127.0.0.1", backlog: Int32 = 1024
  ) throws(SystemError) {
    socket = try TCPSocket.make(isBlocking: false)
    if wanted != nil {
      // A requested port may still have old connections in TIME_WAIT.
      var on: Int32 = 1
      _ = unsafe setsockopt(
        socket.descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    }
    guard var address = SocketAddress.address(host, wanted ?? 0) else {
      throw SystemError(code: EINVAL, operation: "take '\(host)' for an IPv4 address")
    }
    let descriptor = socket.descriptor
    guard unsafe SocketAddress.withPointer(to: &address, { unsafe bind(descriptor, $0, $1) }) == 0 else {
      throw .last("bind to port \(wanted ?? 0) of \(host)")
    }
    guard listen(descriptor, backlog) == 0 else { throw .last("listen") }
    var length = socklen_t(0)
    let result = unsafe SocketAddress.withPointer(to: &address) { pointer, size in
      length = size
      return unsafe getsockname(descriptor, pointer, &length)
    }
    guard result == 0 else { throw .last("ask for the port") }
    port = UInt16(bigEndian: address.sin_port)
  }

  public func accept() -> AcceptResult {
    while true {
      let listener = socket.descriptor
      var address = SocketAddress.loopback(0)
      let descriptor = unsafe SocketAddress.withPointer(to: &address) { pointer, size in
        var length = size
        #if canImport(Darwin)
          return unsafe Darwin.accept(listener, pointer, &length)
        #else
          return unsafe GNUCalls.acceptNonBlocking(listener, pointer, &length)
        #endif
      }
      if descriptor >= 0 {
        let peer = SocketEnds.End(address: address.sin_addr.s_addr, port: address.sin_port)
        let accepted = TCPSocket(owning: descriptor, acceptedFrom: peer)
        #if canImport(Darwin)
          // Children close what they inherit, so a fork between these two calls does no harm.
          _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
          accepted.ignoreBrokenPipe()
          do { try accepted.makeNonBlocking() } catch { return .failed(error) }
        #endif
        accepted.sendAtOnce()
        return .accepted(accepted)
      }
      // A client that was gone before it was accepted is no client.
      if errno == EINTR || errno == ECONNABORTED { continue }
      return TCPSocket.isTemporary(errno) ? .none : .failed(.last("accept"))
    }
  }

  /// Waits for a client, at most so long, and returns a blocking socket: for servers with a thread for each connection.
  public func waitForConnection(milliseconds: Int32) -> TCPSocket? {
    var polled = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&polled, 1, milliseconds) > 0 else { return nil }
    #if canImport(Darwin)
      let descriptor = unsafe Darwin.accept(socket.descriptor, nil, nil)
    #else
      let descriptor = Glibc.accept(socket.descriptor, nil, nil)
    #endif
    guard descriptor >= 0 else { return nil }
    let accepted = TCPSocket(owning: descriptor)
    accepted.sendAtOnce()
    return accepted
  }

  /// Whether a client waits to be accepted.
  public var hasArrivals: Bool {
    var polled = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&polled, 1, 0) > 0
  }

  public func close() { socket.close() }
}
