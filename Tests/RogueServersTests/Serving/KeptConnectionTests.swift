import Foundation
import RogueModel
import RogueOpenSSL
import RoguePlatform
import RogueStimuli
import ServerTestSupport
import Testing

/// A connection that stays open after its attempt, as OpenSSL's client and curl use it.
@Suite struct `Connections that stay open` {
  private let pki = TestPKI.shared
  private static let otherNonce = "ffeeddccbbaa99887766554433221100"

  /// One TLS client whose requests may lie in different attempts.
  private final class Client {
    let socket: TCPSocket
    let connection: TLSClientConnection

    /// - Parameter proxy: The port of a proxy, which is asked for a tunnel first.
    init(port: UInt16, proxy: UInt16? = nil, identity: TLSIdentity? = nil) throws {
      socket = try TCPSocket.connected(toPort: proxy ?? port, timeoutMilliseconds: 60_000)
      if proxy != nil {
        _ = socket.send(Array("CONNECT pinned.rogues.test:\(port) HTTP/1.1\r\n\r\n".utf8)[...])
        _ = socket.receive()
      }
      connection = try TLSClientConnection(
        socket: socket, context: try TLSContext(client: TLSClientSettings(identity: identity)),
        settings: TLSConnection.ClientSettings(host: "pinned.rogues.test")
      ) { _ in .accept }
      try connection.handshake()
    }

    func ask(_ path: String, until nonce: String, _ headers: String = "") throws -> String {
      try connection.write(Array("GET \(path) HTTP/1.1\r\nHost: pinned.rogues.test\r\n\(headers)\r\n".utf8))
      var reply = ""
      while !reply.contains(nonce), case .bytes(let bytes) = try connection.read() {
        reply += String(decoding: bytes, as: UTF8.self)
      }
      return reply
    }
  }

  private func attempt(_ version: TLSVersion, change: (inout ServedAttempt) -> Void = { _ in }) -> ServedAttempt {
    ServerFixture.attempt(pki.presentation("leaf-p256", "issuing"), version) {
      $0[KeepAlive.self] = true
      change(&$0)
    }
  }

  private func next(_ version: TLSVersion) -> ServedAttempt {
    attempt(version) {
      $0.presentation = pki.presentation("other-p256", "issuing")
      $0.path = "/next"
      $0.nonce = Self.otherNonce
    }
  }

  @Test(arguments: TLSVersion.allCases)
  func `the request of another attempt is its evidence, without a handshake`(version: TLSVersion) async throws {
    try await ServerFixture.conversation(engine: "swift") { conversation in
      try conversation.begin(attempt(version))
      let client = try Client(port: conversation.port)
      #expect(try client.ask("/the-path", until: ServerFixture.nonce).contains("Connection: keep-alive"))
      let first = try await conversation.end(graceMilliseconds: 600_000)
      let began = try #require(first.connections.first)
      #expect(first.faults == [] && first.connections.count == 1)
      #expect(began.end == ConnectionEnd(by: .harness, how: .kept))
      #expect(!began.reused && began.nonceSentAt != nil && began.serverCertificates?.count == 2)

      try conversation.begin(next(version))
      let reply = try client.ask("/next", until: Self.otherNonce)
      #expect(reply.contains(Self.otherNonce))
      let second = try await conversation.end(graceMilliseconds: 600_000)
      let went = try #require(second.connections.first)
      #expect(second.faults == [] && second.connections.count == 1)
      #expect(went.reused && !went.resumed && went.version == version && went.clientHello == began.clientHello)
      // Nothing was presented, though another leaf would have been.
      #expect(went.serverCertificates == nil && went.certificatesSentAt == nil && went.clientFinishedAt == nil)
      #expect(went.request == "GET /next HTTP/1.1" && went.nonceSentAt != nil && went.undecoded == nil)
      #expect(went.applicationBytes == "GET /next HTTP/1.1\r\nHost: pinned.rogues.test\r\n\r\n".utf8.count)
      #expect(went.index == 1 && went.alerts == [])
      client.socket.close()
    }
  }

