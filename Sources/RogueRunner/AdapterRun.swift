import RogueModel
import RogueVerdicts
import Synchronization

/// Everything that one adapter is asked: controls, cases, controls again.
struct AdapterRun: Sendable {
  var runner: Runner
  /// Each case knows the place of its control.
  let plan: AdapterPlan
  private let controls: [Control]
  private let line: Slots.Line
  private let firstControls = FirstControls()
  private let patience = RunDeadline()

  init(runner: Runner, plan: AdapterPlan, slots: Slots) {
    self.runner = runner
    (self.plan, controls) = Self.withControls(plan)
    let adapter = plan.adapter
    // Controls are held twice.
    let work = plan.cases.count { $0.missing == nil } + 2 * controls.count
    line = slots.line(work: work) { adapter.conversationsAtOnce }
  }

  /// One distinct control, and a case that it can be derived from.
  private struct Control: Sendable {
    var key: ControlKey
    var item: CasePlan
  }

  /// A control that a case leans on.
  struct Held: Sendable {
    /// Nil: the run ended before it.
    var judgement: Judgement?
  }

  /// A case with the sightings it was judged from.
  struct Finished: Sendable {
    var item: CasePlan
    var result: CaseResult
    var steps: [ConversationRun.Judged]
  }

  func run() async -> [CaseResult] {
    let first = HeldControls(controls.count)
    var finished = await cases(first)
    guard firstControls.end == nil else { return finished.map(\.result) }
    // Controls again, last: a client that stopped accepting what is healthy has proven nothing since.
    let last = await inSlots(
      Turns.shuffled(Array(controls.enumerated()), seed: seed) { $0.element.key.description },
      pauses: { $0.element.item.item.scenario.pauses }
    ) { place, control in
      await hold(control, .last).map { (place, $0) }
    }
    let later = Dictionary(uniqueKeysWithValues: last.compactMap(\.self))
    for index in finished.indices {
      guard let place = finished[index].item.control, await first.judgement(of: place)?.verdict == .pass,
        let later = later[place], later.verdict != .pass,
        let revised = judgedAgain(finished[index], later)
      else { continue }
      finished[index].result = revised
      runner.sink.record(.caseFinished(revised))
    }
    return finished.map(\.result)
  }

  private var seed: String { "\(runner.configuration.header.seed) \(plan.adapter.description.name)" }

  /// The distinct controls of a plan. Healthy scenarios need none.
  private static func withControls(_ plan: AdapterPlan) -> (AdapterPlan, [Control]) {
    var plan = plan
    var controls: [Control] = []
    var places: [ControlKey: Int] = [:]
    for (index, item) in plan.cases.enumerated() where item.missing == nil && !item.item.scenario.isHealthy {
      let key = ControlKey(item.item)
      let place = places[key] ?? controls.count
      if place == controls.count {
        places[key] = place
        controls.append(Control(key: key, item: item))
      }
      plan.cases[index].control = place
    }
    return (plan, controls)
  }

  /// Nil where the run ended before it.
  private func hold(_ control: Control, _ occasion: ConversationRun.Occasion) async -> Judgement? {
    guard runner.goesOn, firstControls.end == nil else { return nil }
    let adapter = plan.adapter.description.name
    runner.sink.record(.caseStarted(adapter: adapter, caseID: control.key.description, isControl: true))
    let (outcome, missed) = await ask(
      ConversationRun(
        runner: runner, adapter: plan.adapter, scenario: control.item.item.scenario.control, axes: control.key.axes,
        needs: control.item.needs, occasion: occasion, line: line, control: .notNeeded))
    let judgement = outcome.judgement
    guard judgement.verdict != .notRun else { return nil }
    if occasion == .first { firstControls.note(outcome.steps.last?.result.report?.outcome) }
    runner.sink.record(
      .controlFinished(
        ControlResult(
          adapter: adapter, key: control.key.description, occasion: occasion == .first ? .first : .last,
          judgement: judgement, milliseconds: outcome.milliseconds, missedDeadline: missed?.judgement)))
    return judgement
  }

