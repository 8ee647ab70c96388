internal import RogueModel
internal import RoguePlatform

/// The attempts of one conversation, and what each leaves to the next: a session that may be resumed, and a connection
/// that may be used again.
final class InProcessConversation: AdapterConversation {
  private let engine: any ClientEngine
  private let capabilities: Set<Capability>
  private let checks: Set<ConnectionCheck>
  private let summon: @Sendable (Attempt) -> ClientDriver.VerifierChoice
  private let memory = SingleOwnerBox<ClientMemory>()

  /// - Parameter checks: the client's checks around TLS.
  init(
    _ engine: any ClientEngine, capabilities: Set<Capability>, checks: Set<ConnectionCheck> = .all,
    summon: @escaping @Sendable (Attempt) -> ClientDriver.VerifierChoice
  ) {
    self.engine = engine
    self.capabilities = capabilities
    self.checks = checks
    self.summon = summon
  }

  func perform(_ attempt: Attempt) async throws(HarnessFailure) -> AdapterReport {
    if let missing = attempt.needs.first(where: { !capabilities.contains($0) }) {
      return AdapterReport(outcome: .unsupported(capability: missing.rawValue, why: nil), milliseconds: 0)
    }
    let (outcome, milliseconds) = await BlockingThreads.shared.run { [self] in
      // Counted from here: waiting for a thread is not the validator's time.
      let begun = MonotonicInstant.now
      var client = ClientDriver(engine, attempt, checks, after: memory.take() ?? ClientMemory(), summon: summon)
      let outcome = client.outcome()
      var left = client.memory
      if case .success(.statement(let statement)) = outcome, statement.said == .accept {
        left.hosts.insert(HostName.plain(attempt.connect.host))
        if attempt.policy.identity == nil { left.anonymousHosts.insert(HostName.plain(attempt.connect.host)) }
      }
      memory.put(left)
      return (outcome, MonotonicInstant.now.microseconds(since: begun) / 1000)
    }
    return AdapterReport(outcome: try outcome.get(), milliseconds: milliseconds)
  }
}
