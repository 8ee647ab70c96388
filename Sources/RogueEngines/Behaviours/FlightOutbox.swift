internal import RogueModel
internal import RogueTLS

/// The messages of a flight that wait to go out together, so that as many of them share a record as fit.
struct FlightOutbox {
  private var bytes: [UInt8] = []
  private var last: [UInt8] = []

  /// Gives what goes out of a message.
  mutating func put(_ message: ServerMessage) -> [UInt8] {
    let written = message.bytes
    bytes += written
    last = written
    return written
  }

  /// Says the last message once more; gives its bytes.
  mutating func repeatLast(apart: Bool, _ wire: ServerWire) throws(TLSAbort) -> [UInt8] {
    if apart { try flush(wire) }
    bytes += last
    return last
  }

  mutating func flush(_ wire: ServerWire) throws(TLSAbort) {
    guard !bytes.isEmpty else { return }
    try wire.send(.handshake, bytes)
    bytes = []
  }

  /// Performs what has no place in the transcript.
  mutating func perform(_ step: FlightStep, _ wire: ServerWire, stop: inout FlightStop?) throws(TLSAbort) {
    try flush(wire)
    switch step {
    case .changeCipherSpec: try wire.sendChangeCipherSpec()
    case .record(let type, let content): try wire.send(type, content)
    case .stop(let how): stop = how
    case .message, .extra, .again, .keys, .compatibilityChange: break
    }
  }
}
