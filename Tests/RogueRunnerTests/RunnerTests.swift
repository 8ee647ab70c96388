import RogueModel
@testable import RogueRunner
import Synchronization
import Testing

@Suite struct RunnerTests {
  func run(
    _ scenarios: [Scenario], recorder: RecordingRecorder = RecordingRecorder(), slowRecorder: (any Recorder)? = nil,
    jobs: Int = 1,
    time: FakeTime = FakeTime(),
    _ adapter: (EventCollector) -> FakeAdapter
  ) async -> (summary: Ran, callLog: EventCollector, recorder: RecordingRecorder) {
    let callLog = EventCollector()
    let adapter = adapter(callLog)
    let plan = Plan(
      scenarios: scenarios, adapters: [adapter], selection: .pairwise, engines: ["swift"], fixedClock: false)
    let header = RunHeader(
      mode: .run, version: "0", seed: "s", clock: Timestamp(secondsSince1970: 0),
      adapters: [adapter.description], planned: plan.planned, arguments: [])
    let ran = await Ran.run(
      plan, Runner.Configuration(header: header, jobs: jobs), callLog, recorder: slowRecorder ?? recorder, time: time)
    return (ran, callLog, recorder)
  }

  func verdicts(_ summary: Ran) -> [Verdict] { summary.results.map(\.judgement.verdict) }

  @Test func `a right validator passes rogue and healthy scenarios`() async {
    let (summary, _, _) = await run(
      [Sample.scenario("a/healthy", rogue: false), Sample.scenario("a/rogue", rogue: true)]
    ) { FakeAdapter("right", callLog: $0) { served, _ in FakeAdapter.right(served) } }
    #expect(verdicts(summary) == [.pass, .pass])
    #expect(summary.footer.complete)
    #expect(summary.footer.counts == [.pass: 2])
  }

  @Test func `accept-all is caught by the rogue, cancel-all by the healthy one`() async {
    let scenarios = [Sample.scenario("a/healthy", rogue: false), Sample.scenario("a/rogue", rogue: true)]
    let (all, _, _) = await run(scenarios) {
      FakeAdapter("accept-all", callLog: $0) { served, _ in FakeAdapter.accepts(served) }
    }
    #expect(verdicts(all) == [.pass, .falseAccept])
    let (none, _, _) = await run(scenarios) {
      FakeAdapter("cancel-all", callLog: $0) { served, _ in FakeAdapter.cancels(served) }
    }
    #expect(verdicts(none) == [.falseCancel, .inconclusive])
  }

