internal import RogueModel
internal import RoguePlatform

/// The attempts of one conversation, and what each leaves to the next: a session that may be resumed, and a connection
/// that may be used again.
final class InProcessConversation: AdapterConversation {
  private let engine: any ClientEngine
  private let capabilities: Set<Capability>
  private let rules: Rulebook
  private let chooseVerifier: @Sendable (Attempt) -> ClientDriver.VerifierChoice
  private let memory = SingleOwnerBox<ClientMemory>()

  init(
    _ engine: any ClientEngine, capabilities: Set<Capability>, rules: Rulebook = Rulebook(),
    chooseVerifier: @escaping @Sendable (Attempt) -> ClientDriver.VerifierChoice
  ) {
    self.engine = engine
    self.capabilities = capabilities
    self.rules = rules
    self.chooseVerifier = chooseVerifier
  }

  func perform(_ attempt: Attempt) async throws(HarnessFailure) -> AdapterReport {
    if let missing = attempt.needs.first(where: { !capabilities.contains($0) }) {
      return AdapterReport(outcome: .unsupported(capability: missing.rawValue, why: nil), milliseconds: 0)
    }
    let (outcome, milliseconds) = await BlockingThreads.shared.run { [self] in
      // Counted from here: waiting for a thread is not the validator's time.
      let begun = MonotonicInstant.now
      var client = ClientDriver(
        engine, attempt, rules, after: memory.take() ?? ClientMemory(), chooseVerifier: chooseVerifier)
      let outcome = client.outcome()
      var left = client.memory
      if case .success(.statement(let statement)) = outcome, statement.said == .accept {
        left.visits.insert(ClientSituation.Visit(attempt))
      }
      memory.put(left)
      return (outcome, MonotonicInstant.now.microseconds(since: begun) / 1000)
    }
    return AdapterReport(outcome: try outcome.get(), milliseconds: milliseconds)
  }

  func judge(_ flight: ServerFlight, for attempt: Attempt) async throws(HarnessFailure) -> AdapterReport? {
    if let missing = attempt.needs.first(where: { !capabilities.contains($0) }) {
      return AdapterReport(outcome: .unsupported(capability: missing.rawValue, why: nil), milliseconds: 0)
    }
    guard case .verifier(let verifier) = chooseVerifier(attempt) else { return nil }
    let begun = MonotonicInstant.now
    let statement =
      switch verifier.judge(resumed: flight) {
      case .accept: Statement(said: .accept)
      case .cancel(let reason, let detail): Statement(said: .cancel, reason: reason, detail: detail)
      }
    return AdapterReport(
      outcome: verifier.fault.map { .broken($0) } ?? .statement(statement),
      milliseconds: MonotonicInstant.now.microseconds(since: begun) / 1000)
  }
}
