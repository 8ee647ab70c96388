import RogueAdapters
import RogueModel
import RoguePKI
import RoguePlatform
import RogueRunner
import RogueScenarios
import RogueServers

/// Whole cases with curl, against the same curl started with nothing around it at `openssl s_server`.
///
/// One after the other on both sides: what is compared is what the harness adds to one start of a real client.
struct CurlBenchmark: Benchmark {
  let name = "curl"

  private static let count = 20
  private static let rounds = 7

  func measure() async throws -> [Measurement] {
    let scenario = try ShippedCatalogue().scenario("healthy/chain-two-tiers")
    let clock = Timestamp(secondsSince1970: WallClock.secondsSince1970)
    let minter = WorldMinter(seed: "bench", keyPool: KeyPool(store: NoKeyStore()))
    let hierarchy = try minter.mint(
      scenario.world, MintRequest(salt: "floor", keyType: .p256, clock: clock, responderBase: nil))
    let folder = try Files.makeTemporaryDirectory(prefix: "rogues-bench")
    defer { try? Files.removeTree(folder) }
    let floor = try CurlAtServer(scenario.world, hierarchy, folder: folder)

    let adapter = try Self.adapter()
    let servers = try LoopbackServers()
    defer { servers.shutDown() }
    let recorder = try BenchRecorder()
    let plan = Self.plan(scenario, adapter)
    let header = RunHeader(
      mode: .run, version: "bench", seed: "bench", clock: clock, adapters: [adapter.description],
      planned: plan.planned, arguments: [])
    let runner = Runner(
      configuration: Runner.Configuration(header: header, jobs: 1), minter: minter, servers: servers,
      responderBase: servers.responderBase, clock: RunClock(wall: { WallClock.sinceEpoch }), recorder: recorder,
      results: recorder)
    let rounds = try await Rounds(
      Self.rounds, floor: { try floor.run(Self.count) },
      subject: {
        _ = await runner.run(plan)
        let results = recorder.results
        if let wrong = results.first(where: { $0.judgement.verdict != .pass }) {
          throw HarnessFailure(.internal, "\(wrong.caseID): \(wrong.judgement.explanation)")
        }
        return results.count
      })
    return [
      Measurement(
        subject: "a case with curl, against the same curl at openssl s_server", unit: .milliseconds,
        value: rounds.medianMilliseconds.subject, floor: rounds.medianMilliseconds.floor, aim: .ratioAtMost(1.3))
    ]
  }

  private static func adapter() throws -> any Adapter {
    let path = "Adapters/curl/adapter.yaml"
    let file = SourceFile(path: path, bytes: try Files.read(path, cap: SourceFile.maximumBytes))
    guard let manifest = ManifestLoader.load(file).0 else { throw HarnessFailure(.badData, "\(path) is wrong") }
    return try AdapterFactory.adapter(from: manifest).get()
  }

  private static func plan(_ scenario: Scenario, _ adapter: any Adapter) -> Plan {
    let copies = (0..<count).map { number in
      var copy = scenario
      copy.id = "bench/\(number)"
      copy.policies = ["system"]
      copy.axes.tls = [.tls13]
      return copy
    }
    return Plan(
      scenarios: copies, adapters: [adapter], selection: .full, engines: [AxisValues.defaultEngine], fixedClock: false)
  }
}
