import RogueModel
import RogueStimuli
import RogueVerdicts
import Synchronization

// Two attempts at once, of different policies: what a client keeps in one place for both is that of the later one when the
// earlier one goes on.
extension ConversationRun {
  /// How long the ClientHello takes after the connection, in milliseconds.
  private static let settling = 50

  /// Performs the attempt. If the step has another one beside it, the server answers only after that is over.
  ///
  /// - Returns: also the judgement of the other attempt, at a healthy server.
  func perform(
    _ attempt: Attempt, beside step: Scenario.Step, _ dated: Timestamp, _ served: any ServedConversation,
    _ conversation: any AdapterConversation
  ) async throws -> (AdapterReport, companion: Judgement?) {
    guard let policy = step.beside else { return (try await conversation.perform(attempt), nil) }
    served.hold()
    defer { served.release() }
    let first = Course()
    async let report = first.perform(attempt, conversation)
    // A program may have to start first; the attempt has its own deadline.
    while !served.isAwaited, !first.isOver { try await Task.sleep(for: .milliseconds(2), clock: .continuous) }
    guard served.isAwaited else {
      return (try await report, Judgement(.inconclusive, "the first client did not connect"))
    }
    try await Task.sleep(for: .milliseconds(Self.settling), clock: .continuous)
    let companion = try await accompany(attempt, under: policy, step, dated)
    served.release()
    return (try await report, companion)
  }

  /// An attempt that is under way.
  private final class Course: Sendable {
    private let over = Atomic<Bool>(false)
    var isOver: Bool { over.load(ordering: .acquiring) }

    func perform(
      _ attempt: Attempt, _ conversation: any AdapterConversation
    ) async throws(HarnessFailure) -> AdapterReport {
      defer { over.store(true, ordering: .releasing) }
      return try await conversation.perform(attempt)
    }
  }

  /// Makes the other attempt, in a conversation of its own.
  private func accompany(
    _ first: Attempt, under policy: String, _ step: Scenario.Step, _ dated: Timestamp
  ) async throws -> Judgement {
    let world = scenario.world
    guard let recipe = world.policy(policy) else {
      throw HarnessFailure(.internal, "world '\(world.id)' has no policy '\(policy)'")
    }
    let hierarchy = try runner.minter.hierarchy(world, mintRequest(at: dated))
    let composer = AttemptComposer(
      world: world, hierarchy: hierarchy, axes: axes, clock: dated,
      time: runner.configuration.validatorTime ?? (needs.contains(.clock) ? dated : nil), ownPolicy: policy,
      ownHost: step.host)
    let (id, nonce) = (RandomToken.id(), RandomToken.nonce())
    let plan = try composer.served(path: "/\(id)", attempt: id, nonce: nonce, token: nil)
    let (outcome, observation) = try await runner.servers.withConversation(opening) { served in
      try await adapter.withConversation(name + " beside") { conversation in
        let attempt = try composer.attempt(
          id: id, conversation: RandomToken.id(), needs: needs,
          deadlineMilliseconds: first.deadlineMilliseconds / 2,
          address: served.address, port: served.port, proxy: served.proxy)
        try served.begin(plan)
        let report = try await conversation.perform(attempt)
        return (report.outcome, try await served.end(graceMilliseconds: runner.configuration.graceMilliseconds))
      }
    }
    let evidence = AttemptEvidence(
      expectation: .accept, needs: needs, outcome: outcome, observation: observation, nonce: nonce,
      fault: Fault(mutation: nil, world: world, policy: recipe), flights: plan.flights,
      certificates: [:],
      judgesReasons: adapter.description.capabilities.contains(.reason), control: .notNeeded, controlJudgement: nil,
      host: composer.host, connections: adapter.description.connections,
      attempt: id, renegotiation: plan.renegotiation?.certificates,
      proxyFlight: plan[Proxy.Presentation.self]?.certificates,
      forbidsFetching: recipe.revocation?.allowsNetwork == false)
    return StepJudge.judge(evidence).judgement
  }
}

extension StepResult {
  /// A pass proves nothing if the attempt beside it was not accepted; a failure is one all the same.
  func beside(_ companion: Judgement?) -> StepResult {
    guard let companion, companion.verdict != .pass, judgement.verdict.isRight else { return self }
    var void = self
    void.judgement = Judgement(
      .inconclusive, "the attempt beside it was not accepted: \(companion.verdict.rawValue): \(companion.explanation)")
    void.dependsOnControl = false
    return void
  }
}
