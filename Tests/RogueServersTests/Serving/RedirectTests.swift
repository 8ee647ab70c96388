import RogueModel
import RogueStimuli
import ServerTestSupport
import Testing

@testable import RogueEngines
@testable import RogueServers

/// Whom a server sends on to another host, and where to.
@Suite struct RedirectTests {
  private static func reply(
    to head: String, redirect: [String] = ["there.rogues.test"], scheme: String = "https",
    isInTheClear: Bool = false
  ) -> ApplicationReply? {
    let rules = RequestRules(
      path: "/a1", nonce: "n0", redirect: redirect, scheme: scheme, isInTheClear: isInTheClear)
    var exchange = RequestExchange(rules, attempt: "a1")
    guard case .reply(let reply) = exchange.receive(Array(head.utf8)) else { return nil }
    return reply
  }

  @Test(arguments: [
    ("Host: here.rogues.test:4433", "https://there.rogues.test:4433/a1"),
    ("accept: */*\r\nhost:  HERE.rogues.test", "https://there.rogues.test/a1"),
    ("Host: there.rogues.test.example:1", "https://there.rogues.test:1/a1"),
    ("Accept: */*", "https://there.rogues.test/a1"),
  ])
  func `a request for another host is redirected, to the same port and path`(fields: String, url: String) throws {
    let reply = try #require(Self.reply(to: "GET /a1 HTTP/1.1\r\n\(fields)\r\n\r\n"))
    #expect(!reply.carriesNonce)
    #expect(
      String(decoding: reply.bytes, as: UTF8.self)
        == "HTTP/1.1 302 Found\r\nLocation: \(url)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
  }

  @Test(arguments: ["there.rogues.test:4433", "THERE.rogues.test.", "there.rogues.test"])
  func `the host itself answers, however it is written`(host: String) throws {
    let reply = try #require(Self.reply(to: "GET /a1 HTTP/1.1\r\nHost: \(host)\r\n\r\n"))
    #expect(reply.carriesNonce)
  }

  @Test func `no client is redirected from another path, or by a server without a redirect`() throws {
    let lost = try #require(Self.reply(to: "GET /b2 HTTP/1.1\r\nHost: here.rogues.test\r\n\r\n"))
    #expect(String(decoding: lost.bytes, as: UTF8.self).hasPrefix("HTTP/1.1 404 "))
    let plain = try #require(Self.reply(to: "GET /a1 HTTP/1.1\r\nHost: here.rogues.test\r\n\r\n", redirect: []))
    #expect(plain.carriesNonce)
  }

  @Test(arguments: [
    ("here", "between"), ("between:1", "there:1"), ("BETWEEN.", "there"), ("elsewhere", "between"), ("there", nil),
  ])
  func `each host of several sends on to the next, and the last one answers`(host: String, next: String?) throws {
    let head = "GET /a1 HTTP/1.1\r\nHost: \(host)\r\n\r\n"
    let reply = try #require(Self.reply(to: head, redirect: ["between", "there"]))
    #expect(reply.carriesNonce == (next == nil))
    let text = String(decoding: reply.bytes, as: UTF8.self)
    if let next { #expect(text.contains("\r\nLocation: https://\(next)/a1\r\n")) }
  }

  @Test(arguments: ["here", "there"])
  func `over TLS every client is redirected to http, and the last host answers in plaintext`(host: String) throws {
    let head = "GET /a1 HTTP/1.1\r\nHost: \(host):7\r\n\r\n"
    let over = try #require(Self.reply(to: head, redirect: ["there"], scheme: "http"))
    #expect(!over.carriesNonce)
    #expect(String(decoding: over.bytes, as: UTF8.self).contains("\r\nLocation: http://there:7/a1\r\n"))
    let clear = try #require(Self.reply(to: head, redirect: ["there"], scheme: "http", isInTheClear: true))
    #expect(clear.carriesNonce == (host == "there"))
  }

  @Test func `a port of both takes a first byte of a handshake for TLS, and anything else for HTTP`() throws {
    var attempt = ServerFixture.attempt(TestPKI.shared.presentation("leaf-p256", "issuing"), .tls13)
    attempt.settings[Redirect.self] = ["there.rogues.test"]
    #expect(attempt.clear == nil)
    attempt.settings[RedirectScheme.self] = .http
    var tls = try #require(attempt.clear)
    #expect(tls.take([22, 3, 1], at: 1) == [.startTLS([], rest: [22, 3, 1])])
    #expect(tls.hasBegunTLS && StartTLSDecoder.decode(tls) == nil)
    var clear = try #require(attempt.clear)
    let head = "GET \(attempt.path) HTTP/1.1\r\nHost: there.rogues.test\r\n\r\n"
    guard case .nonce? = clear.take(Array(head.utf8), at: 7).first else { throw NoNonce() }
    let evidence = try #require(StartTLSDecoder.decode(clear))
    #expect(evidence.applicationBytes == head.utf8.count && evidence.firstApplicationAt == 7)
    #expect(evidence.commands == ["GET \(attempt.path) HTTP/1.1"])
  }

  struct NoNonce: Error {}
}
