internal import RoguePlatform

/// Bytes on their way into a socket that takes them when it likes.
struct OutgoingBuffer {
  private var bytes: [UInt8] = []
  private var sent = 0

  var isEmpty: Bool { sent == bytes.count }
  var count: Int { bytes.count - sent }

  mutating func append(_ more: [UInt8]) {
    if isEmpty {
      bytes = more
      sent = 0
    } else {
      bytes += more
    }
  }

  /// Sends what the socket takes now, up to so many bytes; throws when the connection is broken.
  mutating func drain(into socket: TCPSocket, atMost limit: Int = .max) throws(SystemError) {
    var rest = limit
    while !isEmpty, rest > 0 {
      switch socket.send(bytes[sent...].prefix(rest)) {
      case .sent(let count):
        sent += count
        rest -= count
      case .wouldBlock: return
      case .failed(let failure): throw failure
      }
    }
  }
}
