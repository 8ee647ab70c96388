import Testing

/// A capture file as a reader of our own finds it, written from the specification and not from the writer.
struct PcapngReading {
  struct Packet {
    /// Microseconds since 1970.
    var at: UInt64
    var comment: String?
    var source: UInt16
    var destination: UInt16
    var sequence: UInt32
    var acknowledgement: UInt32
    var flags: UInt8
    var content: [UInt8]
  }

  var linkType: UInt16?
  var keyLog: String?
  var packets: [Packet] = []
  /// Block types in order.
  var types: [UInt32] = []

  init(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      try #require(rest.count >= 12)
      let (type, length) = (Self.little(rest, 0, 4), Int(Self.little(rest, 4, 4)))
      try #require(length % 4 == 0 && length >= 12 && length <= rest.count, "length \(length) of block \(type)")
      #expect(Self.little(rest, length - 4, 4) == UInt64(length), "the length is repeated at the end")
      let body = Array(rest.dropFirst(8).prefix(length - 12))
      types.append(UInt32(type))
      try read(UInt32(type), body)
      rest = rest.dropFirst(length)
    }
  }

  private mutating func read(_ type: UInt32, _ body: [UInt8]) throws {
    switch type {
    case 0x0A0D_0D0A:
      #expect(types.count == 1)
      #expect(Self.little(body[...], 0, 4) == 0x1A2B_3C4D)
      #expect(Self.little(body[...], 4, 2) == 1)
      _ = try options(body.dropFirst(16))
    case 1:
      linkType = UInt16(Self.little(body[...], 0, 2))
      #expect(try options(body.dropFirst(8))[9] == nil, "no other unit of time than microseconds")
    case 10:
      #expect(packets.isEmpty, "secrets come before the packets that they decrypt")
      #expect(Array(body.prefix(4).reversed()) == Array("TLSK".utf8))
      let length = Int(Self.little(body[...], 4, 4))
      #expect((8 + length + 3) / 4 * 4 == body.count)
      keyLog = String(decoding: body[8..<(8 + length)], as: UTF8.self)
    case 6:
      let captured = Int(Self.little(body[...], 12, 4))
      #expect(Self.little(body[...], 16, 4) == UInt64(captured))
      let end = 20 + (captured + 3) / 4 * 4
      var packet = try Self.packet(Array(body[20..<(20 + captured)]))
      packet.at = Self.little(body[...], 4, 4) << 32 | Self.little(body[...], 8, 4)
      packet.comment = try options(body.dropFirst(end))[1].map { String(decoding: $0, as: UTF8.self) }
      packets.append(packet)
    default: Issue.record("block type \(type)")
    }
  }

  private func options(_ bytes: ArraySlice<UInt8>) throws -> [UInt64: [UInt8]] {
    var rest = bytes
    var found: [UInt64: [UInt8]] = [:]
    while !rest.isEmpty {
      let (code, length) = (Self.little(rest, 0, 2), Int(Self.little(rest, 2, 2)))
      if code == 0 {
        #expect(length == 0 && rest.count == 4)
        break
      }
      found[code] = Array(rest.dropFirst(4).prefix(length))
      rest = rest.dropFirst(4 + (length + 3) / 4 * 4)
    }
    return found
  }

  /// IPv4 and TCP, with both checksums as a receiver checks them: over everything, they give zero.
  private static func packet(_ bytes: [UInt8]) throws -> Packet {
    try #require(bytes.count >= 40 && bytes[0] == 0x45)
    #expect(Int(big(bytes, 2, 2)) == bytes.count)
    #expect(sum(Array(bytes[..<20])) == 0xffff, "the checksum of the IP header")
    #expect(bytes[9] == 6 && Array(bytes[12..<16]) == [127, 0, 0, 1] && Array(bytes[16..<20]) == [127, 0, 0, 1])
    let segment = Array(bytes[20...])
    let length = UInt16(segment.count)
    let pseudoHeader = Array(bytes[12..<20]) + [0, 6, UInt8(length >> 8), UInt8(length & 0xff)]
    #expect(sum(pseudoHeader + segment) == 0xffff, "the checksum of the segment")
    return Packet(
      at: 0, source: UInt16(big(segment, 0, 2)), destination: UInt16(big(segment, 2, 2)),
      sequence: UInt32(big(segment, 4, 4)), acknowledgement: UInt32(big(segment, 8, 4)), flags: segment[13],
      content: Array(segment[(Int(segment[12] >> 4) * 4)...]))
  }

  private static func sum(_ bytes: [UInt8]) -> Int {
    var total = 0
    for (index, byte) in bytes.enumerated() { total += index % 2 == 0 ? Int(byte) * 256 : Int(byte) }
    while total > 0xffff { total = total % 0x10000 + total / 0x10000 }
    return total
  }

  private static func big(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> UInt64 {
    bytes[offset..<(offset + count)].reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func little(_ bytes: ArraySlice<UInt8>, _ offset: Int, _ count: Int) -> UInt64 {
    bytes.dropFirst(offset).prefix(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// What one side sent, put together by sequence numbers; fails where these leave a gap.
  func stream(from port: UInt16, to other: UInt16) throws -> [UInt8] {
    let sent = packets.filter { $0.source == port && $0.destination == other }
    let first = try #require(sent.first)
    #expect(first.flags & 2 != 0, "it begins with a SYN")
    var next = first.sequence &+ 1
    var bytes: [UInt8] = []
    for packet in sent.dropFirst() {
      #expect(packet.sequence == next, "no gap")
      bytes += packet.content
      next &+= UInt32(packet.content.count) + (packet.flags & 1 != 0 ? 1 : 0)
    }
    return bytes
  }
}
