internal import RoguePlatform

/// The sending half of a connection with one HTTP reply: the page's and the responders'.
struct ReplySender {
  /// How long a client may take to close after the reply, in milliseconds.
  private static let lingerMilliseconds = 2000

  private var outgoing = OutgoingBuffer()
  private var hasSentEnd = false

  var isIdle: Bool { outgoing.isEmpty }
  var interest: EventInterest { isIdle ? .readable : [.readable, .writable] }

  mutating func append(_ bytes: [UInt8]) { outgoing.append(bytes) }

  /// Sends what the socket takes, and ends this side after the last byte.
  ///
  /// - Parameters:
  ///   - isWhole: nothing more follows.
  ///   - deadline: set once the client only has to close.
  mutating func send(
    over socket: TCPSocket, isWhole: Bool, _ deadline: inout MonotonicInstant?
  ) throws(SystemError) {
    try outgoing.drain(into: socket)
    guard outgoing.isEmpty, isWhole, !hasSentEnd else { return }
    hasSentEnd = true
    socket.finishSending()
    deadline = MonotonicInstant.now.advanced(milliseconds: Self.lingerMilliseconds)
  }
}
