import RogueModel
import RogueVerdicts
import Synchronization

/// Everything that one adapter runs: controls, cases, controls again.
struct AdapterRun: Sendable {
  var runner: Runner
  let plan: AdapterPlan
  private let controls: [Control]
  /// By case: the place of its control; nil: it depends on none.
  private let controlPlaces: [Int32?]
  private let queue: Slots.AdapterQueue
  private let circuitBreaker = StartupCircuitBreaker()
  private let retryBudget = RunDeadline()

  init(runner: Runner, plan: AdapterPlan, slots: Slots) {
    self.runner = runner
    self.plan = plan
    (controls, controlPlaces) = Self.controls(of: plan)
    let adapter = plan.adapter
    // Controls run twice.
    let work = plan.cases.count { $0.missing == nil } + 2 * controls.count
    queue = slots.queue(work: work) { adapter.conversationsAtOnce }
  }

  /// One distinct control, and the place of a case that it can be derived from.
  private struct Control: Sendable {
    var key: ControlKey
    var index: Int
  }

  func run() async {
    let first = AwaitedControls(controls.count)
    let dependent = await cases(first)
    guard circuitBreaker.whyOpen == nil else { return }
    // Controls again, last: a client that stopped accepting what is healthy has proven nothing since.
    let failed = Mutex<[Int: Judgement]>([:])
    await inSlots(
      CaseOrder.shuffled(Array(controls.indices), seed: seed) { controls[$0].key.description },
      pauses: { plan.cases[controls[$0].index].scenario.pauses }
    ) { place in
      if let judgement = await runControl(controls[place], .last), judgement.verdict != .pass {
        failed.withLock { $0[place] = judgement }
      }
    }
    let later = failed.withLock(\.self)
    for index in plan.cases.indices where dependent.contains(index) {
      guard let place = controlPlaces[index].map(Int.init), let later = later[place],
        await first.judgement(of: place)?.verdict == .pass
      else { continue }
      judgeAgain(plan.cases[index], later)
    }
  }

  private var seed: String { "\(runner.configuration.header.seed) \(plan.adapter.description.name)" }

  /// The distinct controls of a plan, and which each case depends on. Healthy scenarios need none.
  private static func controls(of plan: AdapterPlan) -> ([Control], [Int32?]) {
    var controls: [Control] = []
    var places: [ControlKey: Int32] = [:]
    let all = plan.cases.enumerated().map { index, item -> Int32? in
      guard let key = item.control else { return nil }
      if let place = places[key] { return place }
      let place = Int32(controls.count)
      places[key] = place
      controls.append(Control(key: key, index: index))
      return place
    }
    return (controls, all)
  }

  /// Nil where the run ended before it.
  private func runControl(_ control: Control, _ occasion: ConversationRun.Occasion) async -> Judgement? {
    guard runner.goesOn, circuitBreaker.whyOpen == nil else { return nil }
    let adapter = plan.adapter.description.name
    let item = plan.cases[control.index]
    runner.sink.record(.caseStarted(adapter: adapter, caseID: control.key.description, isControl: true))
    let (ending, missed) = await ask(
      ConversationRun(
        runner: runner, adapter: plan.adapter, scenario: item.scenario.made.control, axes: item.axes,
        needs: item.needs, occasion: occasion, label: control.key.description, queue: queue, control: .notNeeded))
    let result = ending.result
    guard result.judgement.verdict != .notRun else { return nil }
    if occasion == .first { circuitBreaker.record(result.steps.last?.report?.outcome) }
    runner.sink.record(
      .controlFinished(
        ControlResult(
          adapter: adapter, key: control.key.description, occasion: occasion == .first ? .first : .last,
          judgement: result.judgement, milliseconds: result.milliseconds, missedDeadline: missed?.judgement)))
    return result.judgement
  }

