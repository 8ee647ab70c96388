import Foundation
import RogueModel
import RoguePlatform
import Synchronization
import Testing

@testable import RogueAdapters

/// The start of a program of the session contract in Python: greets and answers the probe; `serve` is what it does
/// with each attempt after that.
private let opening = #"""
  import json, os, signal, sys, time

  def say(**members):
      print(json.dumps(members), flush=True)

  def cancel(id, detail=None):
      say(type="statement", id=id, disposition="cancel", reason="expired", detail=detail)

  def ready(**more):
      members = dict(type="ready", protocol=1, adapter="mine", library=dict(name="Python", version="3"),
                     capabilities=["anchors"], declined=[], maxInFlight=1)
      say(**{**members, **more})

  def read():
      line = sys.stdin.readline()
      return json.loads(line) if line else dict(type="bye")

  def open_session(**more):
      assert read() == dict(type="hello", protocols=[1])
      ready(**more)
      probe = read()
      say(type="unsupported", id=probe["id"], capability=probe["needs"][0])

  """#

@Suite(.timeLimit(.minutes(15))) struct SessionAdapterTests {
  let workshop: Workshop

  init() throws { workshop = try Workshop() }

  private func adapter(
    _ body: String, _ change: (inout SessionProgram) -> Void = { _ in }
  ) throws -> SessionAdapter {
    let path = "\(workshop.folder)/program.py"
    try Files.write(opening + body + "\n", to: path, mode: 0o644)
    var program = SessionProgram(program: "/usr/bin/env", arguments: ["python3", path])
    program.limits.readyMilliseconds = 3_600_000
    program.graceMilliseconds = 0
    change(&program)
    return SessionAdapter(
      description: AdapterDescription(
        name: "mine", door: .session, library: "Python", version: "3", capabilities: [.anchors]),
      program: program)
  }

  /// Asks for attempts one after the other and closes.
  private func outcomes(_ body: String, _ ids: [String], deadline: Int = 3_600_000) async throws -> [AdapterOutcome] {
    let adapter = try adapter(body)
    var outcomes: [AdapterOutcome] = []
    for id in ids { outcomes.append(try await adapter.perform(.sample(id: id, deadline: deadline)).outcome) }
    await adapter.close()
    return outcomes
  }

  private let expired = AdapterOutcome.statement(Statement(said: .cancel, reason: .expired))

  @Test func `attempts share one process, a private HOME, and their own folders`() async throws {
    let adapter = try adapter(
      #"""
      open_session()
      while (attempt := read())["type"] == "attempt":
          there = os.path.exists(os.path.join(attempt["directory"], attempt["policy"]["systemAnchors"]))
          state = os.path.isdir(os.path.join(attempt["directory"], attempt["state"]))
          print("debug", attempt["id"], file=sys.stderr, flush=True)
          cancel(attempt["id"], f"{os.getpid()} {there} {state} {os.environ['HOME']} {sorted(os.environ)}")
      """#)
    var details: [String] = []
    for id in ["a1", "a2", "a3"] {
      let report = try await adapter.perform(.sample(id: id, deadline: 3_600_000))
      guard case .statement(let statement) = report.outcome else {
        Issue.record("\(report.outcome)")
        continue
      }
      details.append(statement.detail ?? "")
      #expect(report.standardError == "debug \(id)\n")
      #expect(report.command?.contains("\"id\":\"\(id)\"") == true)
    }
    await adapter.close()
    #expect(Set(details).count == 1)
    let detail = try #require(details.first)
    #expect(detail.contains(" True True /") && !detail.contains("SSL_CERT"))
  }

  @Test func `answers may come in any order`() async throws {
    let adapter = try adapter(
      """
      open_session(maxInFlight=3)
      asked = [read()["id"] for _ in range(3)]
      for id in reversed(asked):
          cancel(id, id)
      read()
      """)
    let details = try await withThrowingTaskGroup(of: (String, AdapterOutcome).self) { group in
      for id in ["a", "b", "c"] {
        group.addTask { (id, try await adapter.perform(.sample(id: id, deadline: 3_600_000)).outcome) }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    // One more than it takes, once it has said how many that are.
    #expect(adapter.conversationsAtOnce == 4)
    await adapter.close()
    for id in ["a", "b", "c"] {
      #expect(details[id] == .statement(Statement(said: .cancel, reason: .expired, detail: id)))
    }
  }

  @Test func `a crash is the fault of its attempt, with its last words, and the next one is served`() async throws {
    let found = try await outcomes(
      """
      open_session()
      while (attempt := read())["type"] == "attempt":
          if attempt["id"] == "bad":
              print("last words", file=sys.stderr, flush=True)
              os.kill(os.getpid(), signal.SIGSEGV)
          cancel(attempt["id"])
      """, ["a", "bad", "b"])
    #expect(found.first == expired && found.last == expired)
    let fault = try #require(found[1].fault)
    #expect(fault.kind == .crashed && fault.detail.contains("SIGSEGV"))
    #expect(fault.standardError?.contains("last words") == true)
  }

  @Test func `with several in flight the crash finds its attempt and the others are served`() async throws {
    let adapter = try adapter(
      """
      open_session(maxInFlight=3)
      if not os.path.exists("seen"):
          open("seen", "w").close()
          asked = [read() for _ in range(3)]
          os.kill(os.getpid(), signal.SIGABRT)
      while (attempt := read())["type"] == "attempt":
          if attempt["id"] == "bad":
              os.kill(os.getpid(), signal.SIGABRT)
          cancel(attempt["id"])
      """)
    let found = try await withThrowingTaskGroup(of: (String, AdapterOutcome).self) { group in
      for id in ["a", "bad", "c"] {
        group.addTask { (id, try await adapter.perform(.sample(id: id, deadline: 3_600_000)).outcome) }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    await adapter.close()
    #expect(found["bad"]?.fault?.kind == .crashed)
    #expect(found["a"] == expired && found["c"] == expired)
  }

  @Test func `a process killed from outside is not the adapter's fault, and the next attempt is served`() async throws {
    let adapter = try adapter(
      """
      open_session()
      while (attempt := read())["type"] == "attempt":
          if attempt["id"] == "killed":
              os.kill(os.getpid(), signal.SIGKILL)
          cancel(attempt["id"])
      """)
    await #expect(throws: HarnessFailure.self) { try await adapter.perform(.sample(id: "killed", deadline: 3_600_000)) }
    let served = try await adapter.perform(.sample(id: "good", deadline: 3_600_000))
    await adapter.close()
    #expect(served.outcome == expired)
  }

  @Test func `an attempt that gets no answer is hung, and the next one is served`() async throws {
    let adapter = try adapter(
      """
      signal.signal(signal.SIGTERM, signal.SIG_IGN)
      open_session()
      while (attempt := read())["type"] == "attempt":
          if attempt["id"] == "bad":
              time.sleep(3600)
          cancel(attempt["id"])
      """)
    let hung = try await adapter.perform(.sample(id: "bad", deadline: 300))
    let served = try await adapter.perform(.sample(id: "good", deadline: 3_600_000))
    await adapter.close()
    #expect(hung.outcome.fault?.kind == .hung)
    #expect(served.outcome == expired)
  }

  @Test(arguments: [
    ("sys.stdout.write('x' * (2 << 20)); sys.stdout.flush(); time.sleep(3600)", AdapterFault.Kind.flooded),
    ("sys.stderr.write('x' * (2 << 20)); sys.stderr.flush(); time.sleep(3600)", .flooded),
    ("print('not JSON', flush=True); time.sleep(3600)", .garbled),
    ("cancel('another'); time.sleep(3600)", .garbled),
    ("os.close(1); time.sleep(3600)", .crashed),
    ("sys.exit(7)", .crashed),
  ])
  func `a violation of the contract is a fault and ends the process`(
    crime: String, kind: AdapterFault.Kind
  ) async throws {
    let found = try await outcomes(
      """
      open_session()
      while (attempt := read())["type"] == "attempt":
          if attempt["id"] == "bad":
              \(crime)
          cancel(attempt["id"])
      """, ["bad", "good"])
    #expect(found[0].fault?.kind == kind, "\(found[0])")
    #expect(found[1] == expired)
  }

  @Test func `an attempt that is answered twice makes the next one a fault`() async throws {
    let found = try await outcomes(
      """
      open_session()
      while (attempt := read())["type"] == "attempt":
          cancel(attempt["id"])
          if attempt["id"] == "twice":
              cancel(attempt["id"])
      """, ["twice", "next", "after"])
    #expect(found[0] == expired)
    #expect(found[1].fault?.kind == .garbled)
    #expect(found[2] == expired)
  }

  @Test(arguments: [
    ("time.sleep(3600)", "no ready object"), ("sys.exit(3)", "exit status 3"), ("print('hi')", "not JSON"),
    ("read(); ready(protocol=2); read()", "protocol 1"),
    ("read(); ready(library='x'); read()", "no library"),
    ("read(); ready(); cancel(read()['id']); read()", "unknown capability"),
    ("read(); ready(); read(); say(type='unsupported', id='x', capability='y'); read()", "not about the probe"),
    ("read(); ready(maxInFlight=0); read()", "maxInFlight"),
  ])
  func `a program that cannot be opened is a fault with its reason, and is not started again`(
    body: String, words: String
  ) async throws {
    let adapter = try adapter("open('starts', 'a').write('x')\n" + body) { program in
      if body.contains("sleep") { program.limits.readyMilliseconds = 300 }
    }
    for id in ["a", "b"] {
      let fault = try #require(try await adapter.perform(.sample(id: id)).outcome.fault)
      #expect(fault.detail.contains(words), "\(fault)")
    }
    await adapter.close()
  }

  @Test func `a missing program is a fault`() async throws {
    let adapter = try adapter("") { $0.program = "/nonexistent/program" }
    let fault = try #require(try await adapter.perform(.sample()).outcome.fault)
    await adapter.close()
    #expect(fault.kind == .notStarted && fault.detail.contains("/nonexistent/program"))
  }

  @Test func `a program that dies on every attempt is started for each of them`() async throws {
    let adapter = try adapter(
      """
      open('\(workshop.folder)/starts', 'a').write('x')
      open_session()
      read()
      os.abort()
      """
    )
    var faults: [AdapterFault] = []
    for number in 0..<6 {
      faults.append(try #require(try await adapter.perform(.sample(id: "a\(number)")).outcome.fault))
    }
    await adapter.close()
    #expect(faults.allSatisfy { $0.kind == .crashed })
    #expect(try Files.read("\(workshop.folder)/starts").count == 6)
  }

  @Test func `a program that exits after each answer is started for each attempt`() async throws {
    let found = try await outcomes("open_session()\ncancel(read()['id'])", ["a", "b", "c"])
    #expect(found == [expired, expired, expired])
  }

  /// The bell ends the wait for output, so that the program's end may be seen before its last words are.
  @Test func `the last output of a program that exits is read, even while other events arrive`() async throws {
    let folder = try ConversationFolder.make()
    let mailbox = try SessionMailbox()
    let path = "\(workshop.folder)/leaves.py"
    try Files.write(opening + "open_session()\ncancel(read()['id'])\nos._exit(0)\n", to: path, mode: 0o644)
    var program = SessionProgram(program: "/usr/bin/env", arguments: ["python3", path])
    program.limits = SessionMachine.Limits(readyMilliseconds: 3_600_000)
    let probe = try SessionProbe { attempt throws(HarnessFailure) in
      try AttemptFiles(attempt, in: folder).json().line
    }
    let ended = Mutex(false)
    let disturber = try PlatformThread {
      while !ended.withLock({ $0 }) {
        mailbox.post(.withdraw(id: "nobody"))
        // Without a rest it posts faster than anybody can read, and the mailbox grows without end.
        Thread.sleep(forTimeInterval: 0.000_2)
      }
    }
    let thread = try PlatformThread { [program] in
      SessionThread(program, probe: probe, in: folder, mailbox: mailbox).run()
    }
    for number in 0..<20 {
      let id = "a\(number)"
      let line = JSON.object([.init("type", "attempt"), .init("id", JSON(id))]).line
      let reply = await withCheckedContinuation { continuation in
        mailbox.post(
          .ask(SessionJob(id: id, line: line, limitMilliseconds: 3_600_000)) { continuation.resume(returning: $0) })
      }
      guard case .outcome(let outcome, _) = reply.answer else {
        Issue.record("\(reply.answer)")
        continue
      }
      #expect(outcome == expired, "\(id)")
    }
    mailbox.post(.close)
    ended.withLock { $0 = true }
    thread.join()
    disturber.join()
    folder.remove()
  }

  @Test func `closing ends a program that ignores bye, and everything that it left behind`() async throws {
    let adapter = try adapter(
      """
      signal.signal(signal.SIGTERM, signal.SIG_IGN)
      open_session()
      attempt = read()
      if os.fork() == 0:
          os.setsid()
          if os.fork() == 0:
              while True: time.sleep(3600)
          while True: time.sleep(3600)
      cancel(attempt["id"], str(os.getpid()))
      while True: time.sleep(3600)
      """
    ) { $0.byeMilliseconds = 50 }
    let report = try await adapter.perform(.sample(deadline: 3_600_000))
    await adapter.close()
    guard case .statement(let statement) = report.outcome, let process = statement.detail else {
      Issue.record("\(report.outcome)")
      return
    }
    #expect(!Files.exists("/proc/\(process)"))
    let left = await workshop.shell("grep -lsa '\(workshop.folder)/[p]rogram' /proc/[0-9]*/cmdline")
    #expect(left.isEmpty, "\(left)")
  }

  @Test func `a cancelled task gets its answer, and the program is gone after closing`() async throws {
    let adapter = try adapter("open_session()\nread()\ntime.sleep(3600)")
    let task = Task { try await adapter.perform(.sample(deadline: 3_600_000)) }
    task.cancel()
    await #expect(throws: (any Error).self) { try await task.value }
    await adapter.close()
    await #expect(throws: HarnessFailure.self) { try await adapter.perform(.sample()) }
  }
}
