import Foundation
import RogueModel
import RogueOpenSSL
import RoguePlatform
import RogueStimuli
import RogueTLS
import ServerTestSupport
import Testing

@testable import RogueServers

@Suite struct `Hostile clients` {
  private func serve(_ client: @escaping @Sendable (PlainClient) -> Void) async throws -> Observation {
    let (_, seen) = try await ServerFixture.serve(ServerFixture.attempt(), grace: 600_000) { port in
      let plain = try PlainClient(port: port)
      let finished = await onThread {
        client(plain)
        return true
      }
      #expect(finished)
      // Whatever happened, the next one is served.
      #expect(await Visit.make(Visit.Plan(port: port)).body == ServerFixture.nonce + "\n")
      plain.socket.close()
    }
    #expect(seen.faults == [])
    #expect(seen.connections.count == 2)
    return seen
  }

  @Test func `that send garbage are ended and seen`() async throws {
    let seen = try await serve { client in
      client.send((0..<300).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) })
      _ = client.readToEnd()
    }
    #expect(seen.connections[0].clientHello == nil)
    #expect(seen.connections[0].end.by == .server)
  }

  @Test func `that pipeline everything, TLS included, are answered in turn`() async throws {
    let attempt = ServerFixture.attempt { $0[StartTLS.self] = StartTLSRecipe(speaks: .smtp) }
    let (said, seen) = try await ServerFixture.serve(attempt, engine: "swift", grace: 600_000) { port in
      let plain = try PlainClient(port: port)
      return await onThread {
        // A ClientHello that ends after its head.
        plain.send(Array("EHLO x\r\nSTARTTLS\r\n".utf8) + [22, 3, 1, 0, 4, 1, 0, 0, 0])
        let said = plain.readToEnd().bytes
        plain.socket.close()
        return said
      }
    }
    let words =
      "220 rogues.test ESMTP\r\n250-rogues.test\r\n250-STARTTLS\r\n250 HELP\r\n220 2.0.0 Ready to start TLS\r\n"
    #expect(said.starts(with: words.utf8))
    // An alert of TLS, and nothing else.
    #expect(said.dropFirst(words.utf8.count).first == 21)
    let clear = try #require(seen.connections.first?.clear)
    #expect(clear == StartTLSEvidence(offered: true, agreed: true, commands: ["EHLO x", "STARTTLS"]))
    #expect(seen.faults == [])
  }

  @Test func `that speak plain HTTP get no reply`() async throws {
    let seen = try await serve { client in
      client.send("GET /the-path HTTP/1.1\r\nHost: pinned.rogues.test\r\n\r\n")
      let (bytes, end) = client.readToEnd()
      #expect(!String(decoding: bytes, as: UTF8.self).contains(ServerFixture.nonce))
      #expect(end == .fin)
    }
    #expect(seen.connections[0].nonceSentAt == nil)
    #expect(seen.connections[0].bytesIn == 52)
  }

  @Test func `that send a megabyte of junk are cut off`() async throws {
    let seen = try await serve { client in
      client.send([0x16, 0x03, 0x01, 0x3F, 0xFF] + [UInt8](repeating: 0xAA, count: 1 << 20))
      _ = client.readToEnd()
    }
    #expect(seen.connections[0].nonceSentAt == nil)
  }

  @Test func `that are slow are served`() async throws {
    let bytes = Hello.bytes
    let seen = try await serve { client in
      for byte in bytes {
        client.send([byte])
        Thread.sleep(forTimeInterval: 0.001)
      }
    }
    #expect(seen.connections[0].clientHello?.serverName == "pinned.rogues.test")
    #expect(seen.connections[0].certificatesSentAt != nil)
  }

  @Test func `that close their sending half after a hello are seen to end`() async throws {
    let bytes = Hello.bytes
    let seen = try await serve { client in
      client.send(bytes)
      client.socket.finishSending()
      _ = client.readToEnd()
    }
    #expect(seen.connections[0].end == ConnectionEnd(by: .client, how: .fin))
    #expect(seen.connections[0].certificatesSentAt != nil)
  }

  @Test func `that never stop sending are cut and spoil the attempt`() async throws {
    let (_, seen) = try await ServerFixture.serve(ServerFixture.attempt(), grace: 600_000) { port in
      await onThread {
        guard let client = try? PlainClient(port: port) else { return }
        // A handshake record that never ends up as a message.
        for _ in 0..<1000 {
          if !client.send([0x16, 0x03, 0x03, 0x10, 0x00] + [UInt8](repeating: 0, count: 4096)) { break }
        }
      }
    }
    #expect(seen.connections.count == 1)
    #expect(seen.connections[0].bytesIn <= ServedConnection.tapLimit + 65_536)
  }

  @Test func `that send more than the limit are reported as floods, and the harness has no fault`() async throws {
    let (_, seen) = try await ServerFixture.serve(ServerFixture.attempt(), grace: 120_000) { port in
      await onThread {
        guard let client = try? PlainClient(port: port) else { return }
        let chunk = [UInt8](repeating: 0, count: 1 << 20)
        // The server answers the first bytes with an alert and reads on only for a while: either of the two ends it.
        client.send([0x16, 0x03, 0x03, 0xFF, 0xFF])
        for _ in 0..<64 where !client.send(chunk) { break }
      }
    }
    #expect(seen.faults == [])
  }

  @Test func `that open more connections than any client needs have flooded, and the harness has no fault`()
    async throws
  {
    let (opened, seen) = try await ServerFixture.serve(ServerFixture.attempt(), grace: 0) { port in
      await onThread {
        (0..<AttemptRecord.connectionLimit + 8).compactMap { _ in try? PlainClient(port: port) }
      }
    }
    #expect(opened.count == AttemptRecord.connectionLimit + 8)
    #expect(seen.connections.count == AttemptRecord.connectionLimit)
    #expect(seen.floods == ["more than 512 connections in one attempt"])
    #expect(seen.faults == [])
  }

  @Test(arguments: [
    "GET /another-path HTTP/1.1\r\n\r\n", "HEAD /the-path HTTP/1.1\r\n\r\n", "POST /the-path HTTP/1.1\r\n\r\n",
    "GET /the-path\r\n\r\n", "PRI * HTTP/2.0\r\n\r\n", "ROGUES another\n", "\r\n\r\n",
    "GET /the-path HTTP/1.1 x\r\n\r\n",
  ])
  func `do not get the nonce for another request`(request: String) async throws {
    let (visit, seen) = try await ServerFixture.serve(ServerFixture.attempt()) { port in
      await Visit.make(Visit.Plan(port: port, request: request))
    }
    #expect(visit.body?.contains(ServerFixture.nonce) == false)
    #expect(visit.endedWithCloseNotify)
    #expect(seen.connections.first?.nonceSentAt == nil)
    #expect(
      seen.connections.first?.request
        == request.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).first.map(String.init))
  }

  @Test func `get the nonce without HTTP when they name the attempt`() async throws {
    let (visit, seen) = try await ServerFixture.serve(ServerFixture.attempt()) { port in
      await Visit.make(Visit.Plan(port: port, request: "ROGUES the-attempt\n"))
    }
    #expect(visit.body == ServerFixture.nonce + "\n")
    #expect(seen.connections.first?.request == "ROGUES the-attempt")
  }

  @Test func `with endless headers get an error`() async throws {
    let request = "GET /the-path HTTP/1.1\r\nX: " + String(repeating: "x", count: 70_000)
    let (visit, _) = try await ServerFixture.serve(ServerFixture.attempt()) { port in
      await Visit.make(Visit.Plan(port: port, request: request))
    }
    #expect(visit.statusLine == "HTTP/1.1 400 Bad Request")
  }
}

/// A ClientHello as OpenSSL makes it.
enum Hello {
  static var bytes: [UInt8] {
    guard let context = try? TLSContext(client: TLSClientSettings()),
      let client = try? TLSConnection(client: context, host: "pinned.rogues.test", judge: { _ in .accept })
    else { return [] }
    _ = client.handshake()
    return client.takeOutput()
  }
}
