import Foundation
import RogueModel
import RoguePlatform
import ServerTestSupport
import Testing

@testable import RogueServers

@Suite struct `The end of an attempt` {
  @Test func `sees clients that connected and left just before`() async throws {
    for _ in 0..<50 {
      let (_, seen) = try await ServerFixture.serve(ServerFixture.attempt()) { port in
        for _ in 0..<4 { try PlainClient(port: port).socket.close() }
      }
      #expect(seen.connections.count == 4)
      #expect(seen.connections.allSatisfy { $0.end == ConnectionEnd(by: .client, how: .fin) && $0.closedAt != nil })
    }
  }

  @Test func `sees a client that reset just before`() async throws {
    let (_, seen) = try await ServerFixture.serve(ServerFixture.attempt()) { port in
      try PlainClient(port: port).socket.reset()
    }
    #expect(seen.connections.map(\.end) == [ConnectionEnd(by: .client, how: .reset)])
  }

  @Test func `waits for a connection that is still busy, and no longer`() async throws {
    let clock = ContinuousClock()
    let (begun, seen) = try await ServerFixture.serve(ServerFixture.attempt(), grace: 600_000) { port in
      let client = try PlainClient(port: port)
      Thread.detachNewThread {
        Thread.sleep(forTimeInterval: 0.2)
        client.socket.close()
      }
      return clock.now
    }
    let waited = clock.now - begun
    // Half of the grace: far more than the busiest machine needs, far less than waiting for all of it.
    #expect(waited > .milliseconds(150) && waited < .seconds(300))
    #expect(seen.connections.map(\.end) == [ConnectionEnd(by: .client, how: .fin)])
  }

  @Test func `closes open connections after the grace period`() async throws {
    let (client, seen) = try await ServerFixture.serve(ServerFixture.attempt(), grace: 100) { port in
      try PlainClient(port: port)
    }
    #expect(seen.connections.map(\.end) == [ConnectionEnd(by: .harness, how: .deadline)])
    #expect(client.readToEnd().end == .reset)
  }

  @Test func `does not take a connection of the attempt before or after`() async throws {
    let (first, second) = try await ServerFixture.conversation { conversation in
      try conversation.begin(ServerFixture.attempt())
      let early = try PlainClient(port: conversation.port)
      let first = try await conversation.end(graceMilliseconds: 0)
      let between = try PlainClient(port: conversation.port)
      try conversation.begin(ServerFixture.attempt())
      let visit = await Visit.make(Visit.Plan(port: conversation.port))
      #expect(visit.body == ServerFixture.nonce + "\n")
      let second = try await conversation.end(graceMilliseconds: 1000)
      #expect(between.readToEnd().end == .reset)
      #expect(early.readToEnd().end == .reset)
      return (first, second)
    }
    #expect(first.connections.count == 1)
    #expect(second.connections.count == 1)
    #expect(second.connections.first?.nonceSentAt != nil)
  }

  @Test func `comes by itself when the next attempt begins`() async throws {
    _ = try await ServerFixture.conversation { conversation in
      try conversation.begin(ServerFixture.attempt())
      let client = try PlainClient(port: conversation.port)
      try conversation.begin(ServerFixture.attempt())
      #expect(client.readToEnd().end == .reset)
      let seen = try await conversation.end(graceMilliseconds: 100)
      #expect(seen.connections.isEmpty)
    }
  }

  @Test func `needs a beginning`() async throws {
    _ = try await ServerFixture.conversation { conversation in
      await #expect(throws: HarnessFailure.self) { _ = try await conversation.end(graceMilliseconds: 0) }
    }
  }

  @Test func `closes the port with the conversation`() async throws {
    // A free port may be another test's a moment later: a port that stays open is open every time.
    var refusals = 0
    for _ in 0..<10 where refusals == 0 {
      let port = try await ServerFixture.conversation { conversation in
        try conversation.begin(ServerFixture.attempt())
        return conversation.port
      }
      // Soon, not at once: a loop that is waiting at the port just then holds on to it until it looks up.
      for _ in 0..<3000 where refusals == 0 {
        if (try? TCPSocket.connected(toPort: port, timeoutMilliseconds: 500)) == nil { refusals += 1 }
        if refusals == 0 { try await Task.sleep(for: .milliseconds(20)) }
      }
    }
    #expect(refusals == 1)
  }
}

@Suite(.serialized) struct `Many conversations at the same time` {
  @Test func `are all served and leave no descriptor behind`() async throws {
    _ = try await ServerFixture.serve(ServerFixture.attempt()) { await Visit.make(Visit.Plan(port: $0)) }
    let servers = try LoopbackServers()
    let before = Self.openDescriptors()
    let bodies = await withTaskGroup(of: String?.self) { group in
      for number in 0..<200 {
        group.addTask {
          try? await servers.withConversation(
            ConversationOpening(engine: "libssl", domain: "rogues.test", needsProxy: number % 2 == 0)
          ) { conversation in
            try conversation.begin(ServerFixture.attempt(change: { $0.nonce = "\(number)" }))
            let body = await Visit.make(Visit.Plan(port: conversation.port)).body
            let seen = try await conversation.end(graceMilliseconds: 600_000)
            return seen.connections.count == 1 && seen.faults.isEmpty ? body : nil
          }
        }
      }
      return await group.reduce(into: [String?]()) { $0.append($1) }
    }
    #expect(Set(bodies) == Set((0..<200).map { "\($0)\n" }))
    servers.shutDown()
    // Other suites open and close descriptors meanwhile; a leak here would be hundreds, and for ever.
    let deadline = ContinuousClock().now + .seconds(600)
    while Self.openDescriptors() >= before + 100, ContinuousClock().now < deadline {
      try await Task.sleep(for: .milliseconds(100))
    }
    #expect(Self.openDescriptors() < before + 100)
  }

  private static func openDescriptors() -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count) ?? 0
  }
}
