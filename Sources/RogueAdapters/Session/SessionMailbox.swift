internal import RogueModel
internal import RoguePlatform
internal import Synchronization

/// Messages from other threads to the thread of a session.
final class SessionMailbox: Sendable {
  enum Letter: Sendable {
    case ask(SessionJob, @Sendable (SessionReply) -> Void)
    case withdraw(id: String)
    case close
  }

  private let letters = Mutex<[Letter]>([])
  let bell: WakePipe

  init() throws(SystemError) { bell = try WakePipe() }

  func post(_ letter: Letter) {
    letters.withLock { $0.append(letter) }
    bell.ring()
  }

  func take() -> [Letter] {
    letters.withLock { letters in
      defer { letters = [] }
      return letters
    }
  }
}

/// The answer to a job, with what was observed.
struct SessionReply: Sendable {
  var answer: SessionOutcome
  /// From the moment it was sent.
  var milliseconds: Int
  /// The last of what the program wrote there meanwhile.
  var standardError: String
  /// The program's description of itself, if it was opened.
  var ready: ReadyObject?
}