  @Test(arguments: TLSVersion.allCases)
  func `an end of the connection is evidence of the attempt in which it comes`(version: TLSVersion) async throws {
    try await ServerFixture.conversation(engine: "swift") { conversation in
      try conversation.begin(attempt(version))
      let client = try Client(port: conversation.port)
      #expect(try client.ask("/the-path", until: ServerFixture.nonce).contains(ServerFixture.nonce))
      _ = try await conversation.end(graceMilliseconds: 600_000)

      try conversation.begin(next(version))
      client.connection.close()
      client.socket.close()
      // Another connection is served as ever.
      let other = await Visit.make(
        Visit.Plan(port: conversation.port, request: "GET /next HTTP/1.1\r\nConnection: close\r\n\r\n"))
      #expect(other.body?.contains(Self.otherNonce) == true)
      let seen = try await conversation.end(graceMilliseconds: 600_000)
      #expect(seen.faults == [] && seen.connections.count == 2)
      let old = try #require(seen.connections.first { $0.reused })
      #expect(old.end.by == .client && old.applicationBytes == 0 && old.nonceSentAt == nil)
      #expect(old.clientCertificates == nil)
      let new = try #require(seen.connections.first { !$0.reused })
      #expect(new.serverCertificates?.count == 2 && new.end.how == .closeNotify)
    }
  }

  @Test(arguments: TLSVersion.allCases)
  func `a tunnel stays open as the connection in it does`(version: TLSVersion) async throws {
    try await ServerFixture.conversation(engine: "swift", proxy: true) { conversation in
      let proxy = try #require(conversation.proxy?.split(separator: ":").last.flatMap { UInt16($0) })
      try conversation.begin(attempt(version))
      let client = try Client(port: conversation.port, proxy: proxy)
      #expect(try client.ask("/the-path", until: ServerFixture.nonce).contains(ServerFixture.nonce))
      let first = try await conversation.end(graceMilliseconds: 600_000)
      #expect(first.faults == [] && first.connections.map(\.end) == [ConnectionEnd(by: .harness, how: .kept)])

      try conversation.begin(next(version))
      #expect(try client.ask("/next", until: Self.otherNonce).contains(Self.otherNonce))
      let second = try await conversation.end(graceMilliseconds: 600_000)
      #expect(second.faults == [] && second.connections.map(\.reused) == [true])
      client.socket.close()
    }
  }

  @Test func `a tunnel ends with its attempt if no connection stays open in it`() async throws {
    try await ServerFixture.conversation(engine: "swift", proxy: true) { conversation in
      let proxy = try #require(conversation.proxy?.split(separator: ":").last.flatMap { UInt16($0) })
      try conversation.begin(attempt(.tls13) { $0[KeepAlive.self] = false })
      let client = try Client(port: conversation.port, proxy: proxy)
      _ = try client.ask("/the-path", until: ServerFixture.nonce)
      let first = try await conversation.end(graceMilliseconds: 0)
      #expect(first.connections.count == 1 && first.connections.first?.end.how != .kept)
    }
  }

  @Test func `an end that comes right before its attempt's is not missed`() async throws {
    for _ in 1...50 {
      try await ServerFixture.conversation(engine: "swift") { conversation in
        try conversation.begin(attempt(.tls13))
        let client = try Client(port: conversation.port)
        #expect(try client.ask("/the-path", until: ServerFixture.nonce).contains(ServerFixture.nonce))
        _ = try await conversation.end(graceMilliseconds: 600_000)
        try conversation.begin(next(.tls13))
        client.connection.close()
        client.socket.close()
        let seen = try await conversation.end(graceMilliseconds: 600_000)
        #expect(seen.connections.map(\.reused) == [true] && seen.connections.first?.end.by == .client)
      }
    }
  }

