import RogueModel
import RogueStimuli
import RogueVerdicts

/// One conversation: one adapter runs a scenario's steps on one port.
struct ConversationRun: Sendable {
  /// Why the conversation runs; keeps its hierarchies and folders apart from others.
  enum Occasion: String, Sendable {
    case rogue, first, last
  }

  var runner: Runner
  var adapter: any Adapter
  var scenario: Scenario
  var axes: AxisValues
  var needs: [Capability]
  var occasion: Occasion
  /// What the events of the run call it: the case, or the key of the control.
  let label: String
  /// Gives its slot away while it only waits.
  private let queue: Slots.AdapterQueue
  var control: Facts.Control
  /// The control's verdict, if there is a control and it has run.
  var controlJudgement: Judgement?
  /// The conversation's name for the adapter: a validator that knew the scenario, or whether this is the control, could
  /// answer without looking.
  private(set) var opaqueName = RandomToken.id()
  /// How often it ran before: an adapter may have kept something of that, by host or URL.
  private var earlierTimes = 0
  /// It has all slots, and keeps them while it waits.
  private var isAlone = false

  init(
    runner: Runner, adapter: any Adapter, scenario: Scenario, axes: AxisValues, needs: [Capability], occasion: Occasion,
    label: String, queue: Slots.AdapterQueue, control: Facts.Control, controlJudgement: Judgement? = nil
  ) {
    self.queue = queue
    self.runner = runner
    self.adapter = adapter
    self.scenario = scenario
    self.axes = axes
    self.needs = needs
    self.occasion = occasion
    self.label = label
    self.control = control
    self.controlJudgement = controlJudgement
  }

  /// The same conversation, without anything that an adapter could know from before.
  private func again() -> ConversationRun {
    var again = self
    again.opaqueName = RandomToken.id()
    again.earlierTimes += 1
    return again
  }

  /// The same conversation again, while no other has a slot.
  func alone() -> ConversationRun {
    var alone = again()
    alone.isAlone = true
    return alone
  }

  /// The same conversation, for which no other has a slot.
  func exclusive() -> ConversationRun {
    var exclusive = self
    exclusive.isAlone = true
    return exclusive
  }

  /// Two attempts of it are made at once. A program takes only so many, and others would take their places.
  var needsAllSlots: Bool { scenario.steps.contains { $0.beside != nil } }

  /// The result, and what the evidence folder keeps of the steps that ran; nothing without artifacts.
  typealias Ending = (result: ConversationResult, material: [StepMaterial])

  /// Never throws: a failure of the harness is a `harness-error` of the case.
  ///
  /// If the machine's clock is set meanwhile, or the machine sleeps, the dates no longer mean what they were to mean to
  /// the client: the conversation runs once more, and only its second result counts.
  func run() async -> Ending {
    let (first, step) = await runOnce()
    guard step != nil, runner.goesOn else { return first }
    let again = again()
    var (second, later) = await again.runOnce()
    if let later {
      let failure = again.failed(
        "the machine's clock jumped by \(later.roundedToSeconds) s during this conversation, which was the second attempt: "
          + "dates are worth nothing on this machine")
      (second.result.steps, second.result.judgement) = ([failure], failure.judgement)
    }
    return second
  }

  /// - Returns: also by how much the machine's clock was set meanwhile; nil: it ran evenly.
  private func runOnce() async -> (ending: Ending, step: Duration?) {
    let clock = ContinuousClock()
    let start = clock.now
    var (steps, material): ([StepResult], [StepMaterial]) = ([], [])
    let dating = runner.clock.dating(isReal: waitsForDate, next: scenario.nextDate(under: axes.policy))
    do {
      let minted = try mint(at: dating.moment)
      runner.sink.spend([.minting: clock.now - start])
      (steps, material) = try await runner.servers.withConversation(opening) { served in
        try await adapter.withConversation(name) { conversation in
          try await runSteps(served, conversation, minted, dating, since: start)
        }
      }
    } catch let failure as HarnessFailure {
      steps.append(failed(failure.description))
    } catch is CancellationError {
      steps.append(judged(Judgement(.notRun, "interrupted")))
    } catch {
      steps.append(failed("\(error)"))
    }
    let result = ConversationResult(
      judgement: CaseJudge.combine(steps.map(\.judgement)), steps: steps,
      milliseconds: (clock.now - start).milliseconds, clock: dating.moment)
    return ((result, material), dating.step)
  }

