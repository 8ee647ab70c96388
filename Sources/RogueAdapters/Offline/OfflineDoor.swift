internal import RogueModel
internal import RoguePlatform

/// Asks a program without TLS about what a server sent.
protocol OfflineDoor: Sendable {
  /// Blocks until the program has answered.
  ///
  /// - Parameter flight: nil: there is none, because the program is to answer that it lacks a capability.
  func evaluate(
    _ attempt: Attempt, _ flight: ServerFlight?, in folder: ConversationFolder, _ cancellation: Cancellation
  ) throws(HarnessFailure) -> OfflineQuestion
}

/// One process for each question.
struct OfflineChildDoor: OfflineDoor {
  let door: any ChildDoor

  func evaluate(
    _ attempt: Attempt, _ flight: ServerFlight?, in folder: ConversationFolder, _ cancellation: Cancellation
  ) throws(HarnessFailure) -> OfflineQuestion {
    switch try door.launch(try AttemptFiles(attempt, served: flight, in: folder)) {
    case .decline(let outcome): return OfflineQuestion(outcome: outcome)
    case .start(let command, let shown):
      let result = command.runBlocking(cancellation)
      var question: OfflineQuestion
      switch result.ending {
      case .exited(let status):
        question = OfflineQuestion(outcome: door.outcome(of: attempt, exitStatus: status, result))
      case .interrupted: throw HarnessFailure(.internal, "interrupted while the adapter was running")
      case .notStarted(let error) where error.isShortage:
        throw HarnessFailure(.internal, "no room for the adapter's process", underlying: error.description)
      case .signalled(let signal) where AdapterFault.isOfSystem(signal): throw AdapterFault.killed
      default:
        question = OfflineQuestion(
          outcome: .broken(AdapterFault(result, deadlineMilliseconds: command.deadlineMilliseconds)))
      }
      question.standardOutput = String(decoding: result.standardOutput, as: UTF8.self)
      question.standardError = String(decoding: result.standardError, as: UTF8.self)
      question.command = shown
      if let flight, door.wantsReceipts {
        question.checkReceipt(flight.receipt(attempt: attempt.id)) { AdapterFault.garbled($0, result) }
      }
      return question
    }
  }
}

/// One process for all questions.
struct OfflineSessionDoor: OfflineDoor {
  let session: Session

  func evaluate(
    _ attempt: Attempt, _ flight: ServerFlight?, in folder: ConversationFolder, _ cancellation: Cancellation
  ) throws(HarnessFailure) -> OfflineQuestion {
    let line = try AttemptFiles(attempt, served: flight, in: folder).json().line
    let reply = try session.runBlocking(
      SessionJob(
        id: attempt.id, line: line,
        limitMilliseconds: attempt.deadlineMilliseconds + session.program.graceMilliseconds), cancellation)
    let (outcome, said): (AdapterOutcome, String)
    switch reply.answer {
    case .outcome(let given, let line): (outcome, said) = (given, line)
    case .interrupted: throw HarnessFailure(.internal, "interrupted while the adapter ran")
    case .shortage(let why): throw HarnessFailure(.internal, why)
    }
    var question = OfflineQuestion(
      outcome: outcome, standardOutput: said.isEmpty ? "" : said + "\n", standardError: reply.standardError,
      command: session.program.shown(line))
    if let flight {
      question.checkReceipt(flight.receipt(attempt: attempt.id)) { .broken(AdapterFault(.garbled, $0)) }
    }
    return question
  }
}
