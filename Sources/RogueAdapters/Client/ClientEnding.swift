package import RogueModel

/// How a client's way ends before a reply.
package enum ClientEnding: Error, Hashable {
  case outcome(AdapterOutcome)
  case harness(HarnessFailure)

  static func failed(_ cause: AdapterOutcome.FailureCause, _ detail: String) -> ClientEnding {
    .outcome(.failed(cause: cause, detail: detail))
  }

  /// - Parameter said: in whose words; nil: a plain cancel.
  package static func cancelled(
    _ reason: Reason, _ phase: Phase, _ detail: String?, said: Statement.Said? = nil
  ) -> ClientEnding {
    .outcome(
      .statement(Statement(said: said ?? .cancel, reason: reason, phase: phase, endedBy: .client, detail: detail)))
  }

  static func `internal`(_ message: String, _ underlying: String? = nil) -> ClientEnding {
    .harness(HarnessFailure(.internal, message, underlying: underlying))
  }

  /// The client refused, rather than that something went wrong.
  var isRefusal: Bool { if case .outcome(.statement) = self { true } else { false } }
  /// Something went wrong at the server.
  var isByServer: Bool { if case .outcome(.failed(.server, _)) = self { true } else { false } }
  /// The connection broke, or could not be made.
  var isByNetwork: Bool { if case .outcome(.failed(.network, _)) = self { true } else { false } }

  var result: Result<AdapterOutcome, HarnessFailure> {
    switch self {
    case .outcome(let outcome): .success(outcome)
    case .harness(let failure): .failure(failure)
    }
  }
}