  @Test func `controls are held before the rogues and again last, once for each key`() async {
    let (_, callLog, recorder) = await run(
      [Sample.scenario("a/one", rogue: true), Sample.scenario("a/two", rogue: true)]
    ) { FakeAdapter("right", callLog: $0) { served, _ in FakeAdapter.right(served) } }
    let asked = callLog.asked.withLock { $0 }
    #expect(asked.first == "right a/one[tls=1.3,policy=anchor] first")
    #expect(
      Set(asked.dropFirst().dropLast()) == [
        "right a/one[tls=1.3,policy=anchor] rogue", "right a/two[tls=1.3,policy=anchor] rogue",
      ])
    #expect(asked.last == "right a/one[tls=1.3,policy=anchor] last" && asked.count == 4)
    let occasions = recorder.events.withLock { events in
      events.compactMap { event -> String? in
        if case .controlFinished(let control) = event { return control.occasion.rawValue }
        return nil
      }
    }
    #expect(occasions == ["first", "last"])
  }

  @Test(arguments: [AdapterDescription.Door.session, .exec])
  func `a client that keeps its process meets no certificate in two conversations`(
    door: AdapterDescription.Door
  ) async {
    let leaves = Mutex<[[UInt8]]>([])
    _ = await run([Sample.scenario("a/one", rogue: false, steps: 2), Sample.scenario("a/two", rogue: true)]) {
      callLog in
      var adapter = FakeAdapter("right", callLog: callLog) { served, _ in
        leaves.withLock { $0.append(served.presentation.certificates[0]) }
        return FakeAdapter.right(served)
      }
      adapter.description.door = door
      return adapter
    }
    // The rogue, its control before and after it, and two steps of another conversation, in which certificates stay: or
    // nothing could be remembered. An adapter that starts anew each time remembers nothing, and new keys are expensive.
    let met = leaves.withLock { $0 }
    #expect(met.count == 5)
    #expect(Set(met).count == (door == .session ? 4 : 2))
  }

  @Test func `a client certificate that reached a server which was then refused is noted`() async {
    func exposes(rogue: Bool, sent: [[UInt8]]?, cancels: Bool) async -> [Bool] {
      let (summary, _, _) = await run([Sample.scenario("a/it", rogue: rogue)]) {
        FakeAdapter("shows itself", callLog: $0) { served, _ in
          var answer = cancels ? FakeAdapter.right(served) : FakeAdapter.accepts(served)
          answer.1.connections[0].clientCertificates = sent
          return answer
        }
      }
      return summary.results.map(\.exposesIdentity)
    }
    #expect(await exposes(rogue: true, sent: [[7]], cancels: true) == [true])
    // It was asked and had nothing to send, or was not asked at all.
    #expect(await exposes(rogue: true, sent: [], cancels: true) == [false])
    #expect(await exposes(rogue: true, sent: nil, cancels: true) == [false])
    // A client that accepts the server exposes its identity to the intended server.
    #expect(await exposes(rogue: true, sent: [[7]], cancels: false) == [false])
    #expect(await exposes(rogue: false, sent: [[7]], cancels: true) == [false])
  }

  @Test func `an adapter that needs the clock runs at the run's time, with a separate control`() async {
    var timed = Sample.scenario("a/timed", rogue: true)
    timed.needs = [.clock]
    let now = Timestamp(secondsSince1970: 0)
    let (summary, callLog, recorder) = await run(
      [Sample.scenario("a/one", rogue: true), timed], time: FakeTime(fixed: now)
    ) {
      FakeAdapter("right", callLog: $0) { served, _ in FakeAdapter.right(served) }
    }
    #expect(verdicts(summary) == [.pass, .pass])
    // First, rogue and last, of each.
    let times = callLog.attempts.withLock { $0.map(\.policy.time) }
    #expect(times.filter { $0 == nil }.count == 3)
    #expect(times.filter { $0 == now }.count == 3)
    let controls = recorder.events.withLock { events in
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

  @Test func `a control that fails at the end withdraws the passes that depend on it`() async {
    let (summary, _, recorder) = await run([Sample.scenario("a/rogue", rogue: true)]) {
      FakeAdapter("tires", callLog: $0) { served, count in
        count <= 2 ? FakeAdapter.right(served) : FakeAdapter.cancels(served)
      }
    }
    #expect(verdicts(summary) == [.inconclusive])
    #expect(
      recorder.verdicts == ["a/rogue[tls=1.3,policy=anchor] pass", "a/rogue[tls=1.3,policy=anchor] inconclusive"])
    #expect(summary.footer.counts == [.inconclusive: 1])
  }

  @Test func `an inconclusive case reports the result of the control, not of the rogue`() async {
    let (summary, _, _) = await run([Sample.scenario("a/rogue", rogue: true)]) {
      FakeAdapter("slow", callLog: $0) { served, _ in
        let isHealthy = FakeAdapter.right(served).0 == FakeAdapter.accepts(served).0
        return isHealthy
          ? (.failed(cause: .timeout, detail: "SocketTimeoutException"), FakeAdapter.cancels(served).1)
          : FakeAdapter.cancels(served)
      }
    }
    #expect(verdicts(summary) == [.inconclusive])
    let words = summary.results[0].judgement.explanation
    #expect(words.contains("SocketTimeoutException") && !words.contains("untrusted"), "\(words)")
  }

  /// Controls are as many as there are values of the axes.
  private static let many = (0..<8).map { number in
    let key = [KeyType.p256, .p384, .ed25519, .rsa2048][number % 4]
    return Sample.scenario("a/\(number)", rogue: true, axes: .init(tls: [number < 4 ? .tls12 : .tls13], keys: [key]))
  }

  @Test func `an adapter whose first controls all break the contract alike runs no further`() async {
    let crash = AdapterOutcome.broken(AdapterFault(.notStarted, "cannot open escript"))
    let (summary, callLog, _) = await run(Self.many) {
      FakeAdapter("broken", callLog: $0) { _, _ in (crash, Observation()) }
    }
    #expect(callLog.asked.withLock { $0.count } == 5)
    #expect(verdicts(summary) == [.error] + Array(repeating: .inconclusive, count: 7))
    #expect(summary.results.allSatisfy { $0.judgement.explanation.contains("cannot open escript") })
  }

  @Test func `an adapter that crashes on every rogue runs them all`() async {
    let crash = AdapterOutcome.broken(AdapterFault(.crashed, "badmatch"))
    let (summary, _, _) = await run(Self.many) {
      FakeAdapter("fragile", callLog: $0) { served, _ in
        let isHealthy = FakeAdapter.right(served).0 == FakeAdapter.accepts(served).0
        return isHealthy ? FakeAdapter.accepts(served) : (crash, FakeAdapter.cancels(served).1)
      }
    }
    #expect(verdicts(summary) == Array(repeating: .error, count: 8))
    #expect(summary.results.allSatisfy { !$0.judgement.explanation.contains("not run") })
  }

  @Test func `hangs, and faults that differ, stop nothing early`() async {
    for fault in [AdapterFault(.hung, "no answer"), nil] {
      let (_, callLog, _) = await run(Self.many) {
        FakeAdapter("ill", callLog: $0) { _, count in
          (.broken(fault ?? AdapterFault(.garbled, "line \(count)")), Observation())
        }
      }
      // An adapter that hangs is asked again until it was late so often.
      let count = callLog.asked.withLock { $0.count }
      #expect(count == (fault == nil ? 24 : 24 + RunDeadline.limit))
    }
  }

  @Test func `a control that fails in the end does not hide a false accept`() async {
    let (summary, _, _) = await run([Sample.scenario("a/rogue", rogue: true)]) {
      FakeAdapter("tires", callLog: $0) { served, count in
        count <= 2 ? FakeAdapter.accepts(served) : FakeAdapter.cancels(served)
      }
    }
    #expect(verdicts(summary) == [.falseAccept])
  }

  @Test func `a missing capability is unsupported with the adapter's reason and never runs`() async {
    let (summary, callLog, _) = await run([Sample.scenario("a/rogue", rogue: true)]) { callLog in
      var adapter = FakeAdapter("poor", callLog: callLog, capabilities: [.tls13]) { served, _ in
        FakeAdapter.right(served)
      }
      adapter.description.declined = [.anchors: "has none"]
      return adapter
    }
    #expect(verdicts(summary) == [.unsupported])
    #expect(summary.results[0].judgement.explanation == "anchors: has none")
    #expect(callLog.asked.withLock { $0 }.isEmpty)
  }

  @Test func `an adapter that crashes after its bytes reached the rogue is a false accept, else an error`() async {
    let crash = AdapterOutcome.broken(AdapterFault(.crashed, "signal 11"))
    let (after, _, _) = await run([Sample.scenario("a/rogue", rogue: true)]) {
      FakeAdapter("crashes", callLog: $0) { served, count in
        count == 1 ? FakeAdapter.accepts(served) : (crash, FakeAdapter.accepts(served).1)
      }
    }
    #expect(verdicts(after) == [.falseAccept])
    let (before, _, _) = await run([Sample.scenario("a/rogue", rogue: true)]) {
      FakeAdapter("crashes", callLog: $0) { served, count in
        count == 1 ? FakeAdapter.accepts(served) : (crash, FakeAdapter.cancels(served).1)
      }
    }
    #expect(verdicts(before) == [.error])
  }

  private static let late: [AdapterOutcome] = [
    .broken(AdapterFault(.hung, "still running")), .failed(cause: .timeout, detail: nil),
  ]

  @Test(arguments: late)
  func `a case that misses the deadline runs again alone, and its second result counts and is marked`(
    late: AdapterOutcome
  ) async throws {
    // The second question is the rogue: its control came before it.
    let (summary, callLog, _) = await run([Sample.scenario("a/rogue", rogue: true)], jobs: 4) {
      FakeAdapter("late", callLog: $0) { served, count in
        count == 2 ? (late, FakeAdapter.cancels(served).1) : FakeAdapter.right(served)
      }
    }
    #expect(verdicts(summary) == [.pass])
    let missed = try #require(summary.results[0].missedDeadline)
    #expect([.error, .inconclusive].contains(missed.judgement.verdict))
    #expect(missed.steps.count == 1)
    #expect(callLog.asked.withLock { $0.filter { $0.hasSuffix("rogue again") }.count } <= 1)
    #expect(callLog.asked.withLock { $0.count } == 4)
  }

  @Test func `a late control runs again as well, before any case that needs it`() async throws {
    let (summary, _, recorder) = await run([Sample.scenario("a/rogue", rogue: true)]) {
      FakeAdapter("late", callLog: $0) { served, count in
        count == 1 ? (Self.late[0], FakeAdapter.cancels(served).1) : FakeAdapter.right(served)
      }
    }
    #expect(verdicts(summary) == [.pass])
    let marks = recorder.events.withLock { events in
      events.compactMap { event -> Bool? in
        if case .controlFinished(let control) = event { return control.missedDeadline != nil }
        return nil
      }
    }
    #expect(marks == [true, false])
  }

  @Test func `a client that accepted data before it hangs does not run again`() async {
    let (summary, callLog, _) = await run([Sample.scenario("a/rogue", rogue: true)]) {
      FakeAdapter("leaks", callLog: $0) { served, count in
        count == 2 ? (Self.late[0], FakeAdapter.accepts(served).1) : FakeAdapter.right(served)
      }
    }
    #expect(verdicts(summary) == [.falseAccept])
    #expect(summary.results[0].missedDeadline == nil)
    #expect(callLog.asked.withLock { $0.count } == 3)
  }

  @Test func `a case that is late alone as well is an error, and is not repeated for ever`() async {
    let scenarios = (0..<10).map { Sample.scenario("a/s\($0)", rogue: false) }
    let (summary, callLog, _) = await run(scenarios, jobs: 4) {
      FakeAdapter("hangs", callLog: $0) { served, _ in (Self.late[0], FakeAdapter.cancels(served).1) }
    }
    #expect(verdicts(summary).allSatisfy { $0 == .error })
    #expect(summary.results.count { $0.missedDeadline != nil } == 3)
    #expect(callLog.asked.withLock { $0.count } == 13)
  }

  @Test func `a flight that was not planned is our own fault, not a verdict`() async {
    let (summary, _, _) = await run([Sample.scenario("a/rogue", rogue: true)]) {
      FakeAdapter("right", callLog: $0) { served, _ in
        var answer = FakeAdapter.right(served)
        answer.1.connections[0].serverCertificates = [[1, 2, 3]]
        return answer
      }
    }
    #expect(verdicts(summary) == [.harnessError])
  }

  @Test func `a conversation ends at the first failed step`() async {
    let (summary, _, _) = await run([Sample.scenario("a/rogue", rogue: true, steps: 3)]) {
      FakeAdapter("cancels", callLog: $0) { served, count in
        count == 2 ? FakeAdapter.cancels(served) : FakeAdapter.right(served)
      }
    }
    #expect(verdicts(summary) == [.falseCancel])
    #expect(summary.results[0].steps.count == 1)
  }

  @Test func `a recorder that cannot write ends the run, which is not complete`() async {
    let recorder = RecordingRecorder(failsAfter: 4)
    let scenarios = (0..<20).map { Sample.scenario("a/s\($0)", rogue: false) }
    let (summary, callLog, _) = await run(scenarios, recorder: recorder) {
      FakeAdapter("right", callLog: $0) { served, _ in FakeAdapter.right(served) }
    }
    #expect(summary.recorderFailure == HarnessFailure(.files, "no space left"))
    #expect(!summary.footer.complete)
    #expect(callLog.asked.withLock { $0.count } < 20)
  }

  @Test func `a cancelled run closes with unreached cases as not-run`() async {
    let callLog = EventCollector()
    let adapter = FakeAdapter("right", callLog: callLog) { served, _ in FakeAdapter.right(served) }
    let scenarios = (0..<10).map { Sample.scenario("a/s\($0)", rogue: false) }
    let plan = Plan(
      scenarios: scenarios, adapters: [adapter], selection: .pairwise, engines: ["swift"], fixedClock: false)
    let recorder = RecordingRecorder()
    let header = RunHeader(
      mode: .run, version: "0", seed: "s", clock: Timestamp(secondsSince1970: 0), adapters: [], planned: plan.planned,
      arguments: [])
    let task = Task {
      // Not before it is cancelled, however late that is.
      while !Task.isCancelled { await Task.yield() }
      return await Ran.run(plan, Runner.Configuration(header: header, jobs: 1), callLog, recorder: recorder)
    }
    task.cancel()
    let summary = await task.value
    #expect(summary.results.count == 10)
    #expect(summary.results.allSatisfy { $0.judgement.verdict == .notRun })
    #expect(!summary.footer.complete)
    let last = recorder.events.withLock { $0.last }
    guard case .finished(let footer)? = last else {
      Issue.record("the log is not closed")
      return
    }
    #expect(!footer.complete)
  }
}
