internal import RogueModel
internal import RogueOpenSSL
internal import RoguePlatform
internal import Synchronization

/// The attempts of one conversation; keeps the session that a later step may resume.
final class InProcessConversation: AdapterConversation {
  /// A session, and what the server had presented when it began: a resumed server presents nothing.
  struct Remembered: Sendable {
    var session: TLSSession
    var flight: ServerFlight
  }

  private let validator: any ChainValidator
  private let capabilities: Set<Capability>
  private let remembered = Mutex<Remembered?>(nil)

  init(validator: any ChainValidator, capabilities: Set<Capability>) {
    self.validator = validator
    self.capabilities = capabilities
  }

  func perform(_ attempt: Attempt) async throws(HarnessFailure) -> AdapterReport {
    let begun = MonotonicInstant.now
    let outcome: AdapterOutcome
    if let missing = attempt.needs.first(where: { !capabilities.contains($0) }) {
      outcome = .unsupported(capability: missing.rawValue, why: nil)
    } else {
      outcome = try await connect(attempt).get()
    }
    return AdapterReport(
      outcome: outcome, milliseconds: MonotonicInstant.now.microseconds(since: begun) / 1000)
  }

  private func connect(_ attempt: Attempt) async -> Result<AdapterOutcome, HarnessFailure> {
    let resumed = attempt.reuse == .none ? nil : remembered.withLock { $0 }
    let validator = validator
    let (outcome, session) = await BlockingThreads.shared.run {
      var connection = ClientAttempt(attempt, validator: validator, resuming: resumed)
      return (connection.outcome(), connection.remembered)
    }
    if let session { remembered.withLock { $0 = session } }
    return outcome
  }
}
