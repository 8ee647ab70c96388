internal import RogueModel

/// The session protocol without its process: events in, actions out.
///
/// Pure, so that every order of events can be tested without a process or a clock. Fails closed: whatever the program
/// does beside the contract becomes the fault of an attempt, never a refusal, and never goes unnoticed.
struct SessionMachine {
  struct Limits: Sendable {
    /// Processes in a row, after one that had started well, that do not come to the answer of their probe.
    var failedStarts = 3
    /// From the start of a process to the answer of its probe.
    var readyMilliseconds = 20_000
    /// A process that is not ended may answer late what it was asked before it was greeted again.
    var mayAnswerLate = false
  }

  private enum Phase {
    /// No process.
    case down
    /// `hello` is sent.
    case greeting(deadline: Int)
    /// The probe is sent.
    case probing(ReadyObject, deadline: Int)
    case open
    /// Given up: every attempt gets this fault.
    case spent(AdapterFault)
    case closed
  }

  private struct Flight {
    var job: SessionJob
    var deadline: Int
  }

  /// The first attempt for every process. It needs a capability that cannot exist: a program that does not
  /// say `unsupported` would ignore restrictions that it does not know.
  private let probe: SessionProbe
  private let limits: Limits
  private var phase = Phase.down
  private var queue: [SessionJob] = []
  private var flights: [Flight] = []
  /// Attempts that an earlier start of the session has not answered.
  private var abandoned: Set<String> = []
  private var maximumInFlight = 1
  private var failedStarts = 0
  /// A fault of the program while nothing was in flight; the next attempt gets it.
  private var pendingFault: AdapterFault?
  private var actions: [SessionAction] = []

  /// The program's description of itself, once it is known.
  private(set) var ready: ReadyObject?

  init(probe: SessionProbe, limits: Limits = Limits()) {
    self.probe = probe
    self.limits = limits
  }

  /// When `clock` is to come at the latest, in milliseconds; nil: nothing is waited for.
  var deadline: Int? {
    switch phase {
    case .greeting(let deadline), .probing(_, let deadline): deadline
    case .open: flights.map(\.deadline).min()
    case .down, .spent, .closed: nil
    }
  }

  var isClosed: Bool {
    if case .closed = phase { return true }
    return false
  }

  /// - Parameter now: milliseconds on a clock that only goes forward.
  mutating func handle(_ input: SessionInput, now: Int) -> [SessionAction] {
    actions = []
    switch input {
    case .submit(let job): submit(job)
    case .withdraw(let id): withdraw(id)
    case .line(let bytes): read(bytes, now: now)
    case .flood(let what): lose(AdapterFault(.flooded, what))
    case .exited(let status): exited(status)
    case .died(let how): lose(AdapterFault(.crashed, how))
    case .killed(let how): lose(nil, how)
    case .notStarted(let why): startFailed(AdapterFault(.notStarted, why))
    case .shortage(let why): lackRoom(why)
    case .clock: look(now)
    case .close: close()
    }
    proceed(now)
    return actions
  }
}

// MARK: - Jobs

extension SessionMachine {
  private mutating func submit(_ job: SessionJob) {
    switch phase {
    case .closed: actions.append(.answer(id: job.id, .interrupted))
    case .spent(let fault): refuse(job.id, fault)
    case .down, .greeting, .probing, .open:
      if let fault = pendingFault {
        pendingFault = nil
        refuse(job.id, fault)
      } else {
        queue.append(job)
      }
    }
  }

  private mutating func withdraw(_ id: String) {
    if let index = queue.firstIndex(where: { $0.id == id }) {
      queue.remove(at: index)
    } else if let index = flights.firstIndex(where: { $0.job.id == id }) {
      // The process is in the middle of it, and what it says now would be taken for an answer to nothing.
      abandoned.insert(flights.remove(at: index).job.id)
      actions.append(.end(politely: false))
      phase = .down
      again(takeFlights())
    } else {
      return
    }
    actions.append(.answer(id: id, .interrupted))
  }

  /// Starts a process if an attempt is waiting, and sends as many as the program accepts at once.
  private mutating func proceed(_ now: Int) {
    switch phase {
    case .down where !queue.isEmpty:
      actions += [.start, .send(SessionProbe.hello)]
      phase = .greeting(deadline: now + limits.readyMilliseconds)
    case .open:
      while let job = queue.first, flights.count < maximumInFlight, !flights.contains(where: { $0.job.isAlone }) {
        if job.isAlone, !flights.isEmpty { return }
        var sent = queue.removeFirst()
        sent.sent += 1
        flights.append(Flight(job: sent, deadline: now + sent.limitMilliseconds))
        actions.append(.send(sent.line))
      }
    case .down, .greeting, .probing, .spent, .closed: return
    }
  }

