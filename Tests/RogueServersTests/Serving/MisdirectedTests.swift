import RogueModel
import RogueStimuli
import ServerTestSupport
import Testing

@testable import RogueEngines
@testable import RogueServers

/// Requests that a server does not want on a connection (RFC 9110, section 15.5.20).
@Suite struct MisdirectedTests {
  private let pki = TestPKI.shared

  private static func reply(
    to head: String, _ misdirected: Misdirected.Requests, openedFor host: String?
  ) -> ApplicationReply? {
    let rules = RequestRules(path: "/a1", nonce: "n0", misdirected: misdirected)
    var exchange = RequestExchange(rules, attempt: "a1", keepsAlive: true)
    guard case .reply(let reply) = exchange.receive(Array(head.utf8), openedFor: host) else { return nil }
    return reply
  }

  @Test(arguments: [
    ("first.rogues.test:4433", "first.rogues.test", false), ("FIRST.rogues.test.", "first.rogues.test", false),
    ("second.rogues.test:4433", "first.rogues.test", true), ("first.rogues.test.example", "first.rogues.test", true),
    ("second.rogues.test", nil, false),
  ])
  func `a connection is for the host that it was opened for`(asked: String, opened: String?, isMisdirected: Bool)
    throws
  {
    let head = "GET /a1 HTTP/1.1\r\nHost: \(asked)\r\n\r\n"
    let reply = try #require(Self.reply(to: head, .otherHosts, openedFor: opened))
    #expect(reply.carriesNonce == !isMisdirected && reply.keepsAlive && reply.host == asked)
    #expect(reply.status == (isMisdirected ? "421 Misdirected Request" : nil))
    let text = String(decoding: reply.bytes, as: UTF8.self)
    #expect(
      !isMisdirected
        || text == "HTTP/1.1 421 Misdirected Request\r\nContent-Length: 0\r\nConnection: keep-alive\r\n\r\n")
    #expect(try #require(Self.reply(to: head, .none, openedFor: opened)).carriesNonce)
    #expect(try #require(Self.reply(to: head, .all, openedFor: opened)).status == "421 Misdirected Request")
  }

  @Test func `a request without a host is for the host of the connection`() throws {
    #expect(try #require(Self.reply(to: "GET /a1 HTTP/1.1\r\n\r\n", .otherHosts, openedFor: "a.test")).carriesNonce)
  }

  @Test(arguments: ["swift", "libssl", "gnutls"], TLSVersion.allCases)
  func `a client gets 421, and the evidence distinguishes it from an answer`(engine: String, version: TLSVersion)
    async throws
  {
    let attempt = ServerFixture.attempt(pki.presentation("leaf-p256", "issuing"), version) {
      $0[Misdirected.self] = .all
    }
    let (visit, seen) = try await ServerFixture.serve(attempt, engine: engine) { port in
      await Visit.make(Visit.Plan(port: port, request: "GET /the-path HTTP/1.1\r\nHost: pinned.rogues.test\r\n\r\n"))
    }
    #expect(visit.body?.contains(ServerFixture.nonce) != true)
    let connection = try #require(seen.connections.first)
    #expect(connection.refusal == "421 Misdirected Request" && connection.nonceSentAt == nil)
    #expect(connection.request == "GET /the-path HTTP/1.1" && connection.requestHost == "pinned.rogues.test")
    #expect(connection.end == ConnectionEnd(by: .server, how: .closeNotify) && seen.faults == [])
  }

  @Test(arguments: TLSVersion.allCases)
  func `curl gets 421 for another host, and not for the one of its connection`(version: TLSVersion) async throws {
    guard Tool.isInstalled("curl") else { return print("curl is not installed") }
    let attempt = ServerFixture.attempt(pki.presentation("leaf-p256", "issuing"), version) {
      $0[Misdirected.self] = .otherHosts
    }
    for (field, code) in [("other.rogues.test", "421"), ("pinned.rogues.test", "200")] {
      let (result, seen) = try await ServerFixture.serve(attempt, engine: "swift") { port in
        await Tool.runAside(
          "curl",
          ["--silent", "--show-error", "--http1.1", "--cacert", pki.path("root.pem"), "--connect-to"]
            + ["::127.0.0.1:\(port)", "--header", "Host: \(field)", "--write-out", "%{http_code}"]
            + ["https://pinned.rogues.test:\(port)/the-path"])
      }
      #expect(result.output.hasSuffix(code), "\(result.output)")
      #expect(seen.connections.first?.requestHost == field)
      #expect(seen.connections.first?.refusal == (code == "421" ? "421 Misdirected Request" : nil))
    }
  }
}
