import RogueModel
import Synchronization
import Testing

@testable import RogueRunner

/// Steps that wait.
extension RunnerTests {
  /// Two steps that present the same, of which the second waits for its end.
  private func waiting(_ id: String, seconds: Int, rogue: Bool) -> Scenario {
    var scenario = Sample.scenario(id, rogue: rogue)
    var first = scenario.steps[0]
    if rogue { first.expectations = first.expectations.mapValues { _ in .accept } }
    scenario.steps[0].delay = .end(of: .certificate("rogue"), seconds: seconds)
    scenario.steps.insert(first, at: 0)
    return scenario
  }

  @Test func `a step waits until two seconds after the expiry, and dates come from the conversation`() async {
    let clock = ContinuousClock()
    let start = clock.now
    let (summary, _, _) = await run([waiting("a/healthy", seconds: 1, rogue: false)]) {
      FakeAdapter("right", callLog: $0) { served, _ in FakeAdapter.accepts(served) }
    }
    #expect(verdicts(summary) == [.pass])
    #expect(clock.now - start >= .seconds(2))
  }

  @Test func `a step that outlasts what it presents proves nothing about the validator`() async {
    for answer in [FakeAdapter.accepts, FakeAdapter.cancels] {
      let (summary, _, recorder) = await run([waiting("a/rogue", seconds: -1, rogue: true)]) {
        FakeAdapter("slow", callLog: $0) { served, _ in
          served.presentation.certificates.contains { $0.ends(with: Array("rogue".utf8)) }
            ? answer(served) : FakeAdapter.accepts(served)
        }
      }
      #expect(verdicts(summary) == [.inconclusive])
      #expect(summary.results.first?.judgement.explanation.contains("before this step was over") == true)
      // Nothing ends in the control.
      let controls = recorder.events.withLock { events in
        events.compactMap { event -> Verdict? in
          if case .controlFinished(let control) = event { return control.judgement.verdict }
          return nil
        }
      }
      #expect(controls == [.pass, .pass])
    }
  }
}

extension [UInt8] {
  fileprivate func ends(with other: [UInt8]) -> Bool { suffix(other.count).elementsEqual(other) }
}
