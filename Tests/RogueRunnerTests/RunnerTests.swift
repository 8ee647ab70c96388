import RogueModel
import RogueRunner
import Synchronization
import Testing

@Suite struct RunnerTests {
  private func run(
    _ scenarios: [Scenario], tape: Tape = Tape(), jobs: Int = 1,
    _ adapter: (Slate) -> FakeAdapter
  ) async -> (summary: Runner.Summary, slate: Slate, tape: Tape) {
    let slate = Slate()
    let adapter = adapter(slate)
    let plan = Plan(
      scenarios: scenarios, adapters: [adapter], selection: .pairwise, engines: ["own"], fixedClock: false)
    let header = RunHeader(
      mode: .run, version: "0", seed: "s", clock: Timestamp(secondsSince1970: 0),
      adapters: [adapter.description], planned: plan.planned, arguments: [])
    let runner = Runner(
      configuration: Runner.Configuration(header: header, jobs: jobs), minter: FakeMinter(),
      servers: FakeServers(slate), responderBase: "http://127.0.0.1:1", recorder: tape)
    return (await runner.run(plan), slate, tape)
  }

  private func verdicts(_ summary: Runner.Summary) -> [Verdict] { summary.results.map(\.judgement.verdict) }

  @Test func `a right validator passes rogue and healthy scenarios`() async {
    let (summary, _, _) = await run(
      [Sample.scenario("a/healthy", rogue: false), Sample.scenario("a/rogue", rogue: true)]
    ) { FakeAdapter("right", slate: $0) { served, _ in FakeAdapter.right(served) } }
    #expect(verdicts(summary) == [.pass, .pass])
    #expect(summary.footer.complete)
    #expect(summary.footer.counts == [.pass: 2])
  }

  @Test func `accept-all is caught by the rogue, cancel-all by the healthy one`() async {
    let scenarios = [Sample.scenario("a/healthy", rogue: false), Sample.scenario("a/rogue", rogue: true)]
    let (all, _, _) = await run(scenarios) {
      FakeAdapter("accept-all", slate: $0) { served, _ in FakeAdapter.accepts(served) }
    }
    #expect(verdicts(all) == [.pass, .falseAccept])
    let (none, _, _) = await run(scenarios) {
      FakeAdapter("cancel-all", slate: $0) { served, _ in FakeAdapter.cancels(served) }
    }
    #expect(verdicts(none) == [.falseCancel, .void])
  }

