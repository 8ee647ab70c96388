import RogueModel
import Testing

@testable import RogueReports

/// A capture file holds the bytes of a run, in a form that other readers accept.
@Suite struct CaptureFileTests {
  private static func connection(
    _ index: Int = 1, end: ConnectionEnd = ConnectionEnd(by: .client, how: .fin), closedAt: Int? = 900,
    keyLog: [String] = [], pieces: [(Side, Int, [UInt8])]
  ) -> CapturedConnection {
    CapturedConnection(
      index: index, port: 4433, openedAt: 100, closedAt: closedAt, end: end,
      pieces: pieces.map { CapturedConnection.Piece(from: $0.0, at: $0.1, bytes: $0.2) }, keyLog: keyLog)
  }

  private static func file(_ connections: CapturedConnection..., beganAt: Int64 = 1_795_000_000_000_000) -> [UInt8] {
    CaptureFile([CaptureFile.Part(beganAt: beganAt, name: "step 1", connections: connections)]).bytes
  }

  @Test func `another reader finds every byte, in order, with its time`() throws {
    let long = (0..<100_001).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let pieces: [(Side, Int, [UInt8])] = [
      (.client, 200, [1, 2, 3]), (.server, 300, long), (.client, 250, [4]), (.server, 700, []), (.server, 800, [9]),
    ]
    let reading = try PcapngReading(Self.file(Self.connection(pieces: pieces)))
    #expect(reading.linkType == 101)
    #expect(reading.keyLog == nil)
    let client = try #require(reading.packets.first).source
    #expect(try reading.stream(from: client, to: 4433) == [1, 2, 3, 4])
    #expect(try reading.stream(from: 4433, to: client) == long + [9])
    #expect(reading.packets.first?.at == 1_795_000_000_000_100)
    #expect(reading.packets.last?.at == 1_795_000_000_000_900)
    let times = reading.packets.map(\.at)
    #expect(times == times.sorted(), "a piece whose time lies before its predecessor's stays behind it")
    #expect(reading.packets.first { $0.content == [9] }?.at == 1_795_000_000_000_800)
  }

  @Test func `each side acknowledges earlier data`() throws {
    let reading = try PcapngReading(
      Self.file(Self.connection(pieces: [(.client, 200, [1, 2, 3]), (.server, 300, [4, 5])])))
    let request = try #require(reading.packets.first { $0.content == [1, 2, 3] })
    let reply = try #require(reading.packets.first { $0.content == [4, 5] })
    #expect(reply.acknowledgement == request.sequence + 3)
  }

  @Test func `the key log comes before the packets, line by line`() throws {
    let reading = try PcapngReading(
      Self.file(
        Self.connection(keyLog: ["CLIENT_RANDOM aa bb", "EXPORTER_SECRET cc dd"], pieces: [(.client, 200, [1])])))
    #expect(reading.keyLog == "CLIENT_RANDOM aa bb\nEXPORTER_SECRET cc dd\n")
    #expect(reading.types.prefix(3) == [0x0A0D_0D0A, 1, 10])
  }

  private static let ends: [(ConnectionEnd, UInt8)] = [
    (ConnectionEnd(by: .client, how: .fin), 0x11), (ConnectionEnd(by: .server, how: .closeNotify), 0x11),
    (ConnectionEnd(by: .client, how: .reset), 0x14), (ConnectionEnd(by: .harness, how: .deadline), 0x14),
  ]

  @Test(arguments: ends)
  func `a connection ends as it did`(end: ConnectionEnd, flags: UInt8) throws {
    let reading = try PcapngReading(Self.file(Self.connection(end: end, pieces: [(.client, 200, [1])])))
    let closing = try #require(reading.packets.first { $0.flags & 0x05 != 0 })
    #expect(closing.flags == flags)
    #expect((closing.destination == 4433) == (end.by == .client))
  }

  @Test func `a connection that stays open has no end`() throws {
    let reading = try PcapngReading(
      Self.file(Self.connection(end: ConnectionEnd(by: .harness, how: .kept), pieces: [(.client, 200, [1])])))
    #expect(reading.packets.allSatisfy { $0.flags & 0x05 == 0 })
  }

  @Test func `connections do not mix, and have labels`() throws {
    let reading = try PcapngReading(
      Self.file(
        Self.connection(1, pieces: [(.client, 200, [1])]), Self.connection(2, pieces: [(.client, 150, [2])])))
    let opened = reading.packets.filter { $0.flags == 2 }
    #expect(Set(opened.map(\.source)).count == 2)
    let names = opened.map { String($0.comment?.prefix(20) ?? "") }
    #expect(names == ["step 1, connection 1", "step 1, connection 2"])
    #expect(try opened.map { try reading.stream(from: $0.source, to: 4433) } == [[1], [2]])
  }

  @Test func `a file without connections is a valid one`() throws {
    let reading = try PcapngReading(Self.file())
    #expect(reading.types == [0x0A0D_0D0A, 1])
  }
}
