import RogueAdapters
import RogueModel
import RoguePKI
import RoguePlatform
import RogueRunner
import RogueServers

/// Whole cases in one process, from the mint cache to the line of the event log, against the connection that each of
/// them cannot do without.
struct CasesBenchmark: Benchmark {
  let name = "cases"

  /// Cases in a round: half of them healthy, half of them rogue.
  private static let count = 400
  private static let rounds = 7

  func measure() async throws -> [Measurement] {
    let catalogue = try ShippedCatalogue()
    let clock = Timestamp(secondsSince1970: WallClock.secondsSince1970)
    let minter = WorldMinter(seed: "bench", keyPool: KeyPool(store: NoKeyStore()))
    let healthy = try catalogue.scenario("healthy/chain-two-tiers")
    // Trusted by the system: a validator without pins accepts it, so that every case goes the whole way.
    let rogue = try catalogue.scenario("trust/rogue-ca-in-system-store")
    let hierarchy = try minter.mint(
      healthy.world, MintRequest(salt: "floor", keyType: .p256, clock: clock, responderBase: nil))
    let loop = try Self.loop(healthy.world, hierarchy)

    let servers = try LoopbackServers()
    defer { servers.shutDown() }
    let recorder = try BenchRecorder()
    var measurements: [Measurement] = []
    for (adapter, subject) in [
      (InProcessAdapter.acceptAll, "cases in process, a validator that accepts everything"),
      (Self.systemTrust, "cases in process, a validator that verifies path and name"),
    ] {
      let plan = try Self.plan([healthy, rogue], adapter)
      let header = RunHeader(
        mode: .run, version: "bench", seed: "bench", clock: clock, adapters: [adapter.description],
        planned: plan.planned, arguments: [])
      let jobs = Runner.Configuration.usualJobs(processors: Processors.count)
      let runner = Runner(
        configuration: Runner.Configuration(header: header, jobs: jobs), minter: minter,
        servers: servers, responderBase: servers.responderBase, clock: RunClock(wall: { WallClock.sinceEpoch }),
        recorder: recorder, results: recorder)
      let threads = BlockingThreads(limit: jobs + 2)
      let rounds = try await Rounds(
        Self.rounds, floor: { try loop.run(Self.count) },
        subject: {
          _ = await withTaskExecutorPreference(threads) { await runner.run(plan) }
          return try Self.attempts(recorder.results)
        })
      measurements.append(
        Measurement(
          subject: subject, unit: .perSecond("case"), value: rounds.bestRates.subject, floor: rounds.bestRates.floor,
          processorRatio: rounds.processorRatio, aim: .ratioAtLeast(0.8)))
    }
    return measurements
  }

  private static let systemTrust = InProcessAdapter(
    name: "system-trust", summary: "Path and name, no pins", isControl: false, validator: SystemTrust())

  private static func loop(_ world: World, _ hierarchy: Hierarchy) throws -> RawLoop {
    let presented = world.server.present.compactMap { hierarchy.certificates[$0] }
    guard let leaf = presented.first else { throw HarnessFailure(.internal, "the world presents nothing") }
    return try RawLoop(
      certificates: presented.map(\.der), key: leaf.key.privateKey,
      anchors: world.stores.system.compactMap { hierarchy.certificates[$0]?.der }, host: world.fullName(of: world.host))
  }

  /// Copies of the scenarios under names of their own, over TLS 1.3 and with one policy.
  private static func plan(_ scenarios: [Scenario], _ adapter: InProcessAdapter) throws -> Plan {
    let copies = (0..<count).map { number in
      var copy = scenarios[number % scenarios.count]
      copy.id = "bench/\(number)"
      copy.policies = ["leaf-spki"]
      copy.axes.tls = [.tls13]
      return copy
    }
    return Plan(
      scenarios: copies, adapters: [adapter], selection: .full, engines: [AxisValues.defaultEngine], fixedClock: false)
  }

  /// Controls are cases too. Every one must have gone the whole way, or the rounds do not compare.
  private static func attempts(_ results: [CaseResult]) throws -> Int {
    for result in results {
      let served = result.steps.allSatisfy { $0.observation.connections.contains { $0.nonceSentAt != nil } }
      guard !result.steps.isEmpty, served else {
        throw HarnessFailure(
          .internal, "\(result.caseID): \(result.judgement.verdict): \(result.judgement.explanation)")
      }
    }
    // The control of the rogues, first and last.
    return results.count + 2
  }
}