  @Test func `controls are held before the rogues and again last, once for each key`() async {
    let (_, slate, tape) = await run(
      [Sample.scenario("a/one", rogue: true), Sample.scenario("a/two", rogue: true)]
    ) { FakeAdapter("right", slate: $0) { served, _ in FakeAdapter.right(served) } }
    #expect(
      slate.asked.withLock { $0 } == [
        "right a/one[tls=1.3,policy=anchor] first", "right a/one[tls=1.3,policy=anchor] rogue",
        "right a/two[tls=1.3,policy=anchor] rogue", "right a/one[tls=1.3,policy=anchor] last",
      ])
    let occasions = tape.events.withLock { events in
      events.compactMap { event -> String? in
        if case .controlFinished(let control) = event { return control.occasion.rawValue }
        return nil
      }
    }
    #expect(occasions == ["first", "last"])
  }

  @Test func `who needs the clock is asked at the run's time, by a control of its own`() async {
    var timed = Sample.scenario("a/timed", rogue: true)
    timed.needs = [.clock]
    let (summary, slate, tape) = await run([Sample.scenario("a/one", rogue: true), timed]) {
      FakeAdapter("right", slate: $0) { served, _ in FakeAdapter.right(served) }
    }
    #expect(verdicts(summary) == [.pass, .pass])
    // First, rogue and last, of each.
    let times = slate.attempts.withLock { $0.map(\.policy.time) }
    #expect(times.filter { $0 == nil }.count == 3)
    #expect(times.filter { $0 == Timestamp(secondsSince1970: 0) }.count == 3)
    let controls = tape.events.withLock { events in
      events.compactMap { event -> String? in
        if case .controlFinished(let control) = event { return control.key }
        return nil
      }
    }
    #expect(
      Set(controls) == [
        "control:site[tls=1.3,policy=anchor]", "control:site[tls=1.3,policy=anchor] at a given time",
      ])
  }

  @Test func `a control that fails in the end takes the passes with it`() async {
    let (summary, _, tape) = await run([Sample.scenario("a/rogue", rogue: true)]) {
      FakeAdapter("tires", slate: $0) { served, count in
        count <= 2 ? FakeAdapter.right(served) : FakeAdapter.cancels(served)
      }
    }
    #expect(verdicts(summary) == [.void])
    #expect(
      tape.verdicts == ["a/rogue[tls=1.3,policy=anchor] pass", "a/rogue[tls=1.3,policy=anchor] void"])
    #expect(summary.footer.counts == [.void: 1])
  }

  @Test func `a control that fails in the end does not hide a false accept`() async {
    let (summary, _, _) = await run([Sample.scenario("a/rogue", rogue: true)]) {
      FakeAdapter("tires", slate: $0) { served, count in
        count <= 2 ? FakeAdapter.accepts(served) : FakeAdapter.cancels(served)
      }
    }
    #expect(verdicts(summary) == [.falseAccept])
  }

  @Test func `a missing capability is unsupported with the adapter's reason and is never asked`() async {
    let (summary, slate, _) = await run([Sample.scenario("a/rogue", rogue: true)]) { slate in
      var adapter = FakeAdapter("poor", slate: slate, capabilities: [.tls13]) { served, _ in FakeAdapter.right(served) }
      adapter.description.declined = [.anchors: "has none"]
      return adapter
    }
    #expect(verdicts(summary) == [.unsupported])
    #expect(summary.results[0].judgement.explanation == "anchors: has none")
    #expect(slate.asked.withLock { $0 }.isEmpty)
  }

  @Test func `an adapter that crashes after its bytes reached the rogue is a false accept, else an error`() async {
    let crash = AdapterOutcome.broken(AdapterFault(.crashed, "signal 11"))
    let (after, _, _) = await run([Sample.scenario("a/rogue", rogue: true)]) {
      FakeAdapter("crashes", slate: $0) { served, count in
        count == 1 ? FakeAdapter.accepts(served) : (crash, FakeAdapter.accepts(served).1)
      }
    }
    #expect(verdicts(after) == [.falseAccept])
    let (before, _, _) = await run([Sample.scenario("a/rogue", rogue: true)]) {
      FakeAdapter("crashes", slate: $0) { served, count in
        count == 1 ? FakeAdapter.accepts(served) : (crash, FakeAdapter.cancels(served).1)
      }
    }
    #expect(verdicts(before) == [.error])
  }

  @Test func `a flight that was not planned is our own fault, not a verdict`() async {
    let (summary, _, _) = await run([Sample.scenario("a/rogue", rogue: true)]) {
      FakeAdapter("right", slate: $0) { served, _ in
        var answer = FakeAdapter.right(served)
        answer.1.connections[0].serverCertificates = [[1, 2, 3]]
        return answer
      }
    }
    #expect(verdicts(summary) == [.harnessError])
  }

  @Test func `a conversation stops at the first step that fails`() async {
    let (summary, _, _) = await run([Sample.scenario("a/rogue", rogue: true, steps: 3)]) {
      FakeAdapter("cancels", slate: $0) { served, count in
        count == 2 ? FakeAdapter.cancels(served) : FakeAdapter.right(served)
      }
    }
    #expect(verdicts(summary) == [.falseCancel])
    #expect(summary.results[0].steps.count == 1)
  }

  @Test func `a recorder that cannot write ends the run, which is not complete`() async {
    let tape = Tape(failsAfter: 4)
    let scenarios = (0..<20).map { Sample.scenario("a/s\($0)", rogue: false) }
    let (summary, slate, _) = await run(scenarios, tape: tape) {
      FakeAdapter("right", slate: $0) { served, _ in FakeAdapter.right(served) }
    }
    #expect(summary.recorderFailure == HarnessFailure(.files, "no space left"))
    #expect(!summary.footer.complete)
    #expect(slate.asked.withLock { $0.count } < 20)
    #expect(verdicts(summary).contains(.notRun))
  }

  @Test func `a run that is cancelled closes with what was not reached as not-run`() async {
    let slate = Slate()
    let adapter = FakeAdapter("right", slate: slate) { served, _ in FakeAdapter.right(served) }
    let scenarios = (0..<10).map { Sample.scenario("a/s\($0)", rogue: false) }
    let plan = Plan(
      scenarios: scenarios, adapters: [adapter], selection: .pairwise, engines: ["own"], fixedClock: false)
    let tape = Tape()
    let runner = Runner(
      configuration: Runner.Configuration(
        header: RunHeader(
          mode: .run, version: "0", seed: "s", clock: Timestamp(secondsSince1970: 0), adapters: [],
          planned: plan.planned, arguments: []), jobs: 1), minter: FakeMinter(), servers: FakeServers(slate),
      responderBase: "", recorder: tape)
    let task = Task { await runner.run(plan) }
    task.cancel()
    let summary = await task.value
    #expect(summary.results.count == 10)
    #expect(summary.results.allSatisfy { $0.judgement.verdict == .notRun })
    #expect(!summary.footer.complete)
    let last = tape.events.withLock { $0.last }
    guard case .finished(let footer)? = last else {
      Issue.record("the log is not closed")
      return
    }
    #expect(!footer.complete)
  }
}
