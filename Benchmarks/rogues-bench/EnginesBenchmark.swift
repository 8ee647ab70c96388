import RogueModel
import RoguePKI
import RoguePlatform
import RogueServers

/// Full handshakes with a request and its answer, served by each engine on one port, against a raw libssl loop on one
/// port with the same clients.
struct EnginesBenchmark: Benchmark {
  let name = "engines"

  private static let count = 400
  private static let rounds = 7

  func measure() async throws -> [Measurement] {
    let stand = try BenchAttempt()
    let loop = try stand.loop()
    let client = try BareClient(anchors: stand.anchors, host: stand.host)
    let servers = try LoopbackServers()
    defer { servers.shutDown() }
    var measurements: [Measurement] = []
    for engine in LoopbackServers.engineNames {
      let rounds = try await servers.withConversation(stand.opening(engine)) { conversation in
        try await Rounds(
          Self.rounds, floor: { try loop.run(Self.count) },
          subject: {
            // Ends the attempt before, which nobody asks to be decoded: that is the work of a case.
            try conversation.begin(stand.attempt)
            let nonce = stand.attempt.nonce
            if let trouble = try client.ask([conversation.port], clientsPerPort: 2, Self.count, nonce: { nonce }) {
              throw HarnessFailure(.internal, "\(engine) failed: \(trouble)")
            }
            return Self.count
          })
      }
      measurements.append(
        Measurement(
          subject: "full handshakes of the engine \(engine), against a raw libssl loop", unit: .perSecond("handshake"),
          value: rounds.bestRates.subject, floor: rounds.bestRates.floor, processorRatio: rounds.processorRatio,
          aim: .none))
    }
    return measurements
  }
}

/// What the memory of a process grows by when a thousand rogue servers are open in it.
struct MemoryBenchmark: Benchmark {
  let name = "memory"

  private static let count = 1000
  private static let aim = 50.0

  func measure() async throws -> [Measurement] {
    let stand = try BenchAttempt()
    let servers = try LoopbackServers()
    defer { servers.shutDown() }
    return try await withThrowingTaskGroup(of: Void.self) { group in
      var gates: [Gate] = []
      var measurements: [Measurement] = []
      // Those of the first round do not count: they use up what was free already. All stay open until the end, so that
      // no round lives in the memory of another.
      for (round, engine) in ([LoopbackServers.engineNames[0]] + LoopbackServers.engineNames).enumerated() {
        let before = try ResidentMemory.mebibytes
        let gate = Gate(Self.count)
        gates.append(gate)
        for _ in 0..<Self.count {
          group.addTask { try await Self.hold(servers, stand, engine, until: gate) }
        }
        guard await gate.everybody() else { break }
        guard round > 0 else { continue }
        measurements.append(
          Measurement(
            subject: "memory that \(Self.count) open rogue servers of the engine \(engine) add", unit: .mebibytes,
            value: try ResidentMemory.mebibytes - before, aim: .below(Self.aim)))
      }
      for gate in gates { await gate.open() }
      try await group.waitForAll()
      return measurements
    }
  }

  /// A server with an attempt that waits for its client.
  private static func hold(
    _ servers: LoopbackServers, _ stand: BenchAttempt, _ engine: String, until gate: Gate
  ) async throws {
    do {
      try await servers.withConversation(stand.opening(engine)) { conversation in
        try conversation.begin(stand.attempt)
        await gate.arrive()
      }
    } catch {
      // Those who wait would do so for ever.
      await gate.open()
      throw error
    }
  }
}

/// Holds everybody until it is opened.
private actor Gate {
  private var missing: Int
  private var isOpen = false
  private var held: [CheckedContinuation<Void, Never>] = []
  private var watcher: CheckedContinuation<Void, Never>?

  init(_ count: Int) { missing = count }

  func arrive() async {
    guard !isOpen else { return }
    missing -= 1
    await withCheckedContinuation { continuation in
      held.append(continuation)
      if missing == 0 { watcher?.resume(); watcher = nil }
    }
  }

  /// Returns when all have arrived, or the gate is open; whether all have arrived.
  func everybody() async -> Bool {
    if missing > 0, !isOpen { await withCheckedContinuation { watcher = $0 } }
    return missing == 0
  }

  func open() {
    isOpen = true
    for continuation in held { continuation.resume() }
    held = []
    watcher?.resume()
    watcher = nil
  }
}

/// One healthy attempt over TLS 1.3, ready to be served by anybody.
struct BenchAttempt: Sendable {
  let presentation: ServedAttempt.Presentation
  let anchors: [[UInt8]]
  let host: String
  let attempt: ServedAttempt
  private let domain: String

  init() throws {
    let world = try ShippedCatalogue().scenario("healthy/chain-two-tiers").world
    let clock = Timestamp(secondsSince1970: WallClock.secondsSince1970)
    let hierarchy = try WorldMinter(seed: "bench", keyPool: KeyPool(store: NoKeyStore())).mint(
      world, MintRequest(salt: "floor", keyType: .p256, clock: clock, responderBase: nil))
    let presented = world.server.present.compactMap { hierarchy.certificates[$0] }
    guard let leaf = presented.first else { throw HarnessFailure(.internal, "the world presents nothing") }
    presentation = ServedAttempt.Presentation(certificates: presented.map(\.der), key: leaf.key)
    anchors = world.stores.system.compactMap { hierarchy.certificates[$0]?.der }
    host = world.fullName(of: world.host)
    domain = world.domain
    let nonce = "00112233445566778899aabbccddeeff"
    attempt = ServedAttempt(
      presentation: presentation, version: .tls13, path: "/" + nonce, attempt: "bench", nonce: nonce)
  }

  /// The raw loop with the same certificates, on one port.
  func loop(_ version: TLSVersion = .tls13, resumes: Bool = false) throws -> RawLoop {
    try RawLoop(
      certificates: presentation.certificates, key: presentation.key.privateKey, anchors: anchors, host: host, ports: 1,
      version: version, resumes: resumes)
  }

  func opening(_ engine: String) -> ConversationOpening {
    ConversationOpening(engine: engine, domain: domain, needsProxy: false)
  }
}

/// What this process has in memory, as its kernel counts it.
enum ResidentMemory {
  static var mebibytes: Double {
    get throws {
      let status = String(decoding: try Files.read("/proc/self/status"), as: UTF8.self)
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
      guard
        let kibibytes = line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap({
          Double($0)
        })
      else { throw HarnessFailure(.internal, "/proc/self/status has no VmRSS") }
      return kibibytes / 1024
    }
  }
}
