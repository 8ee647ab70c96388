import RogueModel
import RogueVerdicts

/// One conversation: a scenario's steps, asked of one adapter on one port.
struct ConversationRun: Sendable {
  /// Why the conversation is held; keeps its hierarchies and folders apart from others.
  enum Occasion: String, Sendable {
    case rogue, first, last
  }

  var runner: Runner
  var adapter: any Adapter
  var scenario: Scenario
  var axes: AxisValues
  var needs: [Capability]
  var occasion: Occasion
  var control: Facts.Control
  /// How the control ended, where there is one and it was run.
  var controlJudgement: Judgement?
  /// What the adapter is told this conversation is: a validator that knew the scenario, or whether this is the control,
  /// could answer without looking.
  private(set) var opaqueName = Fresh.id()
  /// It was held before: what an adapter may have kept of that, by host or URL, is nothing to it.
  private var isAgain = false

  init(
    runner: Runner, adapter: any Adapter, scenario: Scenario, axes: AxisValues, needs: [Capability], occasion: Occasion,
    control: Facts.Control, controlJudgement: Judgement? = nil
  ) {
    self.runner = runner
    self.adapter = adapter
    self.scenario = scenario
    self.axes = axes
    self.needs = needs
    self.occasion = occasion
    self.control = control
    self.controlJudgement = controlJudgement
  }

  /// The same conversation, with nothing that an adapter could know from before.
  func again() -> ConversationRun {
    var again = self
    again.opaqueName = Fresh.id()
    again.isAgain = true
    return again
  }

  /// What a conversation leaves behind.
  struct Outcome: Sendable {
    var steps: [Judged]
    var hierarchies: [Hierarchy]
    var milliseconds: Int

    var judgement: Judgement { CaseJudge.combine(steps.map(\.result.judgement)) }

    /// It ended because the adapter did not answer in time.
    var missedDeadline: Bool { steps.last?.result.missedDeadline ?? false }
  }

  /// A step with the sighting it was judged from, so that it can be judged again when its control fails later.
  struct Judged: Sendable {
    var result: StepResult
    var evidence: AttemptEvidence?
  }

  /// Never throws: what the harness could not do is a `harness-error` of the case.
  func run() async -> Outcome {
    let clock = ContinuousClock()
    let start = clock.now
    var steps: [Judged] = []
    var hierarchies: [Hierarchy] = []
    do {
      hierarchies = try mint()
      let minted = hierarchies
      runner.sink.spend([.minting: clock.now - start])
      let opening = ConversationOpening(
        engine: axes.engine, domain: scenario.world.domain,
        needsProxy: adapter.description.usesProxy || scenario.steps.contains { $0.world.server.proxy != nil },
        clientIsHere: adapter.description.door == .inProcess)
      steps = try await runner.servers.withConversation(opening) { served in
        try await adapter.withConversation(name) { conversation in
          try await hold(served, conversation, minted)
        }
      }
    } catch let failure as HarnessFailure {
      steps.append(failed(failure.description))
    } catch is CancellationError {
      steps.append(judged(Judgement(.notRun, "interrupted")))
    } catch {
      steps.append(failed("\(error)"))
    }
    return Outcome(steps: steps, hierarchies: hierarchies, milliseconds: (clock.now - start).milliseconds)
  }

  private func hold(
    _ served: any ServedConversation, _ conversation: any AdapterConversation, _ hierarchies: [Hierarchy]
  ) async throws -> [Judged] {
    var steps: [Judged] = []
    for (index, step) in scenario.steps.enumerated() {
      try Task.checkCancellation()
      if step.after > 0 { try await Task.sleep(for: .seconds(step.after)) }
      let judged = try await perform(index, step, hierarchies[index], served, conversation)
      steps.append(judged)
      guard CaseJudge.continues(after: judged.result.judgement.verdict) else { break }
    }
    return steps
  }

