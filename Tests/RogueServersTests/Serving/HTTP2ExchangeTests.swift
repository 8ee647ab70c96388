import Foundation
import RogueModel
import RogueStimuli
import RogueTLS
import ServerTestSupport
import Testing

@testable import RogueEngines
@testable import RogueServers

/// HTTP/2 of the Swift engine, with independent clients and with hostile input.
@Suite struct HTTP2ExchangeTests {
  private let pki = TestPKI.shared

  private func attempt(_ version: TLSVersion, change: (inout ServedAttempt) -> Void = { _ in }) -> ServedAttempt {
    ServerFixture.attempt(pki.presentation("leaf-p256", "issuing"), version) {
      $0[ApplicationProtocols.self] = ["h2", "http/1.1"]
      change(&$0)
    }
  }

  private func curl(_ port: UInt16, _ arguments: [String]) async -> Tool.Result {
    await Tool.runAside(
      "curl",
      ["--silent", "--show-error", "--cacert", pki.path("root.pem"), "--connect-to", "::127.0.0.1:\(port)"]
        + ["--write-out", "%{http_version} %{http_code}\n", "--max-time", "60"] + arguments)
  }

  // MARK: Real clients

  @Test(arguments: TLSVersion.allCases)
  func `curl gets its answer over HTTP 2, and over 1_1 if it offers no other`(version: TLSVersion) async throws {
    guard Tool.isInstalled("curl") else { return print("curl is not installed") }
    for (flag, spoken) in [("--http2", "2"), ("--http1.1", "1.1")] {
      let (result, seen) = try await ServerFixture.serve(attempt(version), engine: "swift") { port in
        await curl(port, [flag, "https://pinned.rogues.test:\(port)/the-path"])
      }
      #expect(result.output == "\(ServerFixture.nonce)\n\(spoken) 200\n", "\(result.output)")
      let connection = try #require(seen.connections.first)
      #expect(connection.request == "GET /the-path HTTP/\(spoken)" && connection.nonceSentAt != nil)
      #expect(connection.requestHost?.hasPrefix("pinned.rogues.test:") == true && connection.refusal == nil)
      #expect(connection.end == ConnectionEnd(by: .server, how: .closeNotify))
      #expect(seen.connections.count == 1 && seen.faults == [] && connection.undecoded == nil)
      #expect(connection.applicationBytes > 20)
    }
  }

  @Test func `curl makes several requests on one connection, and gets 421 for those of another host`()
    async throws
  {
    guard Tool.isInstalled("curl") else { return print("curl is not installed") }
    let kept = attempt(.tls13) {
      $0[KeepAlive.self] = true
      $0[Misdirected.self] = .otherHosts
    }
    let (result, seen) = try await ServerFixture.serve(kept, engine: "swift") { port in
      let url = "https://pinned.rogues.test:\(port)"
      return await curl(
        port,
        ["--http2", "\(url)/the-path", "\(url)/another", "--next", "--silent", "--http2", "--cacert"]
          + [pki.path("root.pem"), "--connect-to", "::127.0.0.1:\(port)", "--header", "Host: other.rogues.test"]
          + ["--write-out", "%{http_version} %{http_code}\n", "\(url)/the-path"])
    }
    #expect(result.output == "\(ServerFixture.nonce)\n2 200\n2 404\n2 421\n", "\(result.output)")
    #expect(seen.connections.count == 1 && seen.connections.first?.refusal == "421 Misdirected Request")
    #expect(seen.connections.first?.requestHost == "other.rogues.test" && seen.faults == [])
  }

