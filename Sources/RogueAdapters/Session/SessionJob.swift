internal import RogueModel

/// One attempt on its way through a session.
struct SessionJob: Sendable {
  /// The attempt's id.
  var id: String
  /// The attempt as one line of JSON, without the line's end.
  var line: String
  /// Milliseconds from being sent until the process is ended for not answering, grace included.
  var limitMilliseconds: Int
  /// Sent once before, to a process that left without an answer or died with several attempts in flight: goes alone.
  var isAlone = false
  /// Times that it was sent.
  var sent = 0
}

/// The result of a job.
enum SessionOutcome: Sendable, Hashable {
  /// - Parameter line: the program's answer, if any.
  case outcome(AdapterOutcome, line: String)
  /// The session ends, or the caller no longer waits.
  case interrupted
  /// The system has no room for the process, or killed it: our trouble, and that of this attempt only.
  case shortage(String)
}

/// The actions of the state machine, in order.
enum SessionAction: Sendable, Hashable {
  case start
  /// One line; the end is added.
  case send(String)
  /// Ends the process; politely: says `bye`, closes its input and gives it a moment.
  case end(politely: Bool)
  case answer(id: String, SessionOutcome)
}

/// The events for the state machine.
enum SessionInput: Sendable {
  case submit(SessionJob)
  /// The caller no longer waits for that attempt.
  case withdraw(id: String)
  /// A whole line of standard output.
  case line([UInt8])
  /// It exceeded its output limit, which the sentence names.
  case flood(String)
  /// It is gone, by itself; its exit status, or the sentence that says how else it ended.
  case exited(status: Int32)
  case died(String)
  /// It was killed from outside, which is not its fault.
  case killed(String)
  case notStarted(String)
  /// No process could be started, because the system has no room for it.
  case shortage(String)
  /// Time went on.
  case clock
  /// No more attempts will come.
  case close
}
