internal import RogueModel
internal import RoguePlatform

/// The I/O around the state machine: one process at a time, on one thread.
struct SessionThread: ~Copyable {
  private struct Waiting {
    var reply: @Sendable (SessionReply) -> Void
    /// Nil while it is in line.
    var sentAt: Int?
    var line: String
  }

  /// Bytes of standard error that a fault carries.
  private static let faultBytes = 2048
  /// How often it is looked whether this process stops.
  private static let tickMilliseconds = 50

  private let program: SessionProgram
  private let folder: ConversationFolder
  private let mailbox: SessionMailbox
  private var machine: SessionMachine
  private var child: SessionPeer?
  private var splitter = LineSplitter()
  private var waiting: [String: Waiting] = [:]
  /// Of processes that are gone.
  private var lastWords: [UInt8] = []
  /// The length of standard error at the last answer.
  private var errorBefore = 0

  init(_ program: SessionProgram, probe: SessionProbe, in folder: ConversationFolder, mailbox: SessionMailbox) {
    self.program = program
    self.folder = folder
    self.mailbox = mailbox
    machine = SessionMachine(probe: probe, limits: program.limits)
  }

  private static var now: Int { Int(MonotonicInstant.now.nanoseconds / 1_000_000) }

  /// Works until the session is closed.
  consuming func run() {
    var thread = self
    while !thread.machine.isClosed { thread.turn() }
    thread.refuseLetters()
  }

  private mutating func turn() {
    for letter in mailbox.take() {
      switch letter {
      case .ask(let job, let reply):
        waiting[job.id] = Waiting(reply: reply, line: job.line)
        handle(.submit(job))
      case .withdraw(let id): handle(.withdraw(id: id))
      case .close: handle(.close)
      }
    }
    if InteractiveChild.mustStop { return handle(.close) }
    let now = Self.now
    let timeout = max(0, min(Self.tickMilliseconds, (machine.deadline ?? .max) - now))
    guard child != nil else { return mailbox.bell.wait(milliseconds: timeout) }
    listen(timeout)
    handle(.clock)
  }

  /// Letters that came after the end.
  private mutating func refuseLetters() {
    for case .ask(_, let reply) in mailbox.take() {
      reply(SessionReply(answer: .interrupted, milliseconds: 0, standardError: ""))
    }
  }

  // MARK: - From the process

  private mutating func listen(_ timeout: Int) {
    // Checked before its output is read: later output before its exit must still be read.
    let hadExited = child?.hasExited == true
    guard let bytes = child?.step(timeoutMilliseconds: timeout, bell: mailbox.bell) else { return }
    splitter.append(bytes)
    // An answer may lead to the end of this process: then the rest of its output belongs to no attempt.
    let generation = generation
    while generation == self.generation, let line = splitter.next() { handle(.line(line)) }
    guard generation == self.generation else { return }
    if splitter.isOverlong { return handle(.flood("a line of more than \(LineSplitter.cap) bytes")) }
    if (child?.standardErrorTotal ?? 0) - errorBefore > program.standardErrorBytes {
      return handle(.flood("more than \(program.standardErrorBytes) bytes on standard error"))
    }
    if hadExited && bytes.isEmpty || child?.outputIsOpen == false { bury() }
  }

  /// Which process this is.
  private var generation = 0

  /// The process has exited, or has closed its standard output, which comes to the same.
  private mutating func bury() {
    let end = Self.now + 500
    while child?.hasExited == false, Self.now < end { _ = child?.step(timeoutMilliseconds: 5) }
    guard let result = takeChild()?.end() else { return }
    lastWords = result.standardError
    switch result.ending {
    case .exited(let status): handle(.exited(status: status))
    case .signalled(let signal) where AdapterFault.isOfSystem(signal): handle(.killed(AdapterFault.killed.message))
    case .signalled(let signal): handle(.died("ended by \(AdapterFault.name(ofSignal: signal))"))
    case .hung, .flooded, .interrupted, .notStarted: handle(.died("closed its standard output"))
    }
  }

  // MARK: - What the machine wants

  private mutating func handle(_ input: SessionInput) {
    for action in machine.handle(input, now: Self.now) { perform(action) }
  }

  private mutating func perform(_ action: SessionAction) {
    switch action {
    case .start: start()
    case .send(let line):
      for id in waiting.keys where waiting[id]?.line == line { waiting[id]?.sentAt = Self.now }
      child?.send(Array((line + "\n").utf8))
    case .end(let politely): end(politely: politely)
    case .answer(let id, let answer): reply(id, answer)
    }
  }

  private mutating func start() {
    generation += 1
    // The parent may be in the middle of a line.
    if program.parent == nil { splitter = LineSplitter() }
    lastWords = []
    errorBefore = 0
    do throws(SystemError) {
      child = try SessionPeer(starting: program, in: folder)
    } catch {
      handle(
        error.isShortage
          ? .shortage("no room for the adapter's process: \(error.description)") : .notStarted(error.description))
    }
  }

  private mutating func end(politely: Bool) {
    generation += 1
    if politely {
      child?.send(Array((SessionProbe.bye + "\n").utf8))
      child?.finishInput()
      let end = Self.now + program.byeMilliseconds
      while child?.hasExited == false, Self.now < end, !InteractiveChild.mustStop {
        _ = child?.step(timeoutMilliseconds: end - Self.now)
      }
    }
    if let result = takeChild()?.end() { lastWords = result.standardError }
  }

  private mutating func takeChild() -> SessionPeer? {
    var taken: SessionPeer?
    swap(&taken, &child)
    return taken
  }

  private mutating func reply(_ id: String, _ answer: SessionOutcome) {
    guard let waiting = waiting.removeValue(forKey: id) else { return }
    let words = child?.standardError ?? lastWords
    let fresh = words.suffix(max(0, (child?.standardErrorTotal ?? words.count) - errorBefore))
    errorBefore = child?.standardErrorTotal ?? 0
    var answer = answer
    if case .outcome(.broken(var fault), let line) = answer, fault.standardError == nil, !words.isEmpty {
      fault.standardError = String(decoding: words.suffix(Self.faultBytes), as: UTF8.self)
      answer = .outcome(.broken(fault), line: line)
    }
    waiting.reply(
      SessionReply(
        answer: answer, milliseconds: waiting.sentAt.map { Self.now - $0 } ?? 0,
        standardError: String(decoding: fresh, as: UTF8.self), ready: machine.ready))
  }
}
