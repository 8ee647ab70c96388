internal import RogueModel
internal import RoguePlatform

/// An adapter whose attempts all go to one process.
struct SessionAdapter: SelfDescribing {
  let description: AdapterDescription
  let session: Session

  init(description: AdapterDescription, program: SessionProgram) {
    self.description = description
    session = Session(program)
  }

  func withConversation<Result: Sendable>(
    _ id: String, _ body: @Sendable (any AdapterConversation) async throws -> Result
  ) async throws -> Result {
    try await ConversationFolder.forConversation { folder in
      try await body(SessionConversation(folder: folder, session: session))
    }
  }

  /// One more than the program takes, so that the next attempt is written when it has answered.
  var conversationsAtOnce: Int? { description.connections.conversations(atMost: session.maximumInFlight + 1) }

  var introduction: AdapterIntroduction? { session.introduction }

  func close() async { await session.close() }
}

/// A conversation: it has its own folders and shares the process.
struct SessionConversation: AdapterConversation {
  let folder: ConversationFolder
  let session: Session

  func perform(_ attempt: Attempt) async throws(HarnessFailure) -> AdapterReport {
    let folder = folder
    let written = await onOwnThread { _ in
      Result { () throws(HarnessFailure) in try AttemptFiles(attempt, in: folder).json().line }
    }
    let line = try written.get()
    let reply = try await session.ask(
      SessionJob(
        id: attempt.id, line: line,
        limitMilliseconds: attempt.deadlineMilliseconds + session.program.graceMilliseconds))
    switch reply.answer {
    case .outcome(let outcome, let said):
      return AdapterReport(
        outcome: outcome, milliseconds: reply.milliseconds, standardOutput: said.isEmpty ? "" : said + "\n",
        standardError: reply.standardError, command: session.program.shown(line))
    case .interrupted: throw HarnessFailure(.internal, "interrupted while the adapter ran")
    case .shortage(let why): throw HarnessFailure(.internal, why)
    }
  }
}
