import RogueAdapters
import RogueModel
import RoguePKI
import RoguePlatform
@testable import RogueRunner
import RogueScenarios
import RogueServers
import RogueTrust
import RogueValidators
import Synchronization
import Testing

/// Verdicts about dates do not depend on how long a run has taken.
@Suite struct LongRunTests {
  /// A clock that is an hour later whenever a conversation begins.
  ///
  /// It begins weeks ago, so that client certificates are good for the servers, too, which go by the machine's clock.
  private final class HourlyTime: Recorder {
    private let hours = Mutex<Int64>(0)
    private let start = WallClock.sinceEpoch - .seconds(20 * 86_400)
    let results = ResultMemory()

    /// It stands still while a conversation is held.
    var now: Duration { start + .seconds(3600 * hours.withLock { $0 }) }

    func record(_ event: RunEvent) {
      if case .caseStarted = event { hours.withLock { $0 += 1 } }
      results.record(event)
    }
  }

  /// The reference on a machine with that clock.
  private struct OnThatMachine: Adapter {
    let adapter = InProcessAdapter(
      name: "reference", summary: "", isControl: false,
      capabilities: InProcessAdapter.usualCapabilities.union([.clock]),
      alwaysRequestsStaple: true,
      makeValidator: {
        BuiltInValidator.policy(
          TrustEnvironment(fetcher: LoopbackFetcher(), clock: { WallClock.secondsSince1970 }))
      })
    let time: HourlyTime
    var description: AdapterDescription { adapter.description }

    func withConversation<Result: Sendable>(
      _ id: String, _ body: @Sendable (any AdapterConversation) async throws -> Result
    ) async throws -> Result {
      try await adapter.withConversation(id) { try await body(Conversation(next: $0, time: time)) }
    }

    struct Conversation: AdapterConversation {
      let next: any AdapterConversation
      let time: HourlyTime

      func perform(_ attempt: Attempt) async throws(HarnessFailure) -> AdapterReport {
        var attempt = attempt
        attempt.policy.time = attempt.policy.time ?? Timestamp(secondsSince1970: time.now.components.seconds)
        return try await next.perform(attempt)
      }
    }
  }

  /// - Parameter isDatedOnce: all dates count from the beginning of the run.
  private static func run(isDatedOnce: Bool, _ belongs: (Scenario) -> Bool) async throws -> [CaseResult] {
    let time = HourlyTime()
    let start = Timestamp(secondsSince1970: time.now.components.seconds)
    let adapter = OnThatMachine(time: time)
    let servers = try LoopbackServers()
    defer { servers.shutDown() }
    let plan = Plan(
      scenarios: OfflineCatalogue.catalogue().scenarios.filter(belongs), adapters: [adapter],
      selection: .fixed([.init(axis: .tls, value: "1.3")]), engines: [AxisValues.defaultEngine], fixedClock: false)
    let header = RunHeader(
      mode: .run, version: "test", seed: "hours", clock: start, adapters: [adapter.description], planned: plan.planned,
      arguments: [])
    // One after the other: the clock is nobody else's while a conversation is held.
    let runner = Runner(
      configuration: Runner.Configuration(header: header, jobs: 1),
      minter: WorldMinter(seed: "hours", keyPool: OfflineCatalogue.keys), servers: servers,
      responderBase: servers.responderBase,
      clock: RunClock(wall: { time.now }, steady: { time.now }, fixed: isDatedOnce ? start : nil), recorder: time,
      results: time.results)
    let threads = BlockingThreads(limit: 3)
    _ = await withTaskExecutorPreference(threads) { await runner.run(plan) }
    return time.results.results(of: header.planned).filter { $0.judgement.verdict != .unsupported }
  }

  @Test func `a right validator is right about all dates, with an hour between any two conversations`() async throws {
    let results = try await Self.run(isDatedOnce: false) { scenario in
      ["time/", "healthy/"].contains { scenario.id.hasPrefix($0) } && scenario.axes.keys == [.p256]
    }
    #expect(results.count > 100)
    for result in results where ![.pass, .unexercised].contains(result.judgement.verdict) {
      Issue.record("\(result.caseID): \(result.judgement.verdict): \(result.judgement.explanation)")
    }
    let days = results.compactMap(\.clock).map { $0.secondsSince1970 / 86_400 }
    #expect(try #require(days.max()) - (try #require(days.min())) > 3)
  }

  @Test func `dates from the beginning of such a run accuse no client of later expiries`() async throws {
    let closing = ["time/leaf-valid-in-minutes", "healthy/leaf-expires-soon"]
    let results = try await Self.run(isDatedOnce: true) { scenario in
      (closing + ["time/leaf-expired", "time/leaf-not-yet-valid"]).contains(scenario.id)
    }
    #expect(results.count > 6)
    for result in results {
      let verdict = result.judgement.verdict
      #expect(verdict == (closing.contains(result.scenario) ? .inconclusive : .pass), "\(result.caseID): \(verdict)")
    }
  }
}
