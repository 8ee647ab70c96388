/// Writes big-endian fields and length-prefixed vectors.
package struct ByteWriter {
  package private(set) var bytes: [UInt8] = []

  package init(reserving capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  package mutating func uint8(_ value: UInt8) { bytes.append(value) }

  package mutating func uint16(_ value: UInt16) {
    bytes.append(UInt8(truncatingIfNeeded: value >> 8))
    bytes.append(UInt8(truncatingIfNeeded: value))
  }

  package mutating func uint32(_ value: UInt32) {
    uint16(UInt16(truncatingIfNeeded: value >> 16))
    uint16(UInt16(truncatingIfNeeded: value))
  }

  package mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

  package mutating func vector8(_ content: (inout ByteWriter) -> Void) { vector(1, content) }
  package mutating func vector16(_ content: (inout ByteWriter) -> Void) { vector(2, content) }
  package mutating func vector24(_ content: (inout ByteWriter) -> Void) { vector(3, content) }

  /// A handshake message (RFC 8446, section 4).
  package mutating func message(_ type: HandshakeType, _ body: (inout ByteWriter) -> Void) {
    uint8(type.rawValue)
    vector24(body)
  }

  /// An extension of a hello (RFC 8446, section 4.2).
  package mutating func helloExtension(_ type: HelloExtension, _ content: (inout ByteWriter) -> Void = { _ in }) {
    uint16(type.rawValue)
    vector16(content)
  }

  package static func message(_ type: HandshakeType, reserving capacity: Int = 256, _ body: (inout ByteWriter) -> Void)
    -> [UInt8]
  {
    var writer = ByteWriter(reserving: capacity)
    writer.message(type, body)
    return writer.bytes
  }

  /// The length goes before the content; one that does not fit is cut off at the top, as nothing that is written here
  /// can be so long unless it is meant to be wrong.
  private mutating func vector(_ width: Int, _ content: (inout ByteWriter) -> Void) {
    let start = bytes.count
    for _ in 0..<width { bytes.append(0) }
    content(&self)
    let length = bytes.count - start - width
    for place in 0..<width {
      bytes[start + place] = UInt8(truncatingIfNeeded: length >> (8 * (width - 1 - place)))
    }
  }
}
