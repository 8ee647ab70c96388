package import RoguePlatform

/// A TCP client that sends the given bytes, TLS or not.
package final class PlainClient: Sendable {
  package let socket: TCPSocket

  package init(port: UInt16, timeoutMilliseconds: Int = 120_000) throws {
    socket = try TCPSocket.connected(toPort: port, timeoutMilliseconds: timeoutMilliseconds)
  }

  /// False when the peer does not take it.
  @discardableResult package func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard case .sent(let count) = socket.send(rest) else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  @discardableResult package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  package enum End: Sendable, Hashable { case fin, reset, timeout }

  /// Reads until the peer ends.
  package func readToEnd() -> (bytes: [UInt8], end: End) {
    var bytes: [UInt8] = []
    while true {
      switch socket.receive() {
      case .bytes(let more): bytes += more
      case .end: return (bytes, .fin)
      case .wouldBlock: return (bytes, .timeout)
      case .failed: return (bytes, .reset)
      }
    }
  }

  /// Sends a request and reads the reply, aside.
  package static func ask(_ port: UInt16, _ request: String, timeoutMilliseconds: Int = 120_000) async -> (String, End)?
  {
    await onThread {
      guard let client = try? PlainClient(port: port, timeoutMilliseconds: timeoutMilliseconds) else { return nil }
      client.send(request)
      let (bytes, end) = client.readToEnd()
      return (String(decoding: bytes, as: UTF8.self), end)
    }
  }
}