  /// Runs cases and the controls that they depend on, in the order of the seed.
  ///
  /// - Returns: the places of the cases with a step that proves nothing if its control fails later.
  private func cases(_ first: AwaitedControls) async -> Set<Int> {
    let dependent = Mutex<Set<Int>>([])
    @Sendable func finish(_ index: Int, _ control: Facts.Control = .notNeeded, _ judgement: Judgement? = nil) async {
      let finished = await repeated(plan.cases[index], control, judgement)
      runner.sink.record(.caseFinished(finished))
      if finished.steps.contains(where: \.dependsOnControl) { dependent.withLock { _ = $0.insert(index) } }
    }
    for (index, item) in plan.cases.enumerated() where item.missing != nil { await finish(index) }
    let asked = plan.cases.indices.filter { plan.cases[$0].missing == nil }
    // One case reports the adapter's fault, which is the same in all others.
    let representativeCase = asked.first { plan.cases[$0].scenario.level != .may } ?? asked.first
    let turns = CaseOrder(
      cases: asked.map { (index: $0, control: controlPlaces[$0].map(Int.init)) },
      controls: controls.map(\.key.description), seed: seed, name: { plan.cases[$0].id })
    // Waiting for a control takes no slot: the control itself needs one.
    @Sendable func wait(_ turn: CaseOrder.Turn) async {
      guard case .item(let index) = turn, let place = controlPlaces[index] else { return }
      _ = await first.judgement(of: Int(place))
    }
    // Controls go first until one of them shows whether the adapter can run at all.
    let isUrgent = { @Sendable (turn: CaseOrder.Turn) -> Bool in if case .control = turn { true } else { false } }
    let pauses = { @Sendable (turn: CaseOrder.Turn) -> Bool in
      switch turn {
      case .control(let place): plan.cases[controls[place].index].scenario.pauses
      case .item(let index): plan.cases[index].scenario.pauses
      }
    }
    await inSlots(
      turns.order, pauses: pauses, urgent: { circuitBreaker.isUndecided ? isUrgent : nil }, ready: wait
    ) { turn in
      switch turn {
      case .control(let place): first.set(await runControl(controls[place], .first), of: place)
      case .item(let index):
        if let why = circuitBreaker.whyOpen {
          let judgement = Judgement(index == representativeCase ? .error : .inconclusive, why)
          return runner.sink.record(.caseFinished(result(plan.cases[index], judgement)))
        }
        guard let place = controlPlaces[index] else { return await finish(index) }
        let judgement = await first.judgement(of: Int(place))
        await finish(index, Facts.Control(judgement), judgement)
      }
    }
    return dependent.withLock(\.self)
  }

  /// - Parameter judgement: the control's; nil: the case depends on none, or the run ended before it.
  func judge(_ item: CasePlan, _ control: Facts.Control, _ judgement: Judgement?) async -> CaseResult {
    if let missing = item.missing {
      return result(item, Judgement(.unsupported, missing.description))
    }
    guard runner.goesOn else {
      return result(item, Judgement(.notRun, "the run ended before it"))
    }
    runner.sink.record(.caseStarted(adapter: plan.adapter.description.name, caseID: item.id, isControl: false))
    let (ending, missed) = await ask(
      ConversationRun(
        runner: runner, adapter: plan.adapter, scenario: item.scenario.made, axes: item.axes, needs: item.needs,
        occasion: .rogue, label: item.id, queue: queue, control: control, controlJudgement: judgement))
    var finished = result(item, ending.result, control: judgement)
    finished.missedDeadline = missed
    if let artifacts = runner.artifacts,
      finished.judgement.verdict != .pass && finished.judgement.verdict != .unexercised || missed != nil
    {
      do throws(HarnessFailure) {
        finished.artifacts = try artifacts.keep(finished, material: ending.material)
      } catch {
        finished.judgement = Judgement(.harnessError, error.description)
      }
    }
    return finished
  }

  /// Runs a conversation. If the adapter misses its deadline, runs it once more, alone, and the second result counts.
  ///
  /// Everything that was said or sent in time counts: the runner repeats only silence, so the repetition hides nothing
  /// else, and it keeps the first result beside the second.
  private func ask(
    _ conversation: ConversationRun
  ) async -> (ending: ConversationRun.Ending, missed: ConversationResult?) {
    let first =
      conversation.needsAllSlots
      ? await queue.exclusively { await conversation.exclusive().run() } : await conversation.run()
    guard first.result.missedDeadline, retryBudget.isLeft, runner.goesOn else { return (first, nil) }
    let second = await queue.exclusively { () -> ConversationRun.Ending? in
      guard retryBudget.isLeft, runner.goesOn else { return nil }
      return await conversation.alone().run()
    }
    guard let second, second.result.judgement.verdict != .notRun else { return (first, nil) }
    retryBudget.note(isLate: second.result.missedDeadline)
    return (second, first.result)
  }

