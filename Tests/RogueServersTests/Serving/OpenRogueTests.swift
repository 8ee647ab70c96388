import RogueModel
import RogueServers
import ServerTestSupport
import Synchronization
import Testing

@testable import RoguePlatform

/// A rogue that is open for whatever can dial.
@Suite struct OpenRogueTests {
  /// What an open rogue has reported.
  private final class Reports: Sendable {
    private let kept = Mutex<[(evidence: ConnectionEvidence, attempt: String)]>([])

    var all: [(evidence: ConnectionEvidence, attempt: String)] { kept.withLock { $0 } }

    func add(_ evidence: ConnectionEvidence, _ attempt: String) { kept.withLock { $0.append((evidence, attempt)) } }

    /// Waits until so many connections are over, one with a request among them if it has to be.
    func wait(for count: Int, request: Bool = false) async throws {
      let deadline = ContinuousClock.now + .seconds(600)
      while all.count < count || request && !all.contains(where: { $0.evidence.request != nil }) {
        guard ContinuousClock.now < deadline else {
          Issue.record("only \(all.count) of \(count) connections were reported, or none with a request")
          return
        }
        try await Task.sleep(for: .milliseconds(10))
      }
    }
  }

  private static func open(_ reports: Reports) throws -> OpenRogue {
    let servers = try #require(ServerFixture.servers)
    let rogue = try servers.open(engine: "swift", domain: "rogues.test") { evidence, attempt, _ in
      reports.add(evidence, attempt)
    }
    try rogue.serve(ServerFixture.attempt())
    return rogue
  }

  @Test func `a client started elsewhere is served, and reported once it has left`() async throws {
    let reports = Reports()
    let rogue = try Self.open(reports)
    let visit = await Visit.make(Visit.Plan(port: rogue.port))
    #expect(visit.body == ServerFixture.nonce + "\n")
    try await reports.wait(for: 1)
    let seen = try #require(reports.all.first)
    #expect(seen.attempt == "the-attempt")
    #expect(seen.evidence.request == "GET /the-path HTTP/1.1")
    #expect(seen.evidence.serverCertificates?.count == 2)
    #expect(seen.evidence.owner == .unknown)
    await rogue.close()
  }

  @Test func `stalled clients block no other`() async throws {
    let reports = Reports()
    let rogue = try Self.open(reports)
    var silent: [TCPSocket] = []
    for _ in 0..<100 { silent.append(try TCPSocket.connected(toPort: rogue.port, timeoutMilliseconds: 60_000)) }
    let visit = await Visit.make(Visit.Plan(port: rogue.port))
    #expect(visit.body == ServerFixture.nonce + "\n")
    // The oldest had to go: no more than a few dozen are open at once.
    try await reports.wait(for: 60, request: true)
    for socket in silent { socket.close() }
    await rogue.close()
  }

  @Test func `clients that flood are cut off, and their data is dropped`() async throws {
    let reports = Reports()
    let rogue = try Self.open(reports)
    let port = rogue.port
    // Together more than an attempt may keep.
    let count = 400
    let junk = [UInt8](repeating: 0x16, count: 300 << 10)
    await onThread {
      for _ in 0..<count {
        guard let socket = try? TCPSocket.connected(toPort: port, timeoutMilliseconds: 60_000) else { continue }
        var rest = junk[...]
        sending: while !rest.isEmpty {
          switch socket.send(rest.prefix(64 << 10)) {
          case .sent(let sent): rest = rest.dropFirst(sent)
          case .wouldBlock, .failed: break sending
          }
        }
        socket.close()
      }
    }
    try await reports.wait(for: count)
    #expect(reports.all.allSatisfy { $0.evidence.bytesIn <= 512 << 10 })
    let visit = await Visit.make(Visit.Plan(port: port))
    #expect(visit.body == ServerFixture.nonce + "\n", "\(visit)")
    await rogue.close()
  }

  @Test func `a connection belongs to the rogue that it was made to`() async throws {
    let reports = Reports()
    let rogue = try Self.open(reports)
    let early = try TCPSocket.connected(toPort: rogue.port, timeoutMilliseconds: 60_000)
    // It is accepted once its first bytes are there; a visit afterwards makes sure of that.
    _ = await Visit.make(Visit.Plan(port: rogue.port))
    try rogue.serve(ServerFixture.attempt { $0.attempt = "the-next" })
    let visit = await Visit.make(Visit.Plan(port: rogue.port))
    #expect(visit.body == ServerFixture.nonce + "\n")
    try await reports.wait(for: 3)
    #expect(reports.all.map(\.attempt).sorted() == ["the-attempt", "the-attempt", "the-next"])
    early.close()
    await rogue.close()
  }

  @Test func `a text that is not an address is refused`() throws {
    let servers = try #require(ServerFixture.servers)
    #expect(throws: HarnessFailure.self) {
      _ = try servers.open(engine: "swift", domain: "rogues.test", at: "300.1.1.1") { _, _, _ in }
    }
  }
}
