internal import RogueModel
internal import RoguePlatform
internal import Synchronization

/// The socket of one attempt, which never waits beyond the attempt's deadline.
final class ClientTransport {
  /// How much a wait may outlast the deadline, in milliseconds: setting the socket's own timeout for every call would
  /// double the number of system calls.
  private static let slack = 50

  private let socket: TCPSocket
  private var deadline: MonotonicInstant
  /// The socket's current timeout.
  private var timeout: Int
  /// The server has sent FIN.
  private var hasServerEnded = false
  private var scratch: [UInt8]
  /// TLS with a proxy, through which everything goes from then on.
  private(set) var tunnel: (any ClientConnection)?
  /// Of transports that are gone: an allocation of that size for each attempt costs more than receiving.
  private static let scratches = Mutex<[[UInt8]]>([])

  init(to address: String, port: UInt16, deadline: MonotonicInstant) throws(ClientEnding) {
    guard address == "127.0.0.1" else { throw .internal("\(address) is not the loopback address") }
    self.deadline = deadline
    scratch = Self.scratches.withLock { $0.popLast() } ?? [UInt8](repeating: 0, count: 16_384)
    timeout = max(1, deadline.milliseconds(after: .now))
    do {
      socket = try TCPSocket.connected(toPort: port, timeoutMilliseconds: timeout)
    } catch {
      if error.isShortage {
        throw .harness(HarnessFailure(.network, "cannot make a client's socket", underlying: error.description))
      }
      throw .failed(.network, error.description)
    }
  }

  deinit {
    let scratch = scratch
    Self.scratches.withLock { $0.append(scratch) }
  }

  /// From now on everything goes through this connection.
  func enter(_ tunnel: any ClientConnection) { self.tunnel = tunnel }

  func send(_ bytes: [UInt8]) throws(ClientEnding) {
    guard let tunnel else { return try put(bytes) }
    guard !bytes.isEmpty else { return }
    try tunnel.write(bytes)
    try put(tunnel.takeOutput())
  }

  private func put(_ bytes: [UInt8]) throws(ClientEnding) {
    var rest = bytes[...]
    while !rest.isEmpty {
      try keepDeadline("while sending")
      switch socket.send(rest) {
      case .sent(let count): rest = rest.dropFirst(count)
      case .wouldBlock: throw .failed(.timeout, "the server took nothing until the deadline")
      case .failed(let error): throw .failed(.network, error.description)
      }
    }
  }

  /// Sends pending data; if the server is gone, its earlier data still counts.
  ///
  /// - Returns: whether that was given to the connection.
  @discardableResult
  func sendOrReceive(_ connection: any ClientConnection) throws(ClientEnding) -> Bool {
    do {
      try send(connection.takeOutput())
      return false
    } catch {
      guard error.isByNetwork, let bytes = try? receive("") else { throw error }
      connection.receive(bytes)
      return true
    }
  }

  /// Sends what the connection has, and gives it what comes.
  func exchange(_ connection: any ClientConnection, _ when: String) throws(ClientEnding) {
    if try !sendOrReceive(connection) { connection.receive(try receive(when)) }
  }

  func receive(_ when: String) throws(ClientEnding) -> [UInt8] {
    guard let tunnel else { return try take(when) }
    while true {
      switch try tunnel.read(when) {
      case .bytes(let bytes): return bytes
      case .wantsMore: tunnel.receive(try take(when))
      case .closed:
        hasServerEnded = true
        throw .failed(.network, "the proxy ended the connection \(when)")
      }
    }
  }

  private func take(_ when: String) throws(ClientEnding) -> [UInt8] {
    try keepDeadline(when)
    switch socket.receive(through: &scratch) {
    case .bytes(let bytes): return bytes
    case .end:
      hasServerEnded = true
      throw .failed(.network, "the server ended the connection \(when)")
    case .wouldBlock: throw .failed(.timeout, "the server sent nothing until the deadline \(when)")
    case .failed(let error): throw .failed(.network, error.description)
    }
  }

  /// Waits for the end of a server to which everything has been said, at most so long, then drops the connection.
  ///
  /// With a close, one side's port would stay taken for a minute (TIME_WAIT, RFC 9293, section 3.6.1): at hundreds of
  /// attempts a second the system runs out of ports within that minute. Both have seen the end, so nothing is lost.
  func drop(afterMilliseconds timeout: Int) {
    shorten(toMilliseconds: timeout)
    while !hasServerEnded, (try? receive("while closing")) != nil {}
    if hasServerEnded { socket.reset() }
  }

  /// Starts another attempt, with its own deadline.
  func wait(until deadline: MonotonicInstant) {
    self.deadline = deadline
    timeout = max(1, deadline.milliseconds(after: .now))
    socket.setTimeout(milliseconds: timeout)
  }

  /// Moves the deadline nearer.
  func shorten(toMilliseconds milliseconds: Int) {
    deadline = min(deadline, MonotonicInstant.now.advanced(milliseconds: milliseconds))
  }

  private func keepDeadline(_ when: String) throws(ClientEnding) {
    let left = deadline.milliseconds(after: .now)
    guard left > 0 else { throw .failed(.timeout, "the deadline passed \(when)") }
    guard left + Self.slack < timeout else { return }
    timeout = left
    socket.setTimeout(milliseconds: left)
  }
}

extension MonotonicInstant {
  /// Whole milliseconds, rounded up.
  fileprivate func milliseconds(after earlier: MonotonicInstant) -> Int {
    Int((nanoseconds - earlier.nanoseconds + 999_999) / 1_000_000)
  }
}