  private func runSteps(
    _ served: any ServedConversation, _ conversation: any AdapterConversation, _ hierarchies: [Hierarchy],
    _ dating: RunClock.Dating, since start: ContinuousClock.Instant
  ) async throws -> ([StepResult], [StepMaterial]) {
    var (steps, material): ([StepResult], [StepMaterial]) = ([], [])
    for (index, step) in scenario.steps.enumerated() {
      try Task.checkCancellation()
      try await wait(for: step.delay, dating)
      let (result, bytes) = try await perform(
        index, step, hierarchies[index], dating.moment, since: start, served, conversation)
      let judged = inTime(index, dating, result)
      steps.append(judged)
      if let bytes { material.append(bytes) }
      guard CaseJudge.continues(after: judged.judgement.verdict) else { break }
    }
    return (steps, material)
  }

  var opening: ConversationOpening {
    ConversationOpening(
      engine: axes.engine, domain: scenario.world.domain,
      needsProxy: adapter.description.usesProxy || scenario.steps.contains { $0.world.server[Proxy.self] != nil },
      clientIsHere: adapter.description.door == .inProcess, connections: adapter.description.connections)
  }

  private var waitsForDate: Bool { scenario.steps.contains(where: \.delay.isForDate) }

  private func wait(for delay: StepDelay, _ dating: RunClock.Dating) async throws {
    let duration: Duration
    switch delay {
    case .atOnce: return
    case .seconds(let seconds): duration = .seconds(seconds)
    case .end(_, let seconds): duration = dating.time(until: Int64(seconds + StepDelay.margin))
    }
    runner.sink.record(
      .caseWaits(
        adapter: adapter.description.name, caseID: label, isControl: occasion != .rogue,
        seconds: duration.roundedToSeconds, for: delay))
    if isAlone || runner.configuration.waitsInTurn { return try await Task.sleep(for: duration, clock: .continuous) }
    try await queue.paused { try await Task.sleep(for: duration, clock: .continuous) }
  }

  /// The step, if no date came meanwhile that makes it worth nothing.
  private func inTime(_ index: Int, _ dating: RunClock.Dating, _ judged: StepResult) -> StepResult {
    let rule = DateRule(
      scenario, policy: axes.policy, moment: dating.moment,
      isClockFixed: runner.configuration.validatorTime != nil || needs.contains(.clock))
    guard let why = rule.objection(to: judged.judgement.verdict, step: index, time: dating.time(until:)) else {
      return judged
    }
    var void = judged
    void.judgement = Judgement(.inconclusive, why)
    void.dependsOnControl = false
    return void
  }

  private func perform(
    _ index: Int, _ step: Scenario.Step, _ hierarchy: Hierarchy, _ dated: Timestamp,
    since start: ContinuousClock.Instant, _ served: any ServedConversation, _ conversation: any AdapterConversation
  ) async throws -> (StepResult, StepMaterial?) {
    let clock = ContinuousClock()
    let policyName = step.policy ?? axes.policy
    guard let expectation = step.expectations[axes.policy], let recipe = step.world.policy(policyName) else {
      throw HarnessFailure(.internal, "no expectation or policy '\(policyName)' in '\(scenario.id)'")
    }
    let composer = AttemptComposer(
      world: step.world, hierarchy: hierarchy, axes: axes, clock: dated,
      time: runner.configuration.validatorTime ?? (needs.contains(.clock) ? dated : nil),
      firstUse: scenario.firstUse(at: step), ownPolicy: step.policy, ownHost: step.host)
    let (id, nonce) = (RandomToken.id(), RandomToken.nonce())
    let plan = try composer.served(path: "/\(id)", attempt: id, nonce: nonce, token: token)
    let attempt = try composer.attempt(
      id: id, conversation: opaqueName, step: index + 1, needs: needs, reuse: step.reuse, learn: step.learn,
      deadlineMilliseconds: runner.configuration.timeoutMilliseconds + adapter.description.startupMilliseconds,
      address: served.address, port: served.port, proxy: served.proxy)
    try served.begin(plan)
    let asked = clock.now
    let (report, companion) = try await perform(attempt, beside: step, dated, served, conversation)
    let answered = clock.now
    let observation = try await served.end(graceMilliseconds: runner.configuration.graceMilliseconds)
    let settled = clock.now
    // An interrupt kills children, whose output then is no statement.
    try Task.checkCancellation()
    let evidence = AttemptEvidence(
      expectation: expectation, needs: needs, outcome: report.outcome, observation: observation, nonce: nonce,
      fault: Fault(of: scenario, step: index, policy: recipe), flights: plan.flights,
      certificates: hierarchy.certificates(for: expectation),
      judgesReasons: adapter.description.capabilities.contains(.reason),
      control: step.mutation == nil ? .notNeeded : control,
      controlJudgement: step.mutation == nil ? nil : controlJudgement, host: composer.host,
      connections: adapter.description.connections, attempt: id, renegotiation: plan.renegotiation?.certificates,
      proxyFlight: plan[Proxy.Presentation.self]?.certificates,
      forbidsFetching: recipe.revocation?.allowsNetwork == false)
    var result = judged(evidence, of: index, step, report, hierarchy).beside(companion)
    result.healthyChain = try healthyChain(index, dated, beside: result.judgement.verdict)
    runner.sink.spend([
      .waiting(adapter: adapter.description.name): answered - asked, .settling: settled - answered,
      .judging: clock.now - settled,
    ])
    guard runner.artifacts != nil else { return (result, nil) }
    let material = StepMaterial(
      attempt: attempt, served: plan, world: step.world, hierarchy: hierarchy,
      beganAt: (asked - start).microseconds, clock: dated, captured: served.captured)
    return (result, material)
  }

