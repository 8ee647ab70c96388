import RogueModel
import Synchronization
import Testing

@testable import RogueRunner
import RogueStimuli

/// What happens to the machine's clock while a run goes on.
extension RunnerTests {
  /// Each conversation begins an hour after the one before.
  private final class SlowRecorder: Recorder {
    let time: FakeTime

    init(_ time: FakeTime) { self.time = time }

    func record(_ event: RunEvent) {
      if case .caseStarted = event { time.pass(.seconds(3600)) }
    }
  }

  private static let hours = (0..<4).map { Sample.scenario("a/s\($0)", rogue: $0 > 1) }

  @Test func `each conversation is dated by its own beginning, however long the run has taken`() async {
    let time = FakeTime()
    let (summary, _, _) = await run(Self.hours, slowRecorder: SlowRecorder(time), time: time) {
      FakeAdapter("right", callLog: $0) { served, _ in FakeAdapter.right(served) }
    }
    #expect(verdicts(summary) == [.pass, .pass, .pass, .pass])
    let hours = summary.results.compactMap(\.clock).map { $0.secondsSince1970 / 3600 }
    // Four cases and one control before one of them.
    #expect(hours.count == 4 && Set(hours).isSubset(of: Set(1...5)) && Set(hours).count == 4)
  }

  @Test func `a given clock applies to all conversations`() async {
    let given = Timestamp(secondsSince1970: 1_000_000)
    let time = FakeTime(fixed: given)
    let (summary, _, _) = await run(Self.hours, slowRecorder: SlowRecorder(time), time: time) {
      FakeAdapter("right", callLog: $0) { served, _ in FakeAdapter.right(served) }
    }
    #expect(verdicts(summary) == [.pass, .pass, .pass, .pass])
    #expect(summary.results.map(\.clock) == [given, given, given, given])
  }

  @Test(arguments: [Duration.seconds(2 * 86_400), .seconds(-2 * 86_400), .seconds(2)])
  func `a conversation during which the clock is set is held again, and only the second counts`(
    step: Duration
  ) async {
    for isAccepted in [false, true] {
      let time = FakeTime()
      let (summary, callLog, _) = await run([Sample.scenario("a/rogue", rogue: true)], time: time) {
        FakeAdapter("right", callLog: $0) { served, count in
          // Its control goes first.
          guard count == 2 else { return FakeAdapter.right(served) }
          time.set(by: step)
          return isAccepted ? FakeAdapter.accepts(served) : FakeAdapter.cancels(served)
        }
      }
      #expect(verdicts(summary) == [.pass])
      #expect(
        callLog.asked.withLock { $0 }.dropFirst() == [
          "right a/rogue[tls=1.3,policy=anchor] rogue", "right a/rogue[tls=1.3,policy=anchor] rogue again",
          "right a/rogue[tls=1.3,policy=anchor] last",
        ])
    }
  }

  @Test func `a clock that is set repeatedly is the harness's error, whatever the validator reports`() async {
    for answer in [FakeAdapter.accepts, FakeAdapter.cancels] {
      let time = FakeTime()
      let (summary, _, _) = await run([Sample.scenario("a/rogue", rogue: true)], time: time) {
        FakeAdapter("asked at odd times", callLog: $0) { served, count in
          guard count > 1 else { return FakeAdapter.right(served) }
          time.set(by: .seconds(2 * 86_400))
          return answer(served)
        }
      }
      #expect(verdicts(summary) == [.harnessError])
      #expect(summary.results[0].judgement.explanation.contains("the machine's clock jumped by 172800 s"))
    }
  }

  @Test func `a control that the machine spoils in the end withdraws passes without an accusation`() async {
    let time = FakeTime()
    let (summary, _, recorder) = await run([Sample.scenario("a/rogue", rogue: true)], time: time) {
      FakeAdapter("right", callLog: $0) { served, count in
        if count > 2 { time.set(by: .seconds(2 * 86_400)) }
        return FakeAdapter.right(served)
      }
    }
    #expect(
      recorder.verdicts == ["a/rogue[tls=1.3,policy=anchor] pass", "a/rogue[tls=1.3,policy=anchor] harness-error"])
    #expect(verdicts(summary) == [.harnessError])
    #expect(summary.results[0].judgement.explanation.contains("the healthy control could not run"))
    #expect(summary.results[0].control?.verdict == .harnessError)
  }

  /// A rogue, or a healthy server, with a date ahead that lies closer than that of any other certificate.
  private static func closing(rogue: Bool) -> Scenario {
    var scenario = Sample.scenario("a/it", rogue: rogue)
    scenario.steps[0].world.certificates[2][NotAfter.self] = 1800
    return scenario
  }

  @Test func `a result after a planned expiry proves nothing about the validator`() async {
    for (minutes, isVoid) in [(29, false), (31, true)] {
      for (isRogue, answer) in [(true, FakeAdapter.accepts), (true, FakeAdapter.cancels), (false, FakeAdapter.cancels)]
      {
        let time = FakeTime()
        let (summary, _, _) = await run([Self.closing(rogue: isRogue)], time: time) {
          FakeAdapter("slow", callLog: $0) { served, count in
            guard count == (isRogue ? 2 : 1) else { return FakeAdapter.right(served) }
            time.pass(.seconds(minutes * 60))
            return answer(served)
          }
        }
        #expect((verdicts(summary) == [.inconclusive]) == isVoid, "\(summary.results[0].judgement)")
        #expect(summary.results[0].judgement.explanation.contains("one that lay 30m ahead") == isVoid)
      }
    }
  }
}
