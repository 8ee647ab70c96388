import RogueModel
import RoguePlatform

/// What it costs to ask whose a connection is, for each connection that is accepted.
struct OwnershipBenchmark: Benchmark {
  let name = "ownership"

  private static let count = 2000
  private static let rounds = 7

  func measure() async throws -> [Measurement] {
    let listener = try TCPListener()
    return [
      try Self.measurement("a client in this process", at: listener, .harness) {
        try TCPSocket.connected(toPort: listener.port, timeoutMilliseconds: 5000)
      },
      try await Self.ofChild(at: listener),
    ]
  }

  /// A program as recipes start it: one process, which holds its connection until its input ends.
  private static func ofChild(at listener: TCPListener) async throws -> Measurement {
    let searchPath = ProcessEnvironment.value(of: "PATH") ?? "/usr/bin:/bin"
    guard let curl = Files.executable(named: "curl", searchPath: searchPath) else {
      throw HarnessFailure(.adapterUnavailable, "curl is needed; apt-get install curl")
    }
    let command = ChildCommand(
      program: curl, arguments: ["--silent", "--disable", "--max-time", "60", "telnet://127.0.0.1:\(listener.port)"],
      input: .held([]) { _ in false }, deadlineMilliseconds: 60_000, ports: [listener.port])
    let child = Task { await command.run() }
    let measured = Result { try measurement("a client in a process of its own", at: listener, .child) { nil } }
    child.cancel()
    _ = await child.value
    return try measured.get()
  }

  private static func measurement(
    _ client: String, at listener: TCPListener, _ owner: PeerOwner, connect: () throws -> TCPSocket?
  ) throws -> Measurement {
    let held = try connect()
    defer { held?.close() }
    guard let accepted = listener.waitForConnection(milliseconds: 10_000) else {
      throw HarnessFailure(.network, "\(client) does not connect")
    }
    defer { accepted.reset() }
    guard accepted.peerOwner(at: listener.port) == owner else {
      throw HarnessFailure(.network, "the system does not say whose the connection of \(client) is")
    }
    var best = Double.infinity
    for _ in 0..<rounds {
      let began = MonotonicInstant.now
      for _ in 0..<count { _ = accepted.peerOwner(at: listener.port) }
      best = min(best, Double(MonotonicInstant.now.nanoseconds - began.nanoseconds) / Double(count))
    }
    return Measurement(
      subject: "whose a connection is, of \(client)", unit: .perSecond("connection"), value: 1e9 / best,
      aim: .none)
  }
}
