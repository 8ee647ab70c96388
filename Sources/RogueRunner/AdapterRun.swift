import RogueModel
import RogueVerdicts
import Synchronization

/// Everything that one adapter is asked: controls, cases, controls again.
struct AdapterRun: Sendable {
  var runner: Runner
  var plan: AdapterPlan
  private let line: Slots.Line

  init(runner: Runner, plan: AdapterPlan, slots: Slots) {
    self.runner = runner
    self.plan = plan
    let adapter = plan.adapter
    // Controls are held twice.
    let work = plan.cases.count { $0.missing == nil } + 2 * Self.distinctControls(plan).count
    line = slots.line(work: work) { adapter.conversationsAtOnce }
  }

  /// One distinct control, and a case that it can be derived from.
  private struct Control: Sendable {
    var key: ControlKey
    var item: CasePlan
  }

  /// A case with the sightings it was judged from.
  private struct Finished: Sendable {
    var item: CasePlan
    var result: CaseResult
    var steps: [ConversationRun.Judged]
  }

  func run() async -> [CaseResult] {
    let controls = Self.distinctControls(plan)
    let first = await hold(controls, .first)
    var finished = await cases(first)
    // Controls again, last: a client that stopped accepting what is healthy has proven nothing since.
    let last = await hold(controls, .last)
    for index in finished.indices {
      guard let key = finished[index].item.controlKey, first[key]?.verdict == .pass, let later = last[key],
        later.verdict != .pass, let revised = judgedAgain(finished[index], later)
      else { continue }
      finished[index].result = revised
      runner.sink.record(.caseFinished(revised))
    }
    return finished.map(\.result)
  }

  private static func distinctControls(_ plan: AdapterPlan) -> [Control] {
    var seen: Set<ControlKey> = []
    return plan.cases.compactMap { item in
      guard item.missing == nil, let key = item.controlKey, seen.insert(key).inserted else { return nil }
      return Control(key: key, item: item)
    }
  }

  private func hold(
    _ controls: [Control], _ occasion: ConversationRun.Occasion
  ) async -> [ControlKey: Judgement] {
    let adapter = plan.adapter.description.name
    let outcomes = await inSlots(controls) { control in
      guard runner.goesOn else { return (control.key, Judgement?.none) }
      runner.sink.record(.caseStarted(adapter: adapter, caseID: control.key.description, isControl: true))
      let outcome = await ConversationRun(
        runner: runner, adapter: plan.adapter, scenario: control.item.item.scenario.control, axes: control.key.axes,
        needs: control.item.needs, occasion: occasion, control: .notNeeded
      ).run()
      let judgement = outcome.judgement
      guard judgement.verdict != .notRun else { return (control.key, nil) }
      runner.sink.record(
        .controlFinished(
          ControlResult(
            adapter: adapter, key: control.key.description, occasion: occasion == .first ? .first : .last,
            judgement: judgement, milliseconds: outcome.milliseconds)))
      return (control.key, judgement)
    }
    return Dictionary(outcomes.compactMap { key, judgement in judgement.map { (key, $0) } }) { first, _ in first }
  }

  private func cases(_ controls: [ControlKey: Judgement]) async -> [Finished] {
    await inSlots(plan.cases, needsSlot: { $0.missing == nil }) { item in
      let finished = await judge(item, control: item.controlKey.map { ($0, controls[$0]) })
      runner.sink.record(.caseFinished(finished.result))
      return finished
    }
  }

