import RogueModel
import RogueTLS
import Testing

struct ClientHelloTests {
  /// A body with the given extensions, lengths computed.
  private static func body(extensions: [(UInt16, [UInt8])]) -> [UInt8] {
    var list: [UInt8] = []
    for (type, content) in extensions {
      list += [UInt8(type >> 8), UInt8(type & 0xFF), UInt8(content.count >> 8), UInt8(content.count & 0xFF)] + content
    }
    return [3, 3] + [UInt8](repeating: 7, count: 32) + [2, 0xAA, 0xBB, 0, 4, 0x13, 0x01, 0xC0, 0x2B, 1, 0]
      + [UInt8(list.count >> 8), UInt8(list.count & 0xFF)] + list
  }

  @Test func `every field that evidence has is read`() throws {
    let body = Self.body(extensions: [
      (0, [0, 6, 0, 0, 3] + Array("A.b".utf8)), (5, [1, 0, 0, 0, 0]), (10, [0, 4, 0, 29, 0, 23]),
      (16, [0, 12, 2] + Array("h2".utf8) + [8] + Array("http/1.1".utf8)), (18, []), (42, []),
      (43, [4, 3, 4, 3, 3]), (0xFFFF, [1, 2, 3]),
    ])
    let hello = try #require(ClientHello(body: body[...]))
    #expect(hello.random == [UInt8](repeating: 7, count: 32))
    #expect(Array(hello.sessionID) == [0xAA, 0xBB])
    #expect(hello.offersEarlyData)
    #expect(
      hello.evidence
        == ClientHelloEvidence(
          serverName: "A.b", alpn: ["h2", "http/1.1"], versions: [0x0304, 0x0303], groups: [29, 23],
          cipherSuites: [0x1301, 0xC02B], requestsStaple: true, requestsSCTs: true))
  }

  @Test func `without supported_versions the legacy version counts`() throws {
    let hello = try #require(ClientHello(body: Self.body(extensions: [])[...]))
    #expect(hello.evidence.versions == [0x0303])
    #expect(hello.evidence.serverName == nil)
  }

  @Test func `every truncation is refused or read without its tail`() throws {
    let body = Self.body(extensions: [(0, [0, 6, 0, 0, 3] + Array("A.b".utf8)), (43, [2, 3, 4])])
    for count in 0..<body.count {
      let hello = ClientHello(body: body.prefix(count))
      #expect(hello == nil || hello?.evidence.versions == [0x0303])
    }
  }

  @Test func `the first flight may come in several records`() throws {
    let body = Self.body(extensions: [(18, [])])
    let message: [UInt8] = [1, 0, 0, UInt8(body.count)] + body
    let flight: [UInt8] = message.flatMap { byte -> [UInt8] in [22, 3, 1, 0, 1, byte] }
    #expect(try #require(ClientHello(firstFlight: flight)).evidence.requestsSCTs)
    #expect(ClientHello(firstFlight: flight.dropLast()) == nil)
    #expect(ClientHello(firstFlight: [22, 3, 1, 0, 4, 2, 0, 0, 0]) == nil)
    #expect(ClientHello(firstFlight: Array("GET / HTTP/1.1".utf8)) == nil)
  }
}
