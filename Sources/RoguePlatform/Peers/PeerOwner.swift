#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Which process owns the other end of a loopback connection.
///
/// Any process of the machine can connect to a port. On Linux, the kernel reports the socket at the other end, and
/// `/proc` which process holds it.
public enum PeerOwner: Sendable, Hashable {
  /// This process.
  case harness
  /// A process that this one has started, or a descendant of it.
  case child
  /// The client that was there before, which was declared.
  case declared
  /// Another process of the machine, or a child that was to speak to other ports.
  ///
  /// - Parameter name: such as `process 4711 (python3) of user 1000`.
  case stranger(name: String)
  /// No process holds the other end any more: its process closed it, or has ended.
  case gone
  /// The system cannot say; `doubt` says why.
  case unknown

  /// Why this system cannot say whose connections are, as the rest of a sentence; nil: it can. A connection that this
  /// process opened itself is known everywhere.
  ///
  /// The kernel is queried once about a connection of this process, and must name this process.
  public static var doubt: String? {
    #if os(Linux)
      SocketDiagnosis.shared.doubt
    #else
      "this system does not report the process that holds a connection"
    #endif
  }
}

extension TCPSocket {
  /// The owner of the other end of a socket that was just accepted.
  ///
  /// - Parameters:
  ///   - port: the listener's; children that were given ports may connect only to these. Nil: all children may connect.
  ///   - isThorough: searches all processes of the machine for one that is not where it is expected, so that strangers
  ///     have a name. That takes milliseconds, too long for a flood of them.
  public func peerOwner(at port: UInt16?, isThorough: Bool = true) -> PeerOwner {
    guard let ends = ends else { return .gone }
    if LocalConnections.shared.claim(ends.asSeenByPeer) { return .harness }
    #if os(Linux)
      let owner = PeerSearch(ends: ends, port: port).owner(isThorough: isThorough)
      // One of our own may have been noted and closed while it was searched for.
      return owner == .gone && LocalConnections.shared.claim(ends.asSeenByPeer) ? .harness : owner
    #else
      return .unknown
    #endif
  }

  /// Both addresses; nil when the connection has broken already.
  var ends: SocketEnds? {
    guard let remote = unsafe acceptedFrom ?? address(getpeername), let local = unsafe address(getsockname) else {
      return nil
    }
    return SocketEnds(local: local, remote: remote)
  }

  /// Of a connection that is being made, whose other end need not have answered yet.
  func ends(to remote: sockaddr_in) -> SocketEnds? {
    guard let local = unsafe address(getsockname) else { return nil }
    return SocketEnds(local: local, remote: SocketEnds.End(address: remote.sin_addr.s_addr, port: remote.sin_port))
  }

  @unsafe private func address(
    _ ask: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
  ) -> SocketEnds.End? {
    var address = SocketAddress.loopback(0)
    let result = unsafe SocketAddress.withPointer(to: &address) { pointer, size in
      var length = size
      return unsafe ask(descriptor, pointer, &length)
    }
    guard result == 0 else { return nil }
    return SocketEnds.End(address: address.sin_addr.s_addr, port: address.sin_port)
  }
}

/// The two ends of an IPv4 TCP connection, as the kernel keeps them.
struct SocketEnds: Sendable, Hashable {
  /// Address and port in network byte order.
  struct End: Sendable, Hashable {
    var address: UInt32
    var port: UInt16
  }
  var local: End
  var remote: End

  /// The same connection from its other end.
  var asSeenByPeer: SocketEnds { SocketEnds(local: remote, remote: local) }
}
