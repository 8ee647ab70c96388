internal import RogueModel
internal import RoguePlatform

/// The differences between the doors that start one process for each attempt.
protocol ChildDoor: Sendable {
  /// Writes what the program needs and says how it is started.
  func launch(_ files: AttemptFiles) throws(HarnessFailure) -> ChildLaunch
  /// The meaning of the program's own exit with that status.
  func outcome(of attempt: Attempt, exitStatus: Int32, _ result: ChildResult) -> AdapterOutcome
  /// Milliseconds between the attempt's deadline, which the program knows, and the moment at which the runner ends it.
  var graceMilliseconds: Int { get }
  /// Whether a program that is handed a server's certificates shows that it has read them, where it accepts.
  var wantsReceipts: Bool { get }
}

extension Attempt.Endpoint {
  /// The ports to which a client of the attempt must connect: the program of one attempt must not use another's port.
  var ports: Set<UInt16> {
    let ofProxy = proxy.flatMap { $0.split(separator: ":").last }.flatMap { UInt16($0) }
    return Set([port, ofProxy].compactMap(\.self))
  }
}

enum ChildLaunch {
  /// - Parameter shown: the command line for people.
  case start(ChildCommand, shown: String)
  /// The attempt cannot be made; nothing is started.
  case decline(AdapterOutcome)
}

/// An adapter with one process for each attempt.
struct ChildAdapter: Adapter {
  let description: AdapterDescription
  let door: any ChildDoor

  var conversationsAtOnce: Int? { description.connections.conversations(atMost: nil) }

  func withConversation<Result: Sendable>(
    _ id: String, _ body: @Sendable (any AdapterConversation) async throws -> Result
  ) async throws -> Result {
    try await ConversationFolder.forConversation { folder in
      try await body(ChildConversation(folder: folder, door: door))
    }
  }
}

/// A conversation whose attempts share a folder and nothing else.
struct ChildConversation: AdapterConversation {
  let folder: ConversationFolder
  let door: any ChildDoor

  func perform(_ attempt: Attempt) async throws(HarnessFailure) -> AdapterReport {
    let (folder, door) = (folder, door)
    let report = await onOwnThread { cancellation in
      Result { () throws(HarnessFailure) in
        try Self.perform(attempt, in: folder, through: door, cancellation)
      }
    }
    return try report.get()
  }

  private static func perform(
    _ attempt: Attempt, in folder: ConversationFolder, through door: any ChildDoor, _ cancellation: Cancellation
  ) throws(HarnessFailure) -> AdapterReport {
    let files = try AttemptFiles(attempt, in: folder)
    switch try door.launch(files) {
    case .decline(let outcome): return AdapterReport(outcome: outcome, milliseconds: 0)
    case .start(let command, let shown):
      let result = command.runBlocking(cancellation)
      let outcome: AdapterOutcome
      switch result.ending {
      case .exited(let status): outcome = door.outcome(of: attempt, exitStatus: status, result)
      case .interrupted: throw HarnessFailure(.internal, "interrupted while the adapter was running")
      case .notStarted(let error) where error.isShortage:
        throw HarnessFailure(.internal, "no room for the adapter's process", underlying: error.description)
      case .signalled(let signal) where AdapterFault.isOfSystem(signal): throw AdapterFault.killed
      default: outcome = .broken(AdapterFault(result, deadlineMilliseconds: command.deadlineMilliseconds))
      }
      return AdapterReport(
        outcome: outcome, milliseconds: result.milliseconds,
        standardOutput: String(decoding: result.standardOutput, as: UTF8.self),
        standardError: String(decoding: result.standardError, as: UTF8.self), command: shown)
    }
  }
}