  /// A client certificate reached a server that the validator then refused.
  private func exposesIdentity(_ steps: [StepResult]) -> Bool {
    steps.contains { step in
      guard step.mutation != nil, case .statement(let statement)? = step.report?.outcome,
        statement.said == .cancel
      else { return false }
      return step.observation.connections.contains { !($0.clientCertificates ?? []).isEmpty }
    }
  }

  /// Records the result again, with a control that failed in the end; not if that changes nothing.
  private func judgeAgain(_ item: CasePlan, _ control: Judgement) {
    var revised: CaseResult
    let earlier: Verdict
    do throws(HarnessFailure) {
      guard let recorded = try runner.results.result(of: item.id, plan.adapter.description.name) else {
        throw HarnessFailure(.internal, "the result of \(item.id) was recorded, and is gone")
      }
      earlier = recorded.judgement.verdict
      revised = recorded
      for step in revised.steps.indices where revised.steps[step].dependsOnControl {
        revised.steps[step].judgement = StepJudge.unproven(by: control)
      }
      revised.judgement = CaseJudge.combine(revised.steps.map(\.judgement))
      guard revised.judgement.verdict != earlier else { return }
      revised.control = control
    } catch {
      // A case whose control failed is no pass, whatever its result.
      return runner.sink.record(
        .caseFinished(result(item, Judgement(.harnessError, error.description))), replacing: .pass)
    }
    runner.sink.record(.caseFinished(revised), replacing: earlier)
  }

  /// The result of a case without a conversation.
  private func result(_ item: CasePlan, _ judgement: Judgement) -> CaseResult {
    result(item, ConversationResult(judgement: judgement), control: nil)
  }

  private func result(_ item: CasePlan, _ conversation: ConversationResult, control: Judgement?) -> CaseResult {
    let scenario = item.scenario
    var result = CaseResult(
      adapter: plan.adapter.description.name, caseID: item.id, scenario: scenario.id, axes: item.axes,
      level: scenario.level, severity: scenario.severity, title: scenario.title, why: scenario.why,
      location: scenario.location, judgement: conversation.judgement, steps: conversation.steps, control: control,
      milliseconds: conversation.milliseconds, reproduce: runner.reproduce(adapter: plan.adapter.description.name, item)
    )
    result.references = scenario.references
    result.needs = item.needs
    result.clock = conversation.clock
    result.exposesIdentity = exposesIdentity(conversation.steps)
    return result
  }

  /// Runs `body` for every element, as many at once as there are slots.
  ///
  /// There is a task for each slot, not for each element: a task that has ended its conversation continues with the
  /// next, without waking another. Elements that pause have separate tasks and begin before the others, so that
  /// they pause side by side while the others work.
  ///
  /// - Parameters:
  ///   - pauses: which elements give their slot away for some seconds.
  ///   - urgent: which elements go before the others now; nil: none.
  ///   - ready: waits, outside of the slots, for what an element needs; only for earlier elements.
  private func inSlots<Element: Sendable>(
    _ elements: [Element], pauses: @Sendable (Element) -> Bool,
    urgent: @Sendable @escaping () -> (@Sendable (Element) -> Bool)? = { nil },
    ready: @Sendable @escaping (Element) async -> Void = { _ in },
    _ body: @Sendable @escaping (Element) async -> Void
  ) async {
    let pausing = elements.indices.filter { pauses(elements[$0]) }
    let left = Queue(elements.indices.filter { !pauses(elements[$0]) })
    await withTaskGroup { group in
      for index in pausing {
        group.addTask {
          await ready(elements[index])
          await queue.with { await body(elements[index]) }
        }
      }
      for _ in 0..<min(queue.slotCount, elements.count) {
        group.addTask {
          while let index = left.next(urgent().map { isUrgent in { isUrgent(elements[$0]) } }) {
            await ready(elements[index])
            await queue.with { await body(elements[index]) }
          }
        }
      }
    }
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
  func reproduce(adapter: String, _ item: CasePlan) -> String {
    configuration.repetition.command(
      adapter: adapter, scenario: item.scenario.id, axes: item.axes, isAmongKeys: item.scenario.hasKeys,
      file: item.scenario.location.file, seed: configuration.header.seed)
  }
}