  private func perform(
    _ index: Int, _ step: Scenario.Step, _ hierarchy: Hierarchy, _ served: any ServedConversation,
    _ conversation: any AdapterConversation
  ) async throws -> Judged {
    let clock = ContinuousClock()
    let header = runner.configuration.header
    let policyName = step.policy ?? axes.policy
    guard let expectation = step.expectations[axes.policy], let recipe = step.world.policy(policyName) else {
      throw HarnessFailure(.internal, "no expectation or policy '\(policyName)' in '\(scenario.id)'")
    }
    let composer = AttemptComposer(
      world: step.world, hierarchy: hierarchy, axes: axes, clock: header.clock,
      time: runner.configuration.validatorTime ?? (needs.contains(.clock) ? header.clock : nil),
      firstUse: scenario.firstUse(at: step), ownPolicy: step.policy, ownHost: step.host)
    let id = Fresh.id()
    let nonce = Fresh.nonce()
    let plan = try composer.served(path: "/\(id)", attempt: id, nonce: nonce, token: token)
    let attempt = Attempt(
      id: id, conversation: opaqueName, step: index + 1, needs: needs, reuse: step.reuse, learn: step.learn,
      deadlineMilliseconds: runner.configuration.timeoutMilliseconds + adapter.description.startupMilliseconds,
      connect: Attempt.Endpoint(
        host: composer.host, address: served.address, port: served.port, path: "/\(id)", proxy: served.proxy,
        proxyHost: composer.proxyHost, startTLS: step.world.server.startTLS?.speaks),
      alpn: step.world.server.alpn, policy: try composer.policy())
    try served.begin(plan)
    let asked = clock.now
    let report = try await conversation.perform(attempt)
    let answered = clock.now
    let observation = try await served.end(graceMilliseconds: runner.configuration.graceMilliseconds)
    let settled = clock.now
    // An interrupt kills children; what they said then is no statement.
    try Task.checkCancellation()
    var flights = plan.places.mapValues { PlannedFlight($0.presentation) }
    flights[.usual] = PlannedFlight(plan.presentation)
    var fault = Fault(mutation: step.mutation, world: step.world, policy: recipe)
    // Who takes up a session that was begun under other rules has been shown, in that session, what these rules refuse.
    if step.reuse != .none, scenario.asksOtherwise(in: index) { fault.countsResumption = true }
    // In a first attempt nobody but the proxy can have begun a session that its server takes up.
    if step.reuse == .none, composer.proxyHost != nil, step.world.server.resumption.isOffered {
      fault.countsResumption = true
    }
    let evidence = AttemptEvidence(
      expectation: expectation, needs: needs, outcome: report.outcome, observation: observation, nonce: nonce,
      host: composer.host,
      fault: fault, flights: flights,
      renegotiation: plan.renegotiation?.certificates, proxyFlight: plan.proxy?.presentation?.certificates,
      certificates: hierarchy.certificates.mapValues(\.der),
      judgesReasons: adapter.description.capabilities.contains(.reason),
      forbidsFetching: recipe.revocation?.allowsNetwork == false,
      control: step.mutation == nil ? .notNeeded : control,
      controlJudgement: step.mutation == nil ? nil : controlJudgement)
    let (judgement, facts) = StepJudge.judge(evidence)
    runner.sink.spend([
      .waiting(adapter: adapter.description.name): answered - asked, .settling: settled - answered,
      .judging: clock.now - settled,
    ])
    return Judged(
      result: StepResult(
        step: index + 1, mutation: step.mutation?.description, expected: expectation.summary, report: report,
        observation: observation, judgement: judgement, exercised: facts.exercised,
        clientList: observation.connections.last { $0.clientCertificates != nil }?.clientCertificates.map { list in
          ClientChainEvidence(list, right: expectation.answers.compactMap(\.clientList), in: hierarchy)
        }),
      evidence: evidence)
  }

  private func mint() throws(HarnessFailure) -> [Hierarchy] {
    var hierarchies: [Hierarchy] = []
    for step in scenario.steps {
      let request = MintRequest(
        salt: salt, keyType: axes.key, clock: runner.configuration.header.clock,
        responderBase: token.map { "\(runner.responderBase)/\($0)" })
      hierarchies.append(try runner.minter.hierarchy(step.world, request))
    }
    return hierarchies
  }

  /// Unique in the run, and the same in every run.
  private var name: String {
    "\(adapter.description.name) \(scenario.id)[\(axes)] \(occasion.rawValue)" + (isAgain ? " again" : "")
  }

  /// Rogue and control share keys wherever nobody remembers: only clients that keep a process, or that cache by
  /// responder URL, need hierarchies of their own.
  private var salt: String {
    adapter.description.door == .session || scenario.world.embedsURLs ? name : scenario.world.id
  }

  /// The first path component of this conversation's responder URLs; nil where no certificate carries one.
  private var token: String? {
    scenario.world.embedsURLs ? StableHash.hexadecimal(runner.configuration.header.seed + " " + name) : nil
  }

  private func failed(_ message: String) -> Judged { judged(Judgement(.harnessError, message)) }

  private func judged(_ judgement: Judgement) -> Judged {
    Judged(
      result: StepResult(
        step: 1, mutation: nil, expected: "", report: nil, observation: Observation(), judgement: judgement,
        exercised: false),
      evidence: nil)
  }
}
