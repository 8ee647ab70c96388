import RogueModel
import RoguePlatform
import RogueServers
import ServerTestSupport
import Testing

@Suite struct `The proxy of a conversation` {
  private func withProxy<Result: Sendable>(
    _ body: @Sendable (_ proxy: UInt16, any ServedConversation) async throws -> Result
  ) async throws -> (Result, Observation) {
    try await ServerFixture.conversation(proxy: true) { conversation in
      let port = try #require(conversation.proxy?.split(separator: ":").last.flatMap { UInt16($0) })
      try conversation.begin(ServerFixture.attempt())
      let result = try await body(port, conversation)
      return (result, try await conversation.end(graceMilliseconds: 600_000))
    }
  }

  @Test func `exists only if configured`() async throws {
    try await ServerFixture.conversation { #expect($0.proxy == nil) }
  }

  @Test(arguments: ["pinned.rogues.test", "PINNED.Rogues.Test.", "rogues.test", "127.0.0.1", "127.1.2.3", "[::1]"])
  func `makes tunnels for the world's names and loopback`(host: String) async throws {
    let ((status, visited), seen) = try await withProxy { proxy, conversation in
      await onThread { () -> (String, Bool) in
        guard let client = try? PlainClient(port: proxy) else { return ("", false) }
        client.send("CONNECT \(host):\(conversation.port) HTTP/1.1\r\nHost: x\r\n\r\n")
        guard case .bytes(let bytes) = client.socket.receive() else { return ("", false) }
        client.send(Hello.bytes)
        guard case .bytes(let answer) = client.socket.receive() else { return ("", false) }
        client.socket.close()
        return (String(decoding: bytes, as: UTF8.self), answer.first == 0x16)
      }
    }
    #expect(status == "HTTP/1.1 200 Connection established\r\n\r\n")
    #expect(visited)
    #expect(seen.connections.count == 1)
    #expect(seen.connections.first?.clientHello != nil)
    #expect(seen.faults == [])
  }

  @Test(arguments: [
    "example.org", "rogues.test.example.org", "evilrogues.test", "128.0.0.1", "127.0.0.1.example.org", "10.0.0.1",
    "localhost.example.org", "::2", "127.0.0", "0.0.0.0",
  ])
  func `refuses every other name`(host: String) async throws {
    let (answers, seen) = try await withProxy { proxy, conversation in
      let authority = host.contains("::") ? "[\(host)]" : host
      return [
        await PlainClient.ask(proxy, "CONNECT \(authority):\(conversation.port) HTTP/1.1\r\n\r\n"),
        await PlainClient.ask(proxy, "GET http://\(authority):\(conversation.port)/ HTTP/1.1\r\n\r\n"),
      ]
    }
    for answer in answers {
      #expect(answer?.0.hasPrefix("HTTP/1.1 403 Forbidden\r\n") == true)
      #expect(answer?.1 == .fin)
    }
    #expect(seen.connections.isEmpty)
  }

  @Test(arguments: [
    "GET / HTTP/1.1\r\n\r\n", "CONNECT pinned.rogues.test HTTP/1.1\r\n\r\n", "garbage\r\n\r\n",
    "CONNECT pinned.rogues.test:0 HTTP/1.1\r\n\r\n", "CONNECT pinned.rogues.test:99999 HTTP/1.1\r\n\r\n",
    "GET ftp://pinned.rogues.test/ HTTP/1.1\r\n\r\n", "CONNECT :443 HTTP/1.1\r\n\r\n",
  ])
  func `answers other requests with an error`(request: String) async throws {
    let (answer, _) = try await withProxy { proxy, _ in await PlainClient.ask(proxy, request) }
    #expect(answer?.0.hasPrefix("HTTP/1.1 400 Bad Request\r\n") == true)
  }

  @Test func `reports a closed port at the target`() async throws {
    // A port that was free a moment ago may be another test's by now; nobody listens on the first one.
    let (answer, _) = try await withProxy { proxy, _ in
      await PlainClient.ask(proxy, "CONNECT pinned.rogues.test:1 HTTP/1.1\r\n\r\n")
    }
    #expect(answer?.0.hasPrefix("HTTP/1.1 502 Bad Gateway\r\n") == true)
  }

  @Test func `passes plain requests on in origin form`() async throws {
    let base = try #require(ServerFixture.servers?.responderBase)
    let port = try #require(base.split(separator: ":").last)
    let (answer, _) = try await withProxy { proxy, _ in
      await PlainClient.ask(proxy, "GET http://127.0.0.1:\(port)/no-such-token/crl/root HTTP/1.1\r\nHost: x\r\n\r\n")
    }
    #expect(answer?.0.hasPrefix("HTTP/1.1 404 Not Found\r\n") == true)
    #expect(answer?.1 == .fin)
  }

  @Test func `loses no client that leaves at once`() async throws {
    for _ in 0..<20 {
      let (_, seen) = try await withProxy { proxy, conversation in
        let client = try PlainClient(port: proxy)
        client.send("CONNECT pinned.rogues.test:\(conversation.port) HTTP/1.1\r\n\r\n")
        guard case .bytes = client.socket.receive() else { return }
        client.socket.close()
      }
      #expect(seen.connections.map(\.end) == [ConnectionEnd(by: .client, how: .fin)])
    }
  }

  @Test func `is waited for, and cut when the grace is over`() async throws {
    let clock = ContinuousClock()
    let begun = clock.now
    let seen = try await ServerFixture.conversation(proxy: true) { conversation in
      let port = try #require(conversation.proxy?.split(separator: ":").last.flatMap { UInt16($0) })
      try conversation.begin(ServerFixture.attempt())
      let client = try PlainClient(port: port)
      client.send("CONNECT pinned.rogues.test:\(conversation.port) HTTP/1.1\r\n\r\n")
      let seen = try await conversation.end(graceMilliseconds: 300)
      #expect(client.readToEnd().end == .reset)
      return seen
    }
    #expect(clock.now - begun >= .milliseconds(300))
    #expect(seen.connections.map(\.end) == [ConnectionEnd(by: .harness, how: .deadline)])
  }
}
