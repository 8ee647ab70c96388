/// A frame of HTTP/2 (RFC 9113, section 4.1).
package struct HTTP2Frame: Hashable, Sendable {
  /// RFC 9113, section 6; others are skipped.
  package enum Kind: UInt8, Sendable {
    case data, headers, priority, resetStream, settings, pushPromise, ping, goAway, windowUpdate, continuation
  }

  package struct Flags: OptionSet, Hashable, Sendable {
    package var rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let endStream = Flags(rawValue: 0x01)
    /// Of SETTINGS and PING.
    package static let acknowledgement = Flags(rawValue: 0x01)
    package static let endHeaders = Flags(rawValue: 0x04)
    package static let padded = Flags(rawValue: 0x08)
    package static let priority = Flags(rawValue: 0x20)
  }

  /// In bytes.
  package static let headLength = 9
  /// The default maximum length of a payload (section 4.2), in bytes.
  package static let longest = 16_384
  /// A client's first bytes (section 3.4).
  package static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

  package var type: UInt8
  package var flags: Flags
  package var stream: UInt32
  package var payload: [UInt8]

  package init(_ kind: Kind, _ flags: Flags = [], stream: UInt32 = 0, _ payload: [UInt8] = []) {
    self.init(type: kind.rawValue, flags: flags, stream: stream, payload: payload)
  }

  package init(type: UInt8, flags: Flags, stream: UInt32, payload: [UInt8]) {
    self.type = type
    self.flags = flags
    self.stream = stream
    self.payload = payload
  }

  package var kind: Kind? { Kind(rawValue: type) }

  package var bytes: [UInt8] {
    var writer = ByteWriter(reserving: Self.headLength + payload.count)
    writer.vector24Head(payload.count)
    writer.uint8(type)
    writer.uint8(flags.rawValue)
    writer.uint32(stream)
    writer.append(payload)
    return writer.bytes
  }

  /// The payload without its padding (section 6.1); nil if the padding is longer than the payload.
  var unpadded: ArraySlice<UInt8>? {
    guard flags.contains(.padded) else { return payload[...] }
    guard let length = payload.first, Int(length) < payload.count else { return nil }
    return payload[1..<(payload.count - Int(length))]
  }
}

extension HTTP2Frame {
  package static func goAway(_ code: HTTP2Fault.Code, after stream: UInt32) -> HTTP2Frame {
    var writer = ByteWriter()
    writer.uint32(stream)
    writer.uint32(code.rawValue)
    return HTTP2Frame(.goAway, [], writer.bytes)
  }
}

extension ByteWriter {
  fileprivate mutating func vector24Head(_ length: Int) {
    uint8(UInt8(truncatingIfNeeded: length >> 16))
    uint16(UInt16(truncatingIfNeeded: length))
  }
}