  /// Puts attempts that lost their process in front, one after the other.
  private mutating func again(_ jobs: [SessionJob]) {
    let alone = jobs.map { job in
      var job = job
      job.isAlone = true
      return job
    }
    queue.insert(contentsOf: alone, at: 0)
  }

  private mutating func takeFlights() -> [SessionJob] {
    defer { flights = [] }
    if limits.mayAnswerLate { abandoned.formUnion(flights.map(\.job.id)) }
    return flights.map(\.job)
  }

  private mutating func refuse(_ id: String, _ fault: AdapterFault) {
    actions.append(.answer(id: id, .outcome(.broken(fault), line: "")))
  }

  private mutating func close() {
    if case .closed = phase { return }
    if isRunning { actions.append(.end(politely: flights.isEmpty)) }
    for job in takeFlights() + queue { actions.append(.answer(id: job.id, .interrupted)) }
    queue = []
    phase = .closed
  }

  private var isRunning: Bool {
    switch phase {
    case .greeting, .probing, .open: true
    case .down, .spent, .closed: false
    }
  }
}

// MARK: - Lines

extension SessionMachine {
  private mutating func read(_ bytes: [UInt8], now: Int) {
    if limits.mayAnswerLate, isLate(bytes) { return }
    switch phase {
    case .greeting(let deadline): greet(bytes, deadline)
    case .probing(let ready, _): judgeProbe(bytes, ready)
    case .open: answer(bytes)
    case .down, .spent, .closed: return
    }
  }

  private mutating func greet(_ bytes: [UInt8], _ deadline: Int) {
    do throws(ExecOutcome.Complaint) {
      let ready = try ReadyObject(json: try Self.object(bytes))
      actions.append(.send(probe.line))
      phase = .probing(ready, deadline: deadline)
    } catch {
      startFailed(AdapterFault(.garbled, "did not reply to hello with a ready object: \(error.description)"))
    }
  }

  private mutating func judgeProbe(_ bytes: [UInt8], _ ready: ReadyObject) {
    do throws(ExecOutcome.Complaint) {
      let json = try Self.object(bytes)
      guard json["id"]?.string == probe.id else { throw "the answer is not about the probe" }
      guard json["type"]?.string == "unsupported" else {
        throw "did not report an unknown capability as unsupported, so it would ignore restrictions"
      }
      guard json["capability"]?.string == probe.capability.rawValue else {
        throw "reported another than the unknown capability as unsupported"
      }
      self.ready = ready
      failedStarts = 0
      maximumInFlight = ready.maximumInFlight
      phase = .open
    } catch {
      startFailed(AdapterFault(.garbled, "the start-up probe failed: \(error.description)"))
    }
  }

  private mutating func answer(_ bytes: [UInt8]) {
    let json: JSON
    let id: String
    do throws(ExecOutcome.Complaint) {
      json = try Self.object(bytes)
      guard let text = json["id"]?.string else {
        throw "a line has no id: \(quoted(String(decoding: bytes, as: UTF8.self)))"
      }
      id = text
    } catch {
      return lose(AdapterFault(.garbled, error.description))
    }
    guard let index = flights.firstIndex(where: { $0.job.id == id }) else {
      return lose(AdapterFault(.garbled, "it answered an attempt that is not open: \(quoted(id))"))
    }
    flights.remove(at: index)
    let line = String(decoding: bytes.prefix(64 << 10), as: UTF8.self)
    switch StatementObject.read(json) {
    case .success(let outcome): actions.append(.answer(id: id, .outcome(outcome, line: line)))
    case .failure(let complaint):
      actions.append(.answer(id: id, .outcome(.broken(AdapterFault(.garbled, complaint.description)), line: line)))
    }
  }

  /// Whether a line answers a greeting, a probe or an attempt of an earlier start.
  private func isLate(_ bytes: [UInt8]) -> Bool {
    guard let json = try? Self.object(bytes) else { return false }
    let id = json["id"]?.string
    switch phase {
    case .greeting: return json["type"]?.string != "ready" && (id == probe.id || id.map(abandoned.contains) == true)
    case .probing: return json["type"]?.string == "ready" || id.map(abandoned.contains) == true
    case .open:
      if let id, flights.contains(where: { $0.job.id == id }) { return false }
      return json["type"]?.string == "ready" || id == probe.id || id.map(abandoned.contains) == true
    case .down, .spent, .closed: return true
    }
  }

