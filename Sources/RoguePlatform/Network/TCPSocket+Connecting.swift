#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

extension TCPSocket {
  /// Begins to connect without waiting; writable means that it is decided (see `pendingFailure`).
  ///
  /// - Parameter host: an IPv4 address of this machine in dotted form.
  public static func connecting(
    toPort port: UInt16, address host: String = "127.0.0.1"
  ) throws(SystemError) -> TCPSocket {
    guard let address = SocketAddress.address(host, port) else {
      throw SystemError(code: EINVAL, operation: "take '\(host)' for an IPv4 address")
    }
    let socket = try make(isBlocking: false)
    socket.sendAtOnce()
    guard socket.connect(address) != 0, errno != EINPROGRESS else {
      socket.claim(to: address)
      return socket
    }
    throw .last("connect")
  }

  /// Connects a blocking socket to a loopback port.
  ///
  /// - Parameter timeoutMilliseconds: for connecting, and then for each single receive and send.
  public static func connected(toPort port: UInt16, timeoutMilliseconds: Int) throws(SystemError) -> TCPSocket {
    let socket = try make()
    socket.setTimeout(milliseconds: timeoutMilliseconds)
    socket.sendAtOnce()
    let address = SocketAddress.loopback(port)
    guard socket.connect(address) != 0 else {
      socket.claim(to: address)
      return socket
    }
    throw .last("connect")
  }

  /// How long a blocking receive or send may take; a deadline is kept by setting what is left of it before each call.
  public func setTimeout(milliseconds: Int) {
    let left = max(1, milliseconds)
    #if canImport(Darwin)
      var time = timeval(tv_sec: left / 1000, tv_usec: Int32(left % 1000 * 1000))
    #else
      var time = timeval(tv_sec: left / 1000, tv_usec: left % 1000 * 1000)
    #endif
    let length = socklen_t(MemoryLayout<timeval>.size)
    _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, length)
    _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, length)
  }

  static func make(isBlocking: Bool = true) throws(SystemError) -> TCPSocket {
    #if canImport(Darwin)
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let flags = SOCK_CLOEXEC.rawValue | (isBlocking ? 0 : SOCK_NONBLOCK.rawValue)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | flags), 0)
    #endif
    guard descriptor >= 0 else { throw .last("make a socket") }
    let socket = TCPSocket(owning: descriptor)
    #if canImport(Darwin)
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      socket.ignoreBrokenPipe()
      if !isBlocking { try socket.makeNonBlocking() }
    #endif
    return socket
  }

  #if canImport(Darwin)
    func ignoreBrokenPipe() {
      var on: Int32 = 1
      _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    }
  #endif

  func makeNonBlocking() throws(SystemError) {
    let flags = fcntl(descriptor, F_GETFL)
    guard flags >= 0, fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) >= 0 else { throw .last("make non-blocking") }
  }

  /// Small replies would otherwise wait for acknowledgements.
  func sendAtOnce() {
    var on: Int32 = 1
    _ = unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Acknowledges what was received now, not with the next bytes sent or 40 ms later.
  ///
  /// For receivers with nothing to say yet to peers that may not have set `TCP_NODELAY`: those hold back their next
  /// small write until this one is acknowledged. The kernel forgets the wish as soon as something is sent.
  public func acknowledgeAtOnce() {
    #if !canImport(Darwin)
      var on: Int32 = 1
      _ = unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_QUICKACK, &on, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  private func connect(_ address: sockaddr_in) -> Int32 {
    var address = address
    return unsafe SocketAddress.withPointer(to: &address) { pointer, length in
      #if canImport(Darwin)
        unsafe Darwin.connect(descriptor, pointer, length)
      #else
        unsafe Glibc.connect(descriptor, pointer, length)
      #endif
    }
  }
}

enum SocketAddress {
  static func loopback(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    #if canImport(Darwin)
      address.sin_len = UInt8(MemoryLayout<sockaddr_in>.size)
    #endif
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  /// Nil: the text is no IPv4 address in dotted form.
  static func address(_ host: String, _ port: UInt16) -> sockaddr_in? {
    let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    guard parts.count == 4 else { return nil }
    var number: UInt32 = 0
    for part in parts {
      guard let part else { return nil }
      number = number << 8 | UInt32(part)
    }
    var address = loopback(port)
    address.sin_addr.s_addr = number.bigEndian
    return address
  }

  static func withPointer<Result>(
    to address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