  /// What the server would send in this step if nothing were wrong with it: of the same keys, so that the fault is all that
  /// differs. Nil where nobody looks: beside a pass, and in a step without a fault.
  private func healthyChain(_ index: Int, _ dated: Timestamp, beside verdict: Verdict) throws -> [[UInt8]]? {
    guard scenario.steps[index].mutation != nil, !verdict.isRight || verdict == .deviation else { return nil }
    let steps = scenario.control.steps
    guard steps.indices.contains(index) else { return nil }
    let world = steps[index].world
    let host = world.fullName(of: steps[index].host ?? world.host)
    let names = world.server(at: .host(HostName.plain(host))).present
    let hierarchy = try runner.minter.hierarchy(world, mintRequest(at: dated))
    return try MintedWorld(world, hierarchy).certificates(names)
  }

  private func judged(
    _ evidence: AttemptEvidence, of index: Int, _ step: Scenario.Step, _ report: AdapterReport, _ hierarchy: Hierarchy
  ) -> StepResult {
    let (judgement, facts) = StepJudge.judge(evidence)
    let (expectation, observation) = (evidence.expectation, evidence.observation)
    var result = StepResult(
      step: index + 1, mutation: step.mutation?.description, expected: expectation.summary, report: report,
      observation: observation, judgement: judgement, exercised: facts.exercised,
      clientChain: observation.connections.last { $0.clientCertificates != nil }?.clientCertificates.map { list in
        ClientChainEvidence(list, right: expectation.answers.compactMap(\.clientChain), in: hierarchy)
      })
    result.dependsOnControl = StepJudge.dependsOnControl(facts)
    return result
  }

  private func mint(at dated: Timestamp) throws(HarnessFailure) -> [Hierarchy] {
    var hierarchies: [Hierarchy] = []
    for step in scenario.steps { hierarchies.append(try runner.minter.hierarchy(step.world, mintRequest(at: dated))) }
    return hierarchies
  }

  func mintRequest(at dated: Timestamp) -> MintRequest {
    MintRequest(
      salt: salt, keyType: axes.key, clock: dated, responderBase: token.map { "\(runner.responderBase)/\($0)" })
  }

  /// Unique in the run, and the same in every run.
  var name: String {
    "\(adapter.description.name) \(scenario.id)[\(axes)] \(occasion.rawValue)"
      + String(repeating: " again", count: earlierTimes)
  }

  /// Rogue and control share keys if the client remembers nothing: only clients that keep a process, or that cache by
  /// responder URL, need separate hierarchies.
  private var salt: String {
    adapter.description.door == .session || scenario.world.embedsURLs ? name : scenario.world.id
  }

  /// The first path component of this conversation's responder URLs; nil where no certificate carries one.
  private var token: String? {
    scenario.world.embedsURLs ? StableHash.hexadecimal(runner.configuration.header.seed + " " + name) : nil
  }

  private func failed(_ message: String) -> StepResult { judged(Judgement(.harnessError, message)) }

  private func judged(_ judgement: Judgement) -> StepResult {
    StepResult(
      step: 1, mutation: nil, expected: "", report: nil, observation: Observation(), judgement: judgement,
      exercised: false)
  }
}

extension Hierarchy {
  /// DER by name, where the client's certificates are judged: most attempts need few of a world's.
  fileprivate func certificates(for expectation: Expectation) -> [String: [UInt8]] {
    expectation.answers.contains { $0.clientChain != nil } ? certificates.mapValues(\.der) : [:]
  }
}

extension ServedAttempt {
  /// What the server means to present, by place.
  var flights: [ServerPlace: PlannedFlight] {
    places.mapValues(\.presentation).merging([.usual: presentation]) { $1 }.mapValues { PlannedFlight($0) }
  }
}
