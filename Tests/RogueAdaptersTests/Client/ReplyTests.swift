import Testing

@testable import RogueAdapters

struct ReplyTests {
  private static let nonce = "0123456789abcdef0123456789ABCDEF"

  private static func read(_ text: String, pieces: Int = .max) -> Reply? {
    var reply = Reply()
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      guard reply.append(Array(rest.prefix(pieces))) else { return nil }
      rest = rest.dropFirst(pieces)
    }
    return reply
  }

  @Test(arguments: [1, 2, 3, 5, 50, 1_000])
  func `a reply in pieces of any size gives the nonce`(pieces: Int) throws {
    let text = "HTTP/1.1 200 OK\r\nX: y\r\ncontent-LENGTH: 33\r\n\r\n\(Self.nonce)\n"
    let reply = try #require(Self.read(text, pieces: pieces))
    #expect(reply.isComplete)
    #expect(reply.nonce == Self.nonce)
  }

  @Test(arguments: [
    "HTTP/1.1 302 Found\r\nContent-Length: 33\r\n\r\n\(nonce)\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 32\r\n\r\n\(nonce)",
    "HTTP/1.1 200 OK\r\nContent-Length: 34\r\n\r\n\(nonce)\n", "SSH-2.0 200 OK\r\nContent-Length: 33\r\n\r\n\(nonce)\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 33\r\n\r\n\(nonce.dropLast())g\n", "",
  ])
  func `any other reply gives no nonce`(text: String) throws {
    #expect(try #require(Self.read(text)).nonce == nil)
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 9999999\r\n\r\n", String(repeating: "x", count: 70_000),
  ])
  func `a reply without a recognizable end is given up`(text: String) {
    #expect(Self.read(text) == nil)
  }
}
