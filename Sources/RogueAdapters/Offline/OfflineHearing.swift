internal import RogueModel
internal import RoguePlatform

/// One question to a program that connects to nobody, and its answer.
struct OfflineHearing {
  var outcome: AdapterOutcome
  var standardOutput: [UInt8] = []
  var standardError: [UInt8] = []
  /// The command line for people.
  var command: String?

  /// Blocks until the program has answered.
  ///
  /// - Parameter flight: Nil: there is none, because the program is to say that it cannot.
  init(
    _ door: any ChildDoor, _ attempt: Attempt, _ flight: ServerFlight?, in folder: ConversationFolder,
    _ cancellation: Cancellation
  ) throws(HarnessFailure) {
    switch try door.launch(try AttemptFiles(attempt, served: flight, in: folder)) {
    case .decline(let outcome): self.outcome = outcome
    case .start(let command, let shown):
      let result = command.runBlocking(cancellation)
      switch result.ending {
      case .exited(let status): outcome = door.outcome(of: attempt, exitStatus: status, result)
      case .interrupted: throw HarnessFailure(.internal, "interrupted while the adapter was running")
      case .notStarted(let error) where error.isShortage:
        throw HarnessFailure(.internal, "no room for the adapter's process", underlying: error.description)
      default: outcome = .broken(AdapterFault(result, deadlineMilliseconds: command.deadlineMilliseconds))
      }
      standardOutput = result.standardOutput
      standardError = result.standardError
      self.command = shown
      if let flight, door.wantsReceipts { checkReceipt(flight.receipt(attempt: attempt.id), result) }
    }
  }

  /// A program that accepts has to show that it has read what it accepts.
  private mutating func checkReceipt(_ receipt: String, _ result: ChildResult) {
    guard case .statement(let statement) = outcome, statement.said != .cancel else { return }
    guard statement.said == .accept, statement.nonce?.lowercased() == receipt else {
      outcome = AdapterFault.garbled(
        "it accepts with another receipt than that of the certificates that it was handed", result)
      return
    }
  }
}
