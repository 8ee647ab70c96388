import RogueModel
import RogueVerdicts
import Synchronization
import Testing

@testable import RogueRunner

/// Cases that are repeated, runs that end at a failure, and parts of a plan.
@Suite struct RepeatsTests {
  private func run(
    _ scenarios: [Scenario], repeats: Int = 1, stopsAt: (@Sendable (CaseResult) -> Bool)? = nil,
    _ act: @escaping @Sendable (ServedAttempt, Int) -> (AdapterOutcome, Observation)
  ) async -> Ran {
    let callLog = EventCollector()
    let adapter = FakeAdapter("client", callLog: callLog, answer: act)
    let plan = Plan(
      scenarios: scenarios, adapters: [adapter], selection: .pairwise, engines: ["swift"], fixedClock: false)
    let header = RunHeader(
      mode: .run, version: "0", seed: "s", clock: Timestamp(secondsSince1970: 0), adapters: [adapter.description],
      planned: plan.planned, arguments: [])
    return await Ran.run(
      plan, Runner.Configuration(header: header, jobs: 1, repeats: repeats, stopsAt: stopsAt), callLog)
  }

  @Test func `a stable verdict is kept`() async {
    let summary = await run([Sample.scenario("a/healthy", rogue: false)], repeats: 3) { served, _ in
      FakeAdapter.right(served)
    }
    #expect(summary.results.map(\.judgement.verdict) == [.pass])
    #expect(summary.results[0].repetitions.map(\.verdict) == [.pass, .pass, .pass])
    #expect(summary.footer.counts == [.pass: 1])
  }

  @Test func `a verdict that changes is unstable, and never a pass`() async {
    let count = Mutex(0)
    let summary = await run([Sample.scenario("a/healthy", rogue: false)], repeats: 3) { served, _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      return number == 2 ? FakeAdapter.cancels(served) : FakeAdapter.right(served)
    }
    let result = summary.results[0]
    #expect(result.judgement.verdict == .unstable && result.gates(strict: false))
    #expect(result.judgement.explanation.hasPrefix("2 of 3 times pass, 1 of 3 times false-cancel; at worst: "))
    // The evidence is that of the worst.
    #expect(result.steps.last?.judgement.verdict == .falseCancel)
    #expect(summary.footer.counts == [.unstable: 1])
  }

  @Test func `of verdicts that differ, each combination but a harness error is unstable`() {
    for left in Verdict.allCases {
      for right in Verdict.allCases where right != left {
        #expect(CaseJudge.repeated([Judgement(left, ""), Judgement(right, "")]).verdict == .unstable)
      }
      #expect(CaseJudge.repeated([Judgement(left, ""), Judgement(left, "")]).verdict == left)
    }
  }

  @Test func `a run that stops at a failure reaches nothing after it`() async {
    let scenarios = (1...6).map { Sample.scenario("a/healthy-\($0)", rogue: false) }
    let asked = Mutex(0)
    let summary = await run(scenarios, stopsAt: { $0.gates(strict: false) }) { served, _ in
      asked.withLock { $0 += 1 }
      return FakeAdapter.cancels(served)
    }
    #expect(asked.withLock { $0 } == 1)
    #expect(summary.results.count { $0.judgement.verdict == .falseCancel } == 1)
    #expect(summary.results.count { $0.judgement.verdict == .notRun } == 5)
    #expect(summary.footer.stoppedAtFailure && !summary.footer.complete)
    let whole = await run(scenarios, stopsAt: { $0.gates(strict: false) }) { served, _ in FakeAdapter.right(served) }
    #expect(whole.footer.complete && !whole.footer.stoppedAtFailure)
  }

  // MARK: - Shards

  private func plan(_ count: Int) -> Plan {
    let scenarios = (1...count).flatMap { number in
      [Sample.scenario("a/s\(number)", rogue: true, axes: .init(tls: TLSVersion.allCases))]
    }
    let adapter = FakeAdapter("client", callLog: EventCollector()) { served, _ in FakeAdapter.right(served) }
    return Plan(scenarios: scenarios, adapters: [adapter], selection: .full, engines: ["swift"], fixedClock: false)
  }

  @Test(arguments: [1, 2, 3, 7]) func `shards are disjoint and together everything`(count: Int) throws {
    let whole = plan(60).planned.map(\.caseID)
    var parts: [String] = []
    var digests: Set<String> = []
    for index in 1...count {
      var part = plan(60)
      let shard = part.cut(to: try #require(Shard(index: index, count: count)))
      digests.insert(shard.plan)
      parts += part.planned.map(\.caseID)
      // Both versions of a scenario are in one: they share a control.
      #expect(Set(part.planned.map(\.scenario)).count * 2 == part.planned.count)
      #expect(part.planned.count < whole.count || count == 1)
    }
    #expect(parts.sorted() == whole.sorted())
    #expect(digests.count == 1 && digests.first?.isEmpty == false)
  }

  @Test func `another plan has another digest, and a new scenario moves none`() throws {
    let shard = try #require(Shard(index: 1, count: 3))
    var (one, other) = (plan(60), plan(61))
    #expect(one.cut(to: shard).plan != other.cut(to: shard).plan)
    #expect(Set(other.planned.map(\.caseID)).isSuperset(of: one.planned.map(\.caseID)))
    #expect(Shard(index: 0, count: 3) == nil && Shard(index: 4, count: 3) == nil && Shard(index: 1, count: 0) == nil)
  }
}