  /// Cases and the controls that they lean on, in the order of the seed; results in the order of the plan.
  private func cases(_ first: HeldControls) async -> [Finished] {
    var results = [Finished?](repeating: nil, count: plan.cases.count)
    @Sendable func finish(_ item: CasePlan, _ control: Held?) async -> Finished {
      let finished = await repeated(item, control: control)
      runner.sink.record(.caseFinished(finished.result))
      return finished
    }
    for (index, item) in plan.cases.enumerated() where item.missing != nil { results[index] = await finish(item, nil) }
    let asked = plan.cases.indices.filter { plan.cases[$0].missing == nil }.map { index in
      (index: index, name: plan.cases[index].item.id, control: plan.cases[index].control)
    }
    // One case says what is wrong with the adapter; a word about each of the others would be the same.
    let spoken = asked.map { plan.cases[$0.index].item }
    let spokesman = (spoken.first { $0.scenario.level != .may } ?? spoken.first)?.id
    let turns = Turns(cases: asked, controls: controls.map(\.key.description), seed: seed)
    // Waiting for a control takes no slot: the control itself needs one.
    @Sendable func wait(_ turn: Turns.Turn) async {
      guard case .item(let index) = turn, let place = plan.cases[index].control else { return }
      _ = await first.judgement(of: place)
    }
    // While it is not known whether the adapter can be asked at all, controls find out.
    let isUrgent = { @Sendable (turn: Turns.Turn) -> Bool in if case .control = turn { true } else { false } }
    let pauses = { @Sendable (turn: Turns.Turn) -> Bool in
      switch turn {
      case .control(let place): controls[place].item.item.scenario.pauses
      case .item(let index): plan.cases[index].item.scenario.pauses
      }
    }
    let done = await inSlots(
      turns.order, pauses: pauses, urgent: { firstControls.isUndecided ? isUrgent : nil }, ready: wait
    ) { turn -> (Int, Finished)? in
      switch turn {
      case .control(let place):
        first.set(await hold(controls[place], .first), of: place)
        return nil
      case .item(let index):
        let item = plan.cases[index]
        if let end = firstControls.end {
          let judgement = Judgement(item.item.id == spokesman ? .error : .inconclusive, end)
          let finished = Finished(item: item, result: result(item, judgement), steps: [])
          runner.sink.record(.caseFinished(finished.result))
          return (index, finished)
        }
        guard let place = item.control else { return (index, await finish(item, nil)) }
        return (index, await finish(item, Held(judgement: await first.judgement(of: place))))
      }
    }
    for case (let index, let finished)? in done { results[index] = finished }
    return results.compactMap(\.self)
  }

  func judge(_ item: CasePlan, control: Held?) async -> Finished {
    if let missing = item.missing {
      return Finished(item: item, result: result(item, Judgement(.unsupported, missing.description)), steps: [])
    }
    guard runner.goesOn else {
      return Finished(item: item, result: result(item, Judgement(.notRun, "the run ended before it")), steps: [])
    }
    runner.sink.record(
      .caseStarted(adapter: plan.adapter.description.name, caseID: item.item.id, isControl: false))
    let state = control.map { Self.state(of: $0.judgement) } ?? .notNeeded
    let (outcome, missed) = await ask(
      ConversationRun(
        runner: runner, adapter: plan.adapter, scenario: item.item.scenario, axes: item.item.axes, needs: item.needs,
        occasion: .rogue, line: line, control: state, controlJudgement: control?.judgement))
    var finished = result(item, outcome.judgement)
    finished.steps = outcome.steps.map(\.result)
    finished.control = control?.judgement
    finished.milliseconds = outcome.milliseconds
    finished.clock = outcome.clock
    finished.missedDeadline = missed
    finished.exposesIdentity = exposesIdentity(outcome.steps)
    if let artifacts = runner.artifacts, ![.pass, .notAsked].contains(finished.judgement.verdict) || missed != nil {
      do throws(HarnessFailure) {
        finished.artifacts = try artifacts.keep(finished, material: outcome.material)
      } catch {
        finished.judgement = Judgement(.harnessError, error.description)
      }
    }
    return Finished(item: item, result: finished, steps: outcome.steps)
  }