  @Test func `an unused connection does not delay the end of an attempt`() async throws {
    try await ServerFixture.conversation(engine: "swift") { conversation in
      try conversation.begin(attempt(.tls13))
      let client = try Client(port: conversation.port)
      #expect(try client.ask("/the-path", until: ServerFixture.nonce).contains(ServerFixture.nonce))
      _ = try await conversation.end(graceMilliseconds: 600_000)
      for _ in 1...2 {
        try conversation.begin(next(.tls13))
        let seen = try await conversation.end(graceMilliseconds: 600_000)
        #expect(seen.connections.isEmpty && seen.faults == [])
      }
      client.socket.close()
    }
  }

  @Test func `data between attempts belongs to none`() async throws {
    try await ServerFixture.conversation(engine: "swift") { conversation in
      try conversation.begin(attempt(.tls13))
      let client = try Client(port: conversation.port)
      #expect(try client.ask("/the-path", until: ServerFixture.nonce).contains(ServerFixture.nonce))
      _ = try await conversation.end(graceMilliseconds: 600_000)
      #expect((try? client.ask("/next", until: Self.otherNonce))?.contains(Self.otherNonce) != true)
      try conversation.begin(next(.tls13))
      #expect(try await conversation.end(graceMilliseconds: 600_000).connections.isEmpty)
    }
  }

  @Test(arguments: TLSVersion.allCases)
  func `the client of a connection is the one that began it`(version: TLSVersion) async throws {
    try await ServerFixture.conversation(engine: "swift") { conversation in
      let asks = ClientAuthentication.Served(
        mode: .request, list: .lenient, anchors: pki.certificates("client-root"))
      try conversation.begin(attempt(version) { $0[ClientAuthentication.self] = asks })
      let identity = TLSIdentity(
        certificate: pki.certificate("client-leaf"), chain: pki.certificates("client-issuing"),
        privateKey: pki.key("client-leaf").privateKey)
      let client = try Client(port: conversation.port, identity: identity)
      #expect(try client.ask("/the-path", until: ServerFixture.nonce).contains(ServerFixture.nonce))
      let first = try await conversation.end(graceMilliseconds: 600_000)
      var another = next(version)
      another[ClientAuthentication.self] = asks
      try conversation.begin(another)
      #expect(try client.ask("/next", until: Self.otherNonce).contains(Self.otherNonce))
      let second = try await conversation.end(graceMilliseconds: 600_000)
      let shown = try #require(first.connections.first?.clientCertificates)
      #expect(!shown.isEmpty)
      #expect(second.connections.first?.clientCertificates == shown)
      client.socket.close()
    }
  }

  @Test func `a client that wants it so is left after its answer`() async throws {
    let (reply, seen) = try await ServerFixture.serve(attempt(.tls13), engine: "swift") { port in
      try Client(port: port).ask("/the-path", until: "never", "Connection: close\r\n")
    }
    #expect(reply.contains("Connection: close") && reply.contains(ServerFixture.nonce))
    #expect(seen.connections.first?.end == ConnectionEnd(by: .server, how: .closeNotify))
  }

  @Test(arguments: TLSVersion.allCases) func `curl makes two requests on one connection`(version: TLSVersion)
    async throws
  {
    guard Tool.isInstalled("curl") else { return print("curl is not installed") }
    let (result, seen) = try await ServerFixture.serve(attempt(version), engine: "swift") { port in
      let url = "https://pinned.rogues.test:\(port)/the-path"
      return await Tool.runAside(
        "curl",
        ["--silent", "--show-error", "--http1.1", "--cacert", pki.path("root.pem"), "--connect-to"]
          + ["::127.0.0.1:\(port)", url, url])
    }
    #expect(result.output.components(separatedBy: ServerFixture.nonce).count == 3, "\(result.output)")
    #expect(seen.connections.count == 1 && seen.faults == [])
  }

  @Test(arguments: ["libssl", "gnutls"]) func `other engines serve no attempt with kept connections`(engine: String)
    async throws
  {
    await #expect(throws: HarnessFailure.self) {
      try await ServerFixture.conversation(engine: engine) { try $0.begin(attempt(.tls13)) }
    }
  }
}
