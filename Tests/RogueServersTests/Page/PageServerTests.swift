import Foundation
import RogueModel
import ServerTestSupport
import Testing

@testable import RogueServers

@Suite struct PageServerTests {
  private static let reader = PageRequestReader(
    hosts: ["192.0.2.1:8080"], base: "/s3cret/", token: "0123456789abcdef")

  private static func read(_ head: [String], _ body: String = "") -> PageRequestReader.Step {
    reader.read(Array((head.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8))
  }

  private static let host = "Host: 192.0.2.1:8080"

  @Test func `requests of a browser are parsed`() {
    #expect(Self.read(["GET /s3cret/ HTTP/1.1", Self.host]) == .request(PageRequest(path: "")))
    #expect(Self.read(["GET /s3cret/state.json HTTP/1.1", Self.host]) == .request(PageRequest(path: "state.json")))
    let body = "token=0123456789abcdef&number=3"
    let head = ["POST /s3cret/open HTTP/1.1", Self.host, "Content-Length: \(body.utf8.count)"]
    #expect(Self.read(head, body) == .request(PageRequest(path: "open", form: ["number": "3"])))
    #expect(Self.read(head + ["Origin: http://192.0.2.1:8080"], body) == Self.read(head, body))
    // Byte by byte it needs more until it is whole.
    let whole = Array((head.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8)
    for end in 0..<whole.count { #expect(Self.reader.read(Array(whole[..<end])) == .needsMore, "\(end)") }
  }

  /// A name that resolves to this machine, and is another site's, is the way in for that site's scripts.
  @Test(arguments: ["Host: evil.example:8080", "Host: 192.0.2.1", "Host: 192.0.2.1:8081", "Host: localhost:8080"])
  func `another host is refused`(host: String) {
    #expect(Self.read(["GET /s3cret/ HTTP/1.1", host]) == .refused("421 Misdirected Request"))
  }

  @Test(arguments: [
    (["GET / HTTP/1.1", host], "404 Not Found"), (["GET /s3cret HTTP/1.1", host], "404 Not Found"),
    (["GET http://192.0.2.1:8080/s3cret/ HTTP/1.1", host], "404 Not Found"),
    (["GET /s3cret/ HTTP/1.1"], "400 Bad Request"), (["GET /s3cret/ HTTP/1.1", host, host], "400 Bad Request"),
    (["GET /s3cret/ HTTP/2", host], "400 Bad Request"),
    (["GET /s3cret/ HTTP/1.1", host, "no field"], "400 Bad Request"),
    (["GET /s3cret/ HTTP/1.1", host, " Host: folded"], "400 Bad Request"),
    (["DELETE /s3cret/ HTTP/1.1", host], "405 Method Not Allowed"),
    (["OPTIONS /s3cret/ HTTP/1.1", host], "405 Method Not Allowed"),
    (["POST /s3cret/next HTTP/1.1", host], "411 Length Required"),
    (["POST /s3cret/next HTTP/1.1", host, "Content-Length: -1"], "411 Length Required"),
    (["POST /s3cret/next HTTP/1.1", host, "Content-Length: 5000"], "413 Content Too Large"),
    (["POST /s3cret/next HTTP/1.1", host, "Content-Length: 0"], "403 Forbidden"),
    (
      ["POST /s3cret/next HTTP/1.1", host, "Content-Length: 0", "Transfer-Encoding: chunked"],
      "411 Length Required"
    ),
    (["POST /s3cret/next HTTP/1.1", host, "Content-Length: 0", "Origin: http://evil.example"], "403 Forbidden"),
    (["POST /s3cret/next HTTP/1.1", host, "Content-Length: 0", "Origin: null"], "403 Forbidden"),
  ])
  func `everything else is refused`(head: [String], status: String) {
    #expect(Self.read(head) == .refused(status))
  }

  @Test(arguments: ["token=0123456789abcdee", "token=0123456789abcdef0", "token=", "number=1", "token", "a=%zz"])
  func `a form without the token changes nothing`(body: String) {
    let head = ["POST /s3cret/next HTTP/1.1", Self.host, "Content-Length: \(body.utf8.count)"]
    #expect(Self.read(head, body) == .refused("403 Forbidden"))
    var silent = Self.reader
    silent.token = nil
    let bytes = Array((head.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8)
    #expect(silent.read(bytes) == .refused("405 Method Not Allowed"), "a page without buttons takes no form")
  }

  @Test func `a head without an end is cut off`() {
    let long = Array(String(repeating: "a", count: PageRequestReader.headLimit + 1).utf8)
    #expect(Self.reader.read(long) == .refused("431 Request Header Fields Too Large"))
    #expect(
      Self.read(["GET /s3cret/ HTTP/1.1", Self.host, "X: " + String(repeating: "b", count: 20_000)])
        == .refused("431 Request Header Fields Too Large"))
  }

  @Test func `it answers over TCP with headers that hold a browser back, and outlives clients that say nothing`()
    async throws
  {
    let server = try PageServer(at: .loopback, base: "/", token: nil) { request in
      request.path.isEmpty ? .found("text/html", Array("<p>here</p>".utf8)) : .missing
    }
    defer { server.shutDown() }
    let port = try #require(UInt16(server.url.split(separator: ":")[2].dropLast()))
    // More than it keeps open at once, and none of them says a word.
    let silent = try (0..<PagePort.connectionLimit + 8).map { _ in try PlainClient(port: port) }
    for name in ["127.0.0.1", "localhost"] {
      let answer = try #require(await PlainClient.ask(port, "GET / HTTP/1.1\r\nHost: \(name):\(port)\r\n\r\n"))
      #expect(answer.0.hasPrefix("HTTP/1.1 200 OK\r\n") && answer.0.hasSuffix("<p>here</p>") && answer.1 == .fin)
      for field in ["Content-Security-Policy: default-src 'none'", "X-Content-Type-Options: nosniff", "no-store"] {
        #expect(answer.0.contains(field))
      }
    }
    let missing = await PlainClient.ask(port, "GET /../etc/passwd HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
    #expect(missing?.0.hasPrefix("HTTP/1.1 404") == true)
    _ = silent
  }

  @Test func `a busy port is an error with its address`() throws {
    let server = try PageServer(at: .loopback, base: "/", token: nil) { _ in .missing }
    defer { server.shutDown() }
    let port = try #require(UInt16(server.url.split(separator: ":")[2].dropLast()))
    #expect(throws: HarnessFailure.self) {
      _ = try PageServer(at: ListenPlace(port: port), base: "/", token: nil) { _ in .missing }
    }
  }
}