  /// Runs a conversation. If the adapter misses its deadline, runs it once more, alone, and the second result counts.
  ///
  /// Everything that was said or sent in time counts: the runner repeats only silence, so the repetition hides nothing
  /// else, and it keeps the first result beside the second.
  private func ask(
    _ conversation: ConversationRun
  ) async -> (outcome: ConversationRun.Outcome, missed: MissedDeadline?) {
    let first = await conversation.run()
    guard first.missedDeadline, patience.isLeft, runner.goesOn else { return (first, nil) }
    let second = await line.alone { () -> ConversationRun.Outcome? in
      guard patience.isLeft, runner.goesOn else { return nil }
      return await conversation.alone().run()
    }
    guard let second, second.judgement.verdict != .notRun else { return (first, nil) }
    patience.note(isLate: second.missedDeadline)
    let missed = MissedDeadline(
      judgement: first.judgement, steps: first.steps.map(\.result), milliseconds: first.milliseconds)
    return (second, missed)
  }

  /// What a control says for the cases that lean on it.
  private static func state(of control: Judgement?) -> Facts.Control {
    switch control?.verdict {
    case .pass: .passed
    case .harnessError: .spoilt
    default: .failed
    }
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
      if var evidence = step.evidence, evidence.control == .passed {
        evidence.control = Self.state(of: control)
        evidence.controlJudgement = control
        result.judgement = StepJudge.judge(evidence).judgement
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
    var result = CaseResult(
      adapter: plan.adapter.description.name, caseID: item.item.id, scenario: scenario.id, axes: item.item.axes,
      level: scenario.level, severity: scenario.severity, title: scenario.title, why: scenario.why,
      location: scenario.location, judgement: judgement, steps: [], control: nil, milliseconds: 0,
      reproduce: runner.reproduce(adapter: plan.adapter.description.name, item: item.item))
    result.references = scenario.references
    return result
  }

  /// Runs `body` for every element, as many at once as there are slots; results in the order of the elements.
  ///
  /// There is a task for each slot, not for each element: a task that has ended its conversation continues with the
  /// next, without waking another. Elements that pause have tasks of their own and begin before the others, so that
  /// they pause side by side while the others work.
  ///
  /// - Parameters:
  ///   - pauses: which elements give their slot away for some seconds.
  ///   - urgent: which elements go before the others now; nil: none.
  ///   - ready: waits, outside of the slots, for what an element needs; only for earlier elements.
  private func inSlots<Element: Sendable, Result: Sendable>(
    _ elements: [Element], pauses: @Sendable (Element) -> Bool,
    urgent: @Sendable @escaping () -> (@Sendable (Element) -> Bool)? = { nil },
    ready: @Sendable @escaping (Element) async -> Void = { _ in },
    _ body: @Sendable @escaping (Element) async -> Result
  ) async -> [Result] {
    var results = [Result?](repeating: nil, count: elements.count)
    let line = line
    let pausing = elements.indices.filter { pauses(elements[$0]) }
    let left = Queue(elements.indices.filter { !pauses(elements[$0]) })
    await withTaskGroup(of: [(Int, Result)].self) { group in
      for index in pausing {
        group.addTask {
          await ready(elements[index])
          return [(index, await line.with { await body(elements[index]) })]
        }
      }
      for _ in 0..<min(line.slotCount, elements.count) {
        group.addTask {
          var done: [(Int, Result)] = []
          while let index = left.next(urgent().map { isUrgent in { isUrgent(elements[$0]) } }) {
            await ready(elements[index])
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

  /// Hands each index to one task, in order.
  private final class Queue: Sendable {
    private let rest: Mutex<[Int]>
    /// Kept the wrong way round: the end of an array is taken at no cost.
    init(_ indices: [Int]) { rest = Mutex(indices.reversed()) }

    func next(_ isUrgent: ((Int) -> Bool)?) -> Int? {
      rest.withLock { rest in
        if let isUrgent, let place = rest.lastIndex(where: isUrgent) { return rest.remove(at: place) }
        return rest.popLast()
      }
    }
  }
}

extension Runner {
  /// The one line that runs a case again.
  func reproduce(adapter: String, item: Case) -> String {
    configuration.repetition.command(adapter: adapter, item: item, seed: configuration.header.seed)
  }
}
