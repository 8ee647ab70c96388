import RoguePlatform
import Synchronization
import Testing

@Suite struct `An event loop` {
  /// Echoes, and counts what it was called for.
  private final class Echo: EventHandler {
    let socket: TCPSocket
    let log: Log
    var deadline: MonotonicInstant?

    init(_ socket: TCPSocket, _ log: Log) {
      self.socket = socket
      self.log = log
    }

    var descriptor: Int32 { socket.descriptor }
    var interest: EventInterest { .readable }

    func readable(_ registry: EventLoop.Registry) {
      switch socket.receive() {
      case .bytes(let bytes): _ = socket.send(bytes[...])
      case .wouldBlock: break
      case .end, .failed:
        registry.remove(self)
        socket.close()
        log.add("closed")
      }
    }

    func deadlinePassed(_ registry: EventLoop.Registry) {
      deadline = nil
      log.add("deadline")
    }

    deinit { log.add("released") }
  }

  private final class Log: Sendable {
    private let words = Mutex<[String]>([])
    func add(_ word: String) { words.withLock { $0.append(word) } }
    var all: [String] { words.withLock { $0 } }
  }

  @Test func `runs jobs in order on one thread`() async throws {
    let loop = try EventLoop()
    let log = Log()
    for number in 0..<100 { loop.submit { _ in log.add("\(number)") } }
    await withCheckedContinuation { done in loop.submit { _ in done.resume() } }
    #expect(log.all == (0..<100).map(String.init))
    loop.stop()
  }

  @Test func `runs work submitted before it stopped, and refuses later work`() throws {
    let loop = try EventLoop()
    let log = Log()
    #expect(loop.submit { _ in log.add("before") })
    loop.stop()
    #expect(log.all == ["before"])
    #expect(!loop.submit { _ in log.add("after") })
    loop.stop()
    #expect(log.all == ["before"])
  }

  @Test func `wakes handlers for bytes and releases them`() throws {
    let listener = try TCPListener()
    let client = try TCPSocket.connected(toPort: listener.port, timeoutMilliseconds: 120_000)
    let server = try listener.awaitClient()
    let loop = try EventLoop()
    let log = Log()
    loop.submit { $0.add(Echo(server, log)) }
    for round in 0..<10 as Range<UInt8> {
      _ = client.send([round, 1, 2])
      guard case .bytes([round, 1, 2]) = client.receive() else {
        Issue.record("no echo")
        return
      }
    }
    client.close()
    while log.all.count < 2 { loop.submit { _ in } }
    #expect(log.all == ["closed", "released"])
    loop.stop()
  }

  @Test func `calls at deadlines, not before`() async throws {
    let listener = try TCPListener()
    let client = try TCPSocket.connected(toPort: listener.port, timeoutMilliseconds: 120_000)
    let server = try listener.awaitClient()
    let loop = try EventLoop()
    let log = Log()
    let clock = ContinuousClock()
    let begun = clock.now
    loop.submit { registry in
      let echo = Echo(server, log)
      echo.deadline = MonotonicInstant.now.advanced(milliseconds: 80)
      registry.add(echo)
    }
    while log.all.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    #expect(log.all == ["deadline"])
    #expect(clock.now - begun >= .milliseconds(79))
    client.close()
    loop.stop()
  }
}
