import RogueModel
import RoguePlatform
import ServerTestSupport
import Synchronization
import Testing

@testable import RogueEngines
@testable import RogueServers

@Suite struct `A served connection` {
  /// Answers the first byte with more than sockets hold, so that bytes wait for a client that does not read.
  private final class Chatterbox: Engine, EngineRecipe {
    func engine() -> any Engine { self }
    func received(_ bytes: [UInt8]) -> [EngineAction] { [.send([UInt8](repeating: 7, count: 7 << 20))] }
    func send(_ bytes: [UInt8]) -> [EngineAction] { [] }
    func finish() -> [EngineAction] { [] }
  }

  @Test func `ends once when its client resets it while bytes wait`() async throws {
    let recipe = Chatterbox()
    let ends = Atomic<Int>(0)
    let listener = try TCPListener()
    let loop = try EventLoop()
    defer { loop.stop() }
    for round in 1...5 {
      let record = AttemptRecord(
        attempt: ServerFixture.attempt(), parts: ServedParts(recipe, try ActiveBehaviours([])),
        sessions: KnownSessions())
      let client = try PlainClient(port: listener.port)
      var accepted = listener.accept()
      while case .none = accepted { accepted = listener.accept() }
      guard case .accepted(let server) = accepted else {
        Issue.record("\(accepted)")
        return
      }
      loop.submit { registry in
        let connection = ServedConnection(
          socket: server, index: 1, owner: .harness, attempt: record, engine: recipe, current: { nil }
        ) { _, _ in ends.add(1, ordering: .relaxed) }
        registry.add(connection)
      }
      client.send([1])
      // The answer has begun: what sockets do not hold of it waits.
      guard case .bytes = client.socket.receive() else {
        Issue.record("no answer")
        return
      }
      client.socket.reset()
      while ends.load(ordering: .relaxed) < round { try await Task.sleep(for: .milliseconds(1)) }
      // Whatever else the same event would do is done before the loop comes to a job.
      await withCheckedContinuation { done in loop.submit { _ in done.resume() } }
      #expect(ends.load(ordering: .relaxed) == round)
      #expect(await record.observation().connections.map(\.end) == [ConnectionEnd(by: .client, how: .reset)])
    }
  }
}
