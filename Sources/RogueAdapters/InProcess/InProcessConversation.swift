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
    if let missing = attempt.needs.first(where: { !capabilities.contains($0) }) {
      return AdapterReport(outcome: .unsupported(capability: missing.rawValue, why: nil), milliseconds: 0)
    }
    let resumed = attempt.reuse == .none ? nil : remembered.withLock { $0 }
    let validator = validator
    let (outcome, session, milliseconds) = await BlockingThreads.shared.run {
      // Counted from here: waiting for a thread is not the validator's time.
      let begun = MonotonicInstant.now
      var connection = ClientAttempt(attempt, validator: validator, resuming: resumed)
      let outcome = connection.outcome()
      return (outcome, connection.remembered, MonotonicInstant.now.microseconds(since: begun) / 1000)
    }
    if let session { remembered.withLock { $0 = session } }
    return AdapterReport(outcome: try outcome.get(), milliseconds: milliseconds)
  }
}