  private static func object(_ bytes: [UInt8]) throws(ExecOutcome.Complaint) -> JSON {
    let json: JSON
    do {
      json = try JSON(parsing: bytes)
    } catch {
      throw "a line is not JSON (\(error.message)): \(quoted(String(decoding: bytes.prefix(512), as: UTF8.self)))"
    }
    guard json.members != nil else { throw "a line is not a JSON object" }
    return json
  }
}

// MARK: - Losses

extension SessionMachine {
  private mutating func look(_ now: Int) {
    guard let deadline, now >= deadline else { return }
    switch phase {
    case .greeting:
      startFailed(AdapterFault(.hung, "no ready object after \(limits.readyMilliseconds) ms"))
    case .probing:
      startFailed(AdapterFault(.hung, "no answer to the start-up probe after \(limits.readyMilliseconds) ms"))
    case .open:
      let limit = flights.first { now >= $0.deadline }?.job.limitMilliseconds ?? 0
      lose(AdapterFault(.hung, "no answer after \(limit) ms"))
    case .down, .spent, .closed: return
    }
  }

  /// Exit status 0 is not a crash: the program may have ended before it read what was sent. An attempt that it leaves
  /// unanswered twice is to blame.
  private mutating func exited(_ status: Int32) {
    let fault = AdapterFault(.crashed, "ended with exit status \(status) and no answer")
    guard status == 0, case .open = phase else { return lose(fault) }
    if flights.isEmpty {
      phase = .down
    } else if flights.count == 1, flights[0].job.sent == 1 {
      again(takeFlights())
      phase = .down
    } else {
      lose(fault)
    }
  }

  /// The process can no longer be used, and an attempt is blamed for it: the attempt in flight. If several were in
  /// flight, each is repeated alone, to find the guilty one. If none was, the next one is blamed, because a fault must
  /// not go unseen.
  ///
  /// - Parameters:
  ///   - fault: nil: not the program's fault, and the attempt in flight proves nothing.
  ///   - why: the event.
  private mutating func lose(_ fault: AdapterFault?, _ why: String = "") {
    switch phase {
    case .greeting, .probing:
      guard let fault else { return lackRoom(why) }
      return startFailed(fault)
    case .down, .spent, .closed: return
    case .open: break
    }
    // First of all: callers that get an answer may rely on the process being gone, and its connections with it.
    actions.append(.end(politely: false))
    let lost = takeFlights()
    switch lost.count {
    case 0:
      if let fault { pendingFault = AdapterFault(fault.kind, "after its last answer: \(fault.detail)") }
    case 1:
      guard let fault else {
        actions.append(.answer(id: lost[0].id, .shortage(why)))
        break
      }
      refuse(lost[0].id, fault)
    default: again(lost)
    }
    // An attempt that ends its process affects no other: the next one gets a new process, however often.
    phase = .down
  }

  /// A program that has never started never will. One that has may start again the next time; the attempt for which it
  /// was started pays.
  private mutating func startFailed(_ fault: AdapterFault) {
    guard ready != nil else { return giveUp(fault) }
    failedStarts += 1
    if failedStarts >= limits.failedStarts {
      return giveUp(
        AdapterFault(.notStarted, "started \(limits.failedStarts) times in vain; the last time: \(fault.detail)"))
    }
    if isRunning { actions.append(.end(politely: false)) }
    phase = .down
    if queue.isEmpty { pendingFault = fault } else { refuse(queue.removeFirst().id, fault) }
  }

  /// The machine cannot run the process now; later attempts try again.
  private mutating func lackRoom(_ why: String) {
    guard isRunning else { return }
    phase = .down
    for job in takeFlights() + queue { actions.append(.answer(id: job.id, .shortage(why))) }
    queue = []
  }

  /// No process is started any more: current and later attempts get this fault.
  private mutating func giveUp(_ fault: AdapterFault) {
    switch phase {
    case .spent, .closed: return
    case .down, .greeting, .probing, .open: break
    }
    if isRunning { actions.append(.end(politely: false)) }
    phase = .spent(fault)
    for job in takeFlights() + queue { refuse(job.id, fault) }
    queue = []
  }
}