  /// Shares no code with nghttp2, which is what curl speaks with.
  @Test func `Go reads the answer`() async throws {
    guard Tool.isInstalled("go") else { return print("go is not installed") }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("h2-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = folder.appendingPathComponent("main.go")
    try Self.go.write(to: source, atomically: true, encoding: .utf8)
    let (result, seen) = try await ServerFixture.serve(attempt(.tls13) { $0[KeepAlive.self] = true }, engine: "swift") {
      port in
      await Tool.runAside(
        "env",
        ["GOCACHE=\(folder.path)/cache", "GO111MODULE=off", "go", "run", source.path, pki.path("root.pem")]
          + ["127.0.0.1:\(port)"])
    }
    #expect(result.output == "HTTP/2.0 200 33 \(ServerFixture.nonce)\nHTTP/2.0 404 0 \n", "\(result.output)")
    #expect(seen.connections.count == 1 && seen.faults == [])
    #expect(seen.connections.first?.request == "GET /another HTTP/2")
    #expect(seen.connections.first?.requestHost == "pinned.rogues.test")
  }

  private static let go = #"""
    package main

    import ("context"; "crypto/tls"; "crypto/x509"; "fmt"; "io"; "net"; "net/http"; "os"; "strings")

    func main() {
    	pem, _ := os.ReadFile(os.Args[1])
    	roots := x509.NewCertPool()
    	roots.AppendCertsFromPEM(pem)
    	client := http.Client{Transport: &http.Transport{
    		ForceAttemptHTTP2: true, TLSClientConfig: &tls.Config{RootCAs: roots},
    		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
    			return (&net.Dialer{}).DialContext(ctx, network, os.Args[2])
    		}}}
    	for _, path := range []string{"/the-path", "/another"} {
    		reply, err := client.Get("https://pinned.rogues.test" + path)
    		if err != nil { panic(err) }
    		body, err := io.ReadAll(reply.Body)
    		if err != nil { panic(err) }
    		fmt.Println(reply.Proto, reply.StatusCode, reply.ContentLength, strings.TrimSpace(string(body)))
    	}
    }
    """#

  // MARK: Frames, one by one

  private static let preface = HTTP2Frame.preface + HTTP2Frame(.settings, [], []).bytes
  private static let acknowledged = HTTP2Frame(.settings, .acknowledgement, []).bytes

  private static func request(
    on stream: UInt32 = 1, _ path: String = "/the-path", host: String = "pinned.rogues.test"
  ) -> [UInt8] {
    let fields = [
      HeaderField(":method", "GET"), HeaderField(":scheme", "https"), HeaderField(":authority", host),
      HeaderField(":path", path),
    ]
    return HTTP2Frame(.headers, [.endHeaders, .endStream], stream: stream, fields.literals).bytes
  }

  /// What is left of a flight when every frame of it was read by the other side's reader.
  private static func events(_ bytes: [UInt8]) throws -> [HTTP2Reader.Event] {
    var reader = HTTP2Reader(isServer: false)
    return try reader.receive(bytes)
  }

  private func exchange(keepsAlive: Bool = true) -> HTTP2Exchange {
    HTTP2Exchange(attempt(.tls13) { $0[KeepAlive.self] = keepsAlive })
  }

  @Test func `an answer waits until the server's settings have been taken note of`() throws {
    var exchange = exchange()
    guard case .say(let first) = exchange.receive(Self.preface + Self.request(), openedFor: nil) else {
      throw Unexpected()
    }
    #expect(try Self.events(first) == [.settings, .settingsAcknowledged] && !exchange.isIdle)
    guard case .reply(let reply) = exchange.receive(Self.acknowledged, openedFor: nil) else { throw Unexpected() }
    #expect(reply.carriesNonce && reply.keepsAlive && exchange.isIdle)
    #expect(reply.requestLine == "GET /the-path HTTP/2" && reply.host == "pinned.rogues.test")
    let fields = [
      HeaderField(":status", "200"), HeaderField("content-length", "33"), HeaderField("content-type", "text/plain"),
    ]
    #expect(
      try Self.events(HTTP2Frame(.settings, [], []).bytes + reply.bytes) == [
        .settings, .headers(stream: 1, fields, endsStream: false),
        .data(stream: 1, Array("\(ServerFixture.nonce)\n".utf8), endsStream: true),
      ])
  }

  @Test func `a connection that is not left open ends with a good-bye`() throws {
    var exchange = exchange(keepsAlive: false)
    guard case .reply(let reply) = exchange.receive(Self.preface + Self.acknowledged + Self.request(), openedFor: nil)
    else { throw Unexpected() }
    #expect(try Self.events(reply.bytes).last == .goAway && !reply.keepsAlive)
  }

  @Test func `a client's bytes mean the same however they are split`() throws {
    let bytes =
      Self.preface + HTTP2Frame(.ping, [], [1, 2, 3, 4, 5, 6, 7, 8]).bytes + Self.acknowledged + Self.request()
    var said: [[UInt8]] = []
    for length in [1, 3, 10, bytes.count] {
      var exchange = exchange()
      var output: [UInt8] = []
      for start in stride(from: 0, to: bytes.count, by: length) {
        switch exchange.receive(Array(bytes[start..<min(start + length, bytes.count)]), openedFor: nil) {
        case .say(let bytes): output += bytes
        case .reply(let reply): output += reply.bytes
        case .needsMore, .deliver: break
        }
      }
      said.append(output)
    }
    #expect(Set(said).count == 1 && !said[0].isEmpty)
  }

  /// RFC 9113, sections 3.4, 4.2, 5.1, 6 and 8.3; RFC 7541.
  static let wrong: [(name: String, bytes: [UInt8], code: HTTP2Fault.Code)] = [
    ("a request of HTTP/1.1", Array("GET /the-path HTTP/1.1\r\n\r\n".utf8), .protocolError),
    (
      "no settings first", HTTP2Frame.preface + HTTP2Frame(.ping, [], [UInt8](repeating: 0, count: 8)).bytes,
      .protocolError
    ),
    ("settings of five bytes", HTTP2Frame.preface + HTTP2Frame(.settings, [], [0, 1, 0, 0, 0]).bytes, .frameSize),
    ("settings on a stream", preface + HTTP2Frame(.settings, [], stream: 1, []).bytes, .protocolError),
    ("a window beyond all windows", preface + HTTP2Frame(.settings, [], [0, 4, 0x80, 0, 0, 0]).bytes, .flowControl),
    ("a push that is neither", preface + HTTP2Frame(.settings, [], [0, 2, 0, 0, 0, 2]).bytes, .protocolError),
    ("a frame of 16385 bytes", preface + [0, 0x40, 1, 0, 0, 0, 0, 0, 1], .frameSize),
    ("a ping of seven bytes", preface + HTTP2Frame(.ping, [], [UInt8](repeating: 0, count: 7)).bytes, .frameSize),
    ("an even stream", preface + request(on: 2), .protocolError),
    ("the same stream twice", preface + request() + request(), .streamClosed),
    ("a request on no stream", preface + request(on: 0), .protocolError),
    ("data out of place", preface + HTTP2Frame(.data, .endStream, stream: 1, [1]).bytes, .protocolError),
    (
      "more padding than data", preface + request() + HTTP2Frame(.data, .padded, stream: 1, [9, 1]).bytes,
      .protocolError
    ),
    (
      "fields that go on nowhere", preface + HTTP2Frame(.continuation, .endHeaders, stream: 1, []).bytes, .protocolError
    ),
    (
      "a block of fields that is interrupted",
      preface + HTTP2Frame(.headers, [], stream: 1, []).bytes + HTTP2Frame(.settings, [], []).bytes, .protocolError
    ),
    ("a window that grows by nothing", preface + HTTP2Frame(.windowUpdate, [], [0, 0, 0, 0]).bytes, .protocolError),
    (
      "a push by the client", preface + HTTP2Frame(.pushPromise, .endHeaders, stream: 1, [0, 0, 0, 2]).bytes,
      .protocolError
    ),
    ("a field that is in no table", preface + block([0xBE]), .compression),
    ("a field without an index", preface + block([0x80]), .compression),
    ("a number without an end", preface + block([0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]), .compression),
    ("a text that ends early", preface + block([0, 5, 0x61]), .compression),
    ("a text with the end in its middle", preface + block([0, 0x84, 0xFF, 0xFF, 0xFF, 0xFF, 0]), .compression),
    ("a table beyond what was allowed", preface + block([0x3F, 0xE2, 0x1F]), .compression),
    ("a request without a path", preface + block([0x82, 0x87]), .protocolError),
    ("a request with two methods", preface + block([0x82, 0x82, 0x84, 0x87]), .protocolError),
    ("a pseudo field after the others", preface + block([0x82, 0x84, 0x90, 0x87]), .protocolError),
    ("a field in capitals", preface + block([0x82, 0x84, 0x87, 0, 1, 0x41, 1, 0x61]), .protocolError),
    (
      "pings without end",
      preface + (0...4096).flatMap { _ in HTTP2Frame(.ping, [], [UInt8](repeating: 0, count: 8)).bytes }, .calmDown
    ),
    (
      "fields without end",
      preface + HTTP2Frame(.headers, [], stream: 1, []).bytes
        + (0..<5).flatMap { _ in
          HTTP2Frame(.continuation, [], stream: 1, [UInt8](repeating: 0, count: 16_384)).bytes
        }, .calmDown
    ),
    (
      "one long field named again and again",
      // 4000 bytes into the table, and then its name twenty times.
      preface + block([0x40, 1, 0x61, 0x7F, 0xA1, 0x1E] + [UInt8](repeating: 0x62, count: 4000))
        + HTTP2Frame(.headers, [.endHeaders], stream: 3, [UInt8](repeating: 0xBE, count: 20)).bytes, .calmDown
    ),
  ]

  private static func block(_ bytes: [UInt8]) -> [UInt8] {
    HTTP2Frame(.headers, [.endHeaders, .endStream], stream: 1, bytes).bytes
  }

  @Test(arguments: wrong.indices) func `a breach of the protocol ends the connection with its error code`(index: Int)
    throws
  {
    let (name, bytes, code) = Self.wrong[index]
    var exchange = exchange()
    guard case .reply(let reply) = exchange.receive(bytes, openedFor: nil) else {
      Issue.record("\(name) is taken")
      return
    }
    #expect(!reply.carriesNonce && !reply.keepsAlive)
    // The last frame: the head, the last stream, and the code.
    #expect(Array(reply.bytes.suffix(4)) == [0, 0, 0, UInt8(code.rawValue)], "\(name): \(reply.status ?? "")")
    #expect(reply.bytes.dropLast(8).suffix(9).elementsEqual([0, 0, 8, 7, 0, 0, 0, 0, 0]), "\(name)")
  }

  private struct Unexpected: Error {}

  // MARK: HPACK

  /// RFC 7541, appendix C.4 and C.6: requests with Huffman codes, and a table that forgets.
  @Test func `the examples of RFC 7541 are read as they are meant`() throws {
    func bytes(_ text: String) -> [UInt8] {
      let digits = text.filter { !$0.isWhitespace }
      return stride(from: 0, to: digits.count, by: 2).compactMap { start in
        UInt8(digits.dropFirst(start).prefix(2), radix: 16)
      }
    }
    var decoder = HPACKDecoder()
    let first = try decoder.decode(bytes("8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff"))
    let start = [HeaderField(":method", "GET"), HeaderField(":scheme", "http"), HeaderField(":path", "/")]
    #expect(first == start + [HeaderField(":authority", "www.example.com")])
    let second = try decoder.decode(bytes("8286 84be 5886 a8eb 1064 9cbf"))
    #expect(second == first + [HeaderField("cache-control", "no-cache")])
    let third = try decoder.decode(bytes("8287 85bf 4088 25a8 49e9 5ba9 7d7f 8925 a849 e95b b8e8 b4bf"))
    #expect(
      third == [
        HeaderField(":method", "GET"), HeaderField(":scheme", "https"), HeaderField(":path", "/index.html"),
        HeaderField(":authority", "www.example.com"), HeaderField("custom-key", "custom-value"),
      ])
    var forgetful = HPACKDecoder()
    // The table is made smaller than its only entry.
    _ = try forgetful.decode(bytes("408825a849e95ba97d7f8925a849e95bb8e8b4bf"))
    #expect(throws: HTTP2Fault.self) { try forgetful.decode([0x20, 0xBE]) }
  }

  // MARK: Evidence

  @Test func `frames about the connection do not count as a request`() {
    let talk = Self.preface + Self.acknowledged + HTTP2Frame.goAway(.none, after: 0).bytes
    let asked = Self.request()
    for length in [1, 5, 1000] {
      var requests = RequestBytes()
      var counted = 0
      let bytes = talk + asked + Self.acknowledged
      for start in stride(from: 0, to: bytes.count, by: length) {
        counted += requests.count(bytes[start..<min(start + length, bytes.count)])
      }
      #expect(counted == asked.count && requests.undecided == 0)
    }
    var plain = RequestBytes()
    #expect(plain.count(Array("P".utf8)) == 0 && plain.undecided == 1)
    #expect(plain.count(Array("OST / HTTP/1.1\r\n".utf8)) == 17)
  }
}
