/// The zlib format (RFC 1950), as far as compressed certificates need it (RFC 8879): texts of some kilobytes, from
/// untrusted peers. Measured: zlib would replace the 174 lines of `DeflateStream`; every build would need
/// that library; Debian's OpenSSL is built without it.
package enum Zlib {
  /// The text; nil when the bytes are not in the format, or the text is longer than `limit` bytes. No more than that is
  /// ever kept.
  package static func inflate(_ bytes: ArraySlice<UInt8>, limit: Int) -> [UInt8]? {
    var cursor = ByteCursor(bytes)
    // Deflate with a window that there is, no dictionary, and a header that is a multiple of 31 (section 2.2).
    guard let header = cursor.uint16(), header >> 8 & 0x0F == 8, header >> 12 <= 7, header.isMultiple(of: 31),
      header & 0x20 == 0
    else { return nil }
    var stream = DeflateStream(cursor.rest, limit: limit)
    guard let text = stream.read() else { return nil }
    return stream.rest.elementsEqual(checksum(text)) ? text : nil
  }

  /// The bytes in the format, in blocks that are not compressed: right for every reader, and longer than the text.
  package static func store(_ text: [UInt8]) -> [UInt8] { header + blocks(of: text, endsStream: true) + checksum(text) }

  /// Deflate blocks that are not compressed (RFC 1951, section 3.2.4).
  package static func blocks(of text: [UInt8], endsStream: Bool) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(text.count + 16)
    var rest = text[...]
    repeat {
      let block = rest.prefix(0xFFFF)
      rest = rest.dropFirst(0xFFFF)
      let low = UInt8(truncatingIfNeeded: block.count)
      let high = UInt8(block.count >> 8)
      output += [endsStream && rest.isEmpty ? 1 : 0, low, high, ~low, ~high] + block
    } while !rest.isEmpty
    return output
  }

  /// Deflate, and a window of 32 KiB.
  package static let header: [UInt8] = [0x78, 0x01]

  /// Adler-32, big-endian (section 8.2).
  package static func checksum(_ text: [UInt8]) -> [UInt8] {
    var low: UInt32 = 1
    var high: UInt32 = 0
    for byte in text {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return [UInt8(high >> 8), UInt8(high & 0xFF), UInt8(low >> 8), UInt8(low & 0xFF)]
  }
}
