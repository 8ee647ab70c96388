/// Reads the peer's side of an HTTP/2 connection, strictly, because the peer is not trusted.
///
/// A pure value from bytes to events; a violation of the rules ends the connection.
package struct HTTP2Reader: Sendable {
  package enum Event: Hashable, Sendable {
    case settings
    case settingsAcknowledged
    case ping([UInt8])
    case headers(stream: UInt32, [HeaderField], endsStream: Bool)
    case data(stream: UInt32, [UInt8], endsStream: Bool)
    case reset(stream: UInt32)
    case goAway
  }

  /// The maximum number of frames on one connection: a request needs a handful, and a client must not keep a connection
  /// busy with frames that request nothing.
  static let mostFrames = 4096

  private var rest: [UInt8] = []
  private var preface: ArraySlice<UInt8>
  private var fields = HPACKDecoder()
  private var frames = 0
  /// A field block that continues in the next frame.
  private var block: (stream: UInt32, bytes: [UInt8], endsStream: Bool)?

  /// - Parameter isServer: a client is read, which says its preface first.
  package init(isServer: Bool) { preface = isServer ? HTTP2Frame.preface[...] : [] }

  /// Nothing is under way.
  package var isBetweenFrames: Bool { rest.isEmpty && block == nil && preface.isEmpty }

  package mutating func receive(_ bytes: [UInt8]) throws(HTTP2Fault) -> [Event] {
    rest += bytes
    while let expected = preface.first, let byte = rest.first {
      guard byte == expected else { throw HTTP2Fault(.protocolError, "no preface of HTTP/2") }
      preface.removeFirst()
      rest.removeFirst()
    }
    var events: [Event] = []
    var taken = 0
    while let frame = try Self.frame(in: rest[taken...]) {
      taken += HTTP2Frame.headLength + frame.payload.count
      frames += 1
      guard frames <= Self.mostFrames else { throw HTTP2Fault(.calmDown, "too many frames") }
      guard frames > 1 || frame.kind == .settings && !frame.flags.contains(.acknowledgement) else {
        throw HTTP2Fault(.protocolError, "settings do not come first")
      }
      if let event = try take(frame) { events.append(event) }
    }
    rest.removeFirst(taken)
    return events
  }

  private static func frame(in bytes: ArraySlice<UInt8>) throws(HTTP2Fault) -> HTTP2Frame? {
    var cursor = ByteCursor(bytes)
    guard let length = cursor.uint24(), let type = cursor.uint8(), let flags = cursor.uint8(),
      let high = cursor.uint16(), let low = cursor.uint16()
    else { return nil }
    guard length <= HTTP2Frame.longest else { throw HTTP2Fault(.frameSize, "a frame of \(length) bytes") }
    guard cursor.rest.count >= length else { return nil }
    // The highest bit means nothing.
    return HTTP2Frame(
      type: type, flags: HTTP2Frame.Flags(rawValue: flags), stream: UInt32(high & 0x7FFF) << 16 | UInt32(low),
      payload: Array(cursor.rest.prefix(Int(length))))
  }

  private mutating func take(_ frame: HTTP2Frame) throws(HTTP2Fault) -> Event? {
    guard block == nil || frame.kind == .continuation && frame.stream == block?.stream else {
      throw HTTP2Fault(.protocolError, "a block of fields is interrupted")
    }
    switch frame.kind {
    case .settings, .ping, .goAway:
      guard frame.stream == 0 else { throw HTTP2Fault(.protocolError, "\(frame.type) on a stream") }
      return try ofConnection(frame)
    case .data, .headers, .priority, .resetStream, .continuation:
      guard frame.stream != 0 else { throw HTTP2Fault(.protocolError, "\(frame.type) on no stream") }
      return try ofStream(frame)
    case .windowUpdate:
      guard frame.payload.count == 4 else { throw HTTP2Fault(.frameSize, "an update of another length") }
      guard frame.payload[0] & 0x7F != 0 || frame.payload[1...] != [0, 0, 0] else {
        throw HTTP2Fault(.protocolError, "an update by nothing")
      }
      return nil
    case .pushPromise: throw HTTP2Fault(.protocolError, "nothing may be pushed here")
    // Extensions are skipped (section 5.5).
    case nil: return nil
    }
  }

  private func ofConnection(_ frame: HTTP2Frame) throws(HTTP2Fault) -> Event {
    switch frame.kind {
    case .settings:
      let isAnswer = frame.flags.contains(.acknowledgement)
      guard frame.payload.count.isMultiple(of: 6), !isAnswer || frame.payload.isEmpty else {
        throw HTTP2Fault(.frameSize, "settings of another length")
      }
      if isAnswer { return .settingsAcknowledged }
      try Self.check(settings: frame.payload)
      return .settings
    case .ping:
      guard frame.payload.count == 8 else { throw HTTP2Fault(.frameSize, "a ping of another length") }
      return .ping(frame.flags.contains(.acknowledgement) ? [] : frame.payload)
    default:
      guard frame.payload.count >= 8 else { throw HTTP2Fault(.frameSize, "a good-bye of another length") }
      return .goAway
    }
  }

  /// RFC 9113, section 6.5.2.
  private static func check(settings payload: [UInt8]) throws(HTTP2Fault) {
    var cursor = ByteCursor(payload[...])
    while let name = cursor.uint16(), let high = cursor.uint16(), let low = cursor.uint16() {
      let value = UInt32(high) << 16 | UInt32(low)
      switch name {
      case 2 where value > 1: throw HTTP2Fault(.protocolError, "push is neither on nor off")
      case 4 where value > 0x7FFF_FFFF: throw HTTP2Fault(.flowControl, "a window of \(value) bytes")
      // Frames here are shorter, and every peer accepts that size.
      case 4 where value < 4096: throw HTTP2Fault(.calmDown, "a window of \(value) bytes")
      case 5 where !(16_384...16_777_215).contains(value):
        throw HTTP2Fault(.protocolError, "frames of \(value) bytes")
      default: break
      }
    }
  }

  private mutating func ofStream(_ frame: HTTP2Frame) throws(HTTP2Fault) -> Event? {
    let ends = frame.flags.contains(.endStream)
    switch frame.kind {
    case .priority:
      guard frame.payload.count == 5 else { throw HTTP2Fault(.frameSize, "a priority of another length") }
      return nil
    case .resetStream:
      guard frame.payload.count == 4 else { throw HTTP2Fault(.frameSize, "a reset of another length") }
      return .reset(stream: frame.stream)
    case .data:
      guard let content = frame.unpadded else { throw HTTP2Fault(.protocolError, "more padding than data") }
      return .data(stream: frame.stream, Array(content), endsStream: ends)
    case .headers:
      guard var content = frame.unpadded else { throw HTTP2Fault(.protocolError, "more padding than fields") }
      if frame.flags.contains(.priority) {
        guard content.count >= 5 else { throw HTTP2Fault(.frameSize, "a priority ends early") }
        content = content.dropFirst(5)
      }
      block = (frame.stream, Array(content), ends)
    default:
      guard block != nil else { throw HTTP2Fault(.protocolError, "nothing goes on") }
      block?.bytes += frame.payload
    }
    return try endOfBlock(frame)
  }

  private mutating func endOfBlock(_ frame: HTTP2Frame) throws(HTTP2Fault) -> Event? {
    guard let whole = block, whole.bytes.count <= HPACKDecoder.longestList else {
      throw HTTP2Fault(.calmDown, "the fields are too long")
    }
    guard frame.flags.contains(.endHeaders) else { return nil }
    block = nil
    return .headers(stream: whole.stream, try fields.decode(whole.bytes), endsStream: whole.endsStream)
  }
}