  private func judge(_ item: CasePlan, control: (key: ControlKey, judgement: Judgement?)?) async -> Finished {
    if let missing = item.missing {
      return Finished(item: item, result: result(item, Judgement(.unsupported, missing.description)), steps: [])
    }
    guard runner.goesOn else {
      return Finished(item: item, result: result(item, Judgement(.notRun, "the run ended before it")), steps: [])
    }
    runner.sink.record(
      .caseStarted(adapter: plan.adapter.description.name, caseID: item.item.id, isControl: false))
    let state: Facts.Control = control.map { $0.judgement?.verdict == .pass ? .passed : .failed } ?? .notNeeded
    let outcome = await ConversationRun(
      runner: runner, adapter: plan.adapter, scenario: item.item.scenario, axes: item.item.axes, needs: item.needs,
      occasion: .rogue, control: state
    ).run()
    var finished = result(item, outcome.judgement)
    finished.steps = outcome.steps.map(\.result)
    finished.control = control?.judgement
    finished.milliseconds = outcome.milliseconds
    finished.exposesIdentity = exposesIdentity(outcome.steps)
    if let artifacts = runner.artifacts, finished.judgement.verdict != .pass {
      do throws(HarnessFailure) {
        finished.artifacts = try artifacts.keep(finished, hierarchies: outcome.hierarchies)
      } catch {
        finished.judgement = Judgement(.harnessError, error.description)
      }
    }
    return Finished(item: item, result: finished, steps: outcome.steps)
  }

  /// A client certificate reached a server that the validator then refused.
  private func exposesIdentity(_ steps: [ConversationRun.Judged]) -> Bool {
    steps.contains { step in
      guard step.result.mutation != nil, case .statement(let statement)? = step.result.report?.outcome,
        statement.said == .cancel
      else { return false }
      return step.result.observation.connections.contains { !($0.clientCertificates ?? []).isEmpty }
    }
  }

  /// The same evidence with a control that failed in the end; nil when that changes nothing.
  private func judgedAgain(_ finished: Finished, _ control: Judgement) -> CaseResult? {
    var steps: [StepResult] = []
    for step in finished.steps {
      var result = step.result
      if var sighting = step.sighting, sighting.control == .passed {
        sighting.control = .failed
        result.judgement = StepJudge.judge(sighting).judgement
      }
      steps.append(result)
    }
    let judgement = CaseJudge.combine(steps.map(\.judgement))
    guard judgement.verdict != finished.result.judgement.verdict else { return nil }
    var revised = finished.result
    revised.steps = steps
    revised.judgement = judgement
    revised.control = control
    return revised
  }

  private func result(_ item: CasePlan, _ judgement: Judgement) -> CaseResult {
    let scenario = item.item.scenario
    return CaseResult(
      adapter: plan.adapter.description.name, caseID: item.item.id, scenario: scenario.id, axes: item.item.axes,
      level: scenario.level, severity: scenario.severity, title: scenario.title, why: scenario.why,
      location: scenario.location, judgement: judgement, steps: [], control: nil, milliseconds: 0,
      reproduce: runner.reproduce(adapter: plan.adapter.description.name, caseID: item.item.id))
  }

  /// Runs `body` for every element, so many at once as there are slots; results in the order of the elements.
  ///
  /// A task for each slot, not for each element: one that has ended its conversation goes on with the next, and wakes
  /// nobody for it.
  private func inSlots<Element: Sendable, Result: Sendable>(
    _ elements: [Element], needsSlot: (Element) -> Bool = { _ in true },
    _ body: @Sendable @escaping (Element) async -> Result
  ) async -> [Result] {
    var results = [Result?](repeating: nil, count: elements.count)
    var queue: [Int] = []
    for (index, element) in elements.enumerated() {
      if needsSlot(element) { queue.append(index) } else { results[index] = await body(element) }
    }
    let line = line
    let left = Turns(queue)
    await withTaskGroup(of: [(Int, Result)].self) { group in
      for _ in 0..<min(line.slotCount, queue.count) {
        group.addTask {
          var done: [(Int, Result)] = []
          while let index = left.next() {
            let result = await line.with { await body(elements[index]) }
            done.append((index, result))
          }
          return done
        }
      }
      for await done in group {
        for (index, result) in done { results[index] = result }
      }
    }
    return results.compactMap(\.self)
  }

  /// Hands each index to one task.
  private final class Turns: Sendable {
    private let rest: Mutex<ArraySlice<Int>>
    init(_ indices: [Int]) { rest = Mutex(indices[...]) }
    func next() -> Int? { rest.withLock { $0.popFirst() } }
  }
}

extension Runner {
  /// The one line that runs a case again.
  func reproduce(adapter: String, caseID: String) -> String {
    "rogues run --adapter '\(adapter)' --seed '\(configuration.header.seed)' '\(caseID)'"
  }
}
