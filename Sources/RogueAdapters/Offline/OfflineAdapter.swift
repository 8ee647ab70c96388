internal import RogueModel
internal import RoguePlatform

/// The offline door: the harness's client connects, a program without TLS decides about what the server sent, and the
/// client sends the request only if the program accepts.
///
/// There are still two witnesses: the server sees whether a request came, and its nonce shows that it was answered. If
/// the harness's client refuses by itself, that is not a statement of the program.
struct OfflineAdapter: SelfDescribing {
  /// The capabilities of the harness's client; the program declares the rest.
  static let brought: Set<Capability> = [.tls12, .tls13]

  let description: AdapterDescription
  let door: any OfflineDoor
  /// The process that answers all questions; nil where each has its own.
  var session: Session?

  init(description: AdapterDescription, door: any ChildDoor) {
    self.description = description
    self.door = OfflineChildDoor(door: door)
  }

  init(description: AdapterDescription, program: SessionProgram) {
    self.description = description
    let session = Session(program)
    self.session = session
    door = OfflineSessionDoor(session: session)
  }

  func withConversation<Result: Sendable>(
    _ id: String, _ body: @Sendable (any AdapterConversation) async throws -> Result
  ) async throws -> Result {
    try await ConversationFolder.forConversation { folder in
      try await body(OfflineConversation(folder: folder, door: door, capabilities: description.capabilities))
    }
  }

  /// As many connections as the program is of use for; one more, so that the next is made meanwhile.
  var conversationsAtOnce: Int? { session.map { $0.maximumInFlight + 1 } }

  var introduction: AdapterIntroduction? { session?.introduction }

  var brought: Set<Capability> { Self.brought }

  func close() async { await session?.close() }
}

struct OfflineConversation: AdapterConversation {
  let folder: ConversationFolder
  let door: any OfflineDoor
  let capabilities: Set<Capability>

  func perform(_ attempt: Attempt) async throws(HarnessFailure) -> AdapterReport {
    let (folder, door) = (folder, door)
    // No client connects for an attempt that the program declines.
    let isPossible = attempt.needs.allSatisfy(capabilities.contains)
    // The program need not know the capabilities of the harness's client.
    let asked = attempt.needing { !OfflineAdapter.brought.contains($0) }
    let report = await onOwnThread { cancellation in
      Result { () throws(HarnessFailure) in
        isPossible
          ? try Self.connect(asked, folder, door, cancellation) : try Self.ask(asked, nil, folder, door, cancellation)
      }
    }
    return try report.get()
  }

  func judge(_ flight: ServerFlight, for attempt: Attempt) async throws(HarnessFailure) -> AdapterReport? {
    let (folder, door) = (folder, door)
    if let missing = attempt.needs.first(where: { !capabilities.contains($0) }) {
      return AdapterReport(outcome: .unsupported(capability: missing.rawValue, why: nil), milliseconds: 0)
    }
    let report = await onOwnThread { cancellation in
      Result { () throws(HarnessFailure) in try Self.ask(attempt, flight, folder, door, cancellation) }
    }
    return try report.get()
  }

  /// - Parameter flight: nil: the program is to answer that it lacks a capability.
  private static func ask(
    _ attempt: Attempt, _ flight: ServerFlight?, _ folder: ConversationFolder, _ door: any OfflineDoor,
    _ cancellation: Cancellation
  ) throws(HarnessFailure) -> AdapterReport {
    let begun = MonotonicInstant.now
    let question = try door.evaluate(attempt, flight, in: folder, cancellation)
    return report(question.outcome, question, since: begun)
  }

  private static func connect(
    _ attempt: Attempt, _ folder: ConversationFolder, _ door: any OfflineDoor, _ cancellation: Cancellation
  ) throws(HarnessFailure) -> AdapterReport {
    let begun = MonotonicInstant.now
    let verifier = OfflineVerifier(door, attempt, in: folder, cancellation)
    // The program runs once, for one server.
    let single = attempt.needing { $0 != .redirects && $0 != .keepAlive }
    var client = ClientDriver(LibsslClient(), single) { _ in .verifier(verifier) }
    let ended = client.outcome()
    if let failure = verifier.failure { throw failure }
    return report(outcome(verifier, try ended.get()), verifier.question, since: begun)
  }

  /// The program's statement, or without one, the result of the connection.
  private static func outcome(_ verifier: OfflineVerifier, _ ended: AdapterOutcome) -> AdapterOutcome {
    switch (verifier.question?.outcome, ended) {
    // The nonce, or what came in its place.
    case (.statement(let said), _) where said.said == .accept: break
    // In the program's own words, its phase included.
    case (let said?, _): return said
    case (nil, _): break
    }
    if case .statement(let statement) = ended, statement.said == .cancel {
      return .failed(
        cause: .server, detail: "the harness's own client refused: \(statement.detail ?? "without a word")")
    }
    return ended
  }

  private static func report(
    _ outcome: AdapterOutcome, _ question: OfflineQuestion?, since begun: MonotonicInstant
  ) -> AdapterReport {
    AdapterReport(
      outcome: outcome, milliseconds: MonotonicInstant.now.microseconds(since: begun) / 1000,
      standardOutput: question?.standardOutput ?? "", standardError: question?.standardError ?? "",
      command: question?.command)
  }
}

extension Attempt {
  /// The same attempt with fewer needs.
  fileprivate func needing(_ isMeant: (Capability) -> Bool) -> Attempt {
    var copy = self
    copy.needs = needs.filter(isMeant)
    return copy
  }
}
