import Foundation
import RogueAdapters
import RogueModel
import RoguePlatform
import Testing

/// The in-process door against servers that do not even speak TLS.
struct BadServerTests {
  /// Runs `serve` for one connection on a thread of its own, and the client against it.
  ///
  /// - Parameters:
  ///   - deadline: of the client, in milliseconds; longer than any machine takes unless that is what is tested.
  ///   - serve: what the server does first; then it stays until the client has left.
  private static func outcome(
    deadline: Int = 3_600_000, of serve: @escaping @Sendable (TCPSocket, _ isOver: () -> Bool) -> Void
  ) async throws -> (AdapterOutcome, milliseconds: Int) {
    let listener = try TCPListener()
    let isOver = Cancellation()
    let thread = try PlatformThread {
      while true {
        guard let socket = listener.waitForConnection(milliseconds: 1_000) else { continue }
        serve(socket) { isOver.isCancelled }
        // Closing with unread data resets the connection, and data already sent may be lost.
        while !isOver.isCancelled { usleep(1_000) }
        return
      }
    }
    let attempt = Self.attempt(port: listener.port, deadline: deadline)
    let report = try await InProcessAdapter.acceptAll.withConversation("c") { try await $0.perform(attempt) }
    isOver.cancel()
    await BlockingThreads.shared.run { thread.join() }
    return (report.outcome, report.milliseconds)
  }

  private static func attempt(port: UInt16, deadline: Int) -> Attempt {
    Attempt(
      id: "a", conversation: "c", step: 1, needs: [], reuse: .none, learn: false, deadlineMilliseconds: deadline,
      connect: Attempt.Endpoint(host: "pinned.rogues.test", address: "127.0.0.1", port: port, path: "/", proxy: nil),
      policy: AttemptPolicy(
        systemAnchors: nil, userAnchors: nil, anchors: nil, hostname: nil, pinSets: [],
        revocation: AttemptPolicy.Revocation(mode: .off, methods: [], crls: []), identity: nil, time: nil))
  }

  private static func cause(_ outcome: AdapterOutcome) -> AdapterOutcome.FailureCause? {
    guard case .failed(let cause, _) = outcome else { return nil }
    return cause
  }

  @Test func `a closed port is a network failure`() async throws {
    let listener = try TCPListener()
    let port = listener.port
    listener.close()
    let attempt = Self.attempt(port: port, deadline: 3_600_000)
    let outcome = try await InProcessAdapter.acceptAll.withConversation("c") { try await $0.perform(attempt).outcome }
    #expect(Self.cause(outcome) == .network)
  }

  @Test func `another address than loopback is never connected to`() async throws {
    var attempt = Self.attempt(port: 443, deadline: 3_600_000)
    attempt.connect.address = "192.0.2.1"
    let copy = attempt
    await #expect(throws: HarnessFailure.self) {
      try await InProcessAdapter.acceptAll.withConversation("c") { try await $0.perform(copy) }
    }
  }

  @Test func `a server that closes is a network failure`() async throws {
    #expect(Self.cause(try await Self.outcome { socket, _ in socket.close() }.0) == .network)
    #expect(Self.cause(try await Self.outcome { socket, _ in socket.reset() }.0) == .network)
  }

  @Test func `a silent server times out at the deadline`() async throws {
    let (outcome, milliseconds) = try await Self.outcome(deadline: 300) { _, _ in }
    #expect(Self.cause(outcome) == .timeout)
    #expect(milliseconds >= 290)
  }

  @Test func `a server that trickles cannot stretch the deadline`() async throws {
    let (outcome, milliseconds) = try await Self.outcome(deadline: 300) { socket, isOver in
      // The beginning of a record that is never complete, a byte at a time, for as long as somebody listens.
      for byte: UInt8 in [22, 3, 3, 64, 0] + [UInt8](repeating: 0, count: 16_000) {
        if isOver() { return }
        _ = socket.send([byte])
        usleep(20_000)
      }
    }
    #expect(Self.cause(outcome) == .timeout)
    #expect(milliseconds >= 290)
  }

  @Test func `a server that answers without TLS is refused with the reason protocol`() async throws {
    let (outcome, _) = try await Self.outcome { socket, _ in
      _ = socket.send(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)[...])
    }
    guard case .statement(let statement) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(statement.said == .cancel)
    #expect(statement.reason == .protocol)
  }

  @Test func `an alert is the server's failure`() async throws {
    let (outcome, _) = try await Self.outcome { socket, _ in
      _ = socket.send([21, 3, 3, 0, 2, 2, 40])
    }
    #expect(Self.cause(outcome) == .server)
  }
}
