internal import RogueModel
internal import RoguePlatform
internal import Synchronization

/// The process of one session adapter, from the first attempt to the end of the run.
///
/// Nothing is started before it is needed: listing adapters costs no process.
final class Session: Sendable {
  private enum State {
    case idle
    case running(SessionMailbox, PlatformThread, ConversationFolder)
    case closed
  }

  let program: SessionProgram
  private let state = Mutex(State.idle)
  private let ready = Mutex<ReadyObject?>(nil)

  init(_ program: SessionProgram) { self.program = program }

  /// Asks for one attempt without blocking a thread.
  func ask(_ job: SessionJob) async throws(HarnessFailure) -> SessionReply {
    guard let mailbox = try mailbox() else {
      return SessionReply(answer: .interrupted, milliseconds: 0, standardError: "")
    }
    let reply = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        mailbox.post(.ask(job) { continuation.resume(returning: $0) })
        // A task that was cancelled before has posted its withdrawal already, in vain.
        if Task.isCancelled { mailbox.post(.withdraw(id: job.id)) }
      }
    } onCancel: {
      mailbox.post(.withdraw(id: job.id))
    }
    if let said = reply.ready { ready.withLock { $0 = said } }
    return reply
  }

  /// Asks for one attempt and blocks the calling thread, which must belong to the caller.
  func runBlocking(_ job: SessionJob, _ cancellation: Cancellation) throws(HarnessFailure) -> SessionReply {
    guard let mailbox = try mailbox() else {
      return SessionReply(answer: .interrupted, milliseconds: 0, standardError: "")
    }
    let bell: WakePipe
    do throws(SystemError) {
      bell = try WakePipe()
    } catch {
      throw HarnessFailure(.internal, "cannot make a pipe", underlying: error.description)
    }
    let answer = Answer()
    mailbox.post(
      .ask(job) {
        answer.reply.withLock { [reply = $0] in $0 = reply }
        bell.ring()
      })
    var isWithdrawn = false
    while true {
      if let reply = answer.reply.withLock({ $0 }) {
        if let said = reply.ready { ready.withLock { $0 = said } }
        return reply
      }
      if cancellation.isCancelled, !isWithdrawn {
        mailbox.post(.withdraw(id: job.id))
        isWithdrawn = true
      }
      bell.wait(milliseconds: 50)
    }
  }

  /// Where a blocked thread finds what it waits for.
  private final class Answer: Sendable {
    let reply = Mutex<SessionReply?>(nil)
  }

  /// The program's description of itself; nil until the first attempt.
  var introduction: AdapterIntroduction? { ready.withLock { $0 }.map(AdapterIntroduction.init) }

  /// Attempts that the program takes at once; 1 until it declares more.
  var maximumInFlight: Int { ready.withLock { $0?.maximumInFlight } ?? 1 }

  /// Says goodbye and waits until nothing of the process is left.
  func close() async {
    let before = state.withLock { state in
      defer { state = .closed }
      return state
    }
    guard case .running(let mailbox, let thread, let folder) = before else { return }
    mailbox.post(.close)
    await onOwnThread { _ in
      thread.join()
      folder.remove()
    }
  }

  /// Starts the thread at the first call; nil once the session is closed.
  private func mailbox() throws(HarnessFailure) -> SessionMailbox? {
    let result = state.withLock { state -> Result<SessionMailbox?, HarnessFailure> in
      switch state {
      case .closed: return .success(nil)
      case .running(let mailbox, _, _): return .success(mailbox)
      case .idle:
        return Result { () throws(HarnessFailure) in
          let (mailbox, thread, folder) = try self.open()
          state = .running(mailbox, thread, folder)
          return mailbox
        }
      }
    }
    return try result.get()
  }

  private func open() throws(HarnessFailure) -> (SessionMailbox, PlatformThread, ConversationFolder) {
    let folder = try ConversationFolder.make()
    do {
      let probe = try SessionProbe { attempt throws(HarnessFailure) in
        try AttemptFiles(attempt, in: folder).json().line
      }
      let mailbox = try SessionMailbox()
      let program = program
      let thread = try PlatformThread {
        SessionThread(program, probe: probe, in: folder, mailbox: mailbox).run()
      }
      return (mailbox, thread, folder)
    } catch {
      folder.remove()
      throw HarnessFailure(.files, "cannot start the session", underlying: "\(error)")
    }
  }
}
