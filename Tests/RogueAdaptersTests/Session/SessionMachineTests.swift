import RogueModel
import Testing

@testable import RogueAdapters

/// A machine with a clock of its own, driven by hand.
private struct Driver {
  let probe: SessionProbe
  var machine: SessionMachine
  var now = 0

  init(failedStarts: Int = 3) throws {
    probe = try SessionProbe { _ in "PROBE" }
    machine = SessionMachine(
      probe: probe, limits: SessionMachine.Limits(failedStarts: failedStarts, readyMilliseconds: 1000))
  }

  mutating func handle(_ input: SessionInput) -> [SessionAction] { machine.handle(input, now: now) }

  mutating func say(_ json: JSON) -> [SessionAction] { handle(.line(Array(json.line.utf8))) }

  mutating func submit(_ id: String, limit: Int = 100) -> [SessionAction] {
    handle(.submit(SessionJob(id: id, line: "ask \(id)", limitMilliseconds: limit)))
  }

  mutating func greet(inFlight: Int = 1) -> [SessionAction] {
    say([
      "type": "ready", "protocol": 1, "adapter": "mine", "library": ["name": "l", "version": "1"],
      "capabilities": ["anchors"], "maxInFlight": JSON(inFlight),
    ])
  }

  mutating func answerProbe() -> [SessionAction] {
    say(["type": "unsupported", "id": .string(probe.id), "capability": .string(probe.capability.rawValue)])
  }

  /// Open, with these attempts in flight.
  mutating func open(_ ids: String...) -> [SessionAction] {
    for id in ids { _ = submit(id) }
    _ = greet(inFlight: max(1, ids.count))
    return answerProbe()
  }

  mutating func cancel(_ id: String) -> [SessionAction] {
    say(["type": "statement", "id": .string(id), "disposition": "cancel", "reason": "expired"])
  }
}

extension SessionAction {
  fileprivate var outcome: (id: String, outcome: AdapterOutcome)? {
    if case .answer(let id, .outcome(let outcome, _)) = self { return (id, outcome) }
    return nil
  }

  fileprivate var fault: (id: String, fault: AdapterFault)? {
    outcome.flatMap { id, outcome in outcome.fault.map { (id, $0) } }
  }
}

private func isExpired(_ action: SessionAction?) -> Bool {
  action?.outcome?.outcome == .statement(Statement(said: .cancel, reason: .expired))
}

@Suite struct SessionMachineTests {
  @Test func `no process starts before the first attempt`() throws {
    var driver = try Driver()
    #expect(driver.handle(.clock).isEmpty)
    #expect(driver.machine.deadline == nil)
    #expect(driver.submit("a") == [.start, .send(#"{"type":"hello","protocols":[1]}"#)])
    #expect(driver.machine.deadline == 1000)
  }

  @Test func `a refusal needs no reason`() throws {
    var driver = try Driver()
    #expect(driver.open("a") == [.send("ask a")])
    let answer = driver.say(["type": "statement", "id": "a", "disposition": "cancel"])
    #expect(answer.map { $0.outcome?.outcome } == [.statement(Statement(said: .cancel))], "\(answer)")
  }

  @Test func `hello, ready, probe and attempt come in this order`() throws {
    var driver = try Driver()
    _ = driver.submit("a")
    #expect(driver.greet() == [.send("PROBE")])
    #expect(driver.answerProbe() == [.send("ask a")])
    let answer = driver.cancel("a")
    #expect(answer.count == 1 && isExpired(answer.first))
    #expect(driver.submit("b") == [.send("ask b")])
  }

  @Test func `no more attempts are in flight than the program takes`() throws {
    var driver = try Driver()
    for id in ["a", "b", "c"] { _ = driver.submit(id) }
    _ = driver.greet(inFlight: 2)
    #expect(driver.answerProbe() == [.send("ask a"), .send("ask b")])
    let actions = driver.cancel("b")
    #expect(isExpired(actions.first) && actions.last == .send("ask c"))
    #expect(isExpired(driver.cancel("c").first))
    #expect(isExpired(driver.cancel("a").first))
  }

  @Test(arguments: [
    ("[]", "not a JSON object"), ("hello", "not JSON"), (#"{"type":"ready","protocol":2}"#, "protocol 1"),
    (#"{"type":"statement"}"#, "type ready"),
  ])
  func `a program that does not introduce itself is given up`(line: String, words: String) throws {
    var driver = try Driver()
    _ = driver.submit("a")
    let actions = driver.handle(.line(Array(line.utf8)))
    #expect(actions.first == .end(politely: false))
    let fault = try #require(actions.last?.fault)
    #expect(fault.id == "a" && fault.fault.detail.contains(words), "\(fault)")
    let later = try #require(driver.submit("b").first?.fault)
    #expect(later.fault == fault.fault)
  }

  @Test func `a silent program is given up at its deadline and not before`() throws {
    var driver = try Driver()
    _ = driver.submit("a")
    driver.now = 999
    #expect(driver.handle(.clock).isEmpty)
    driver.now = 1000
    #expect(driver.handle(.clock).last?.fault?.fault.kind == .hung)
  }

  @Test(arguments: ["statement", "failed", "unsupported"])
  func `a program that ignores unknown fields is given up`(type: String) throws {
    var driver = try Driver()
    _ = driver.submit("a")
    _ = driver.greet()
    let actions = driver.say([
      "type": .string(type), "id": .string(driver.probe.id), "disposition": "cancel", "reason": "other",
      "cause": "network", "capability": "anchors",
    ])
    #expect(actions.last?.fault?.fault.detail.contains("unknown capability") == true, "\(actions)")
  }

  @Test func `a crash belongs to the one attempt in flight, and the next gets a new process`() throws {
    var driver = try Driver()
    _ = driver.open("a")
    let actions = driver.handle(.died("ended by signal 11"))
    #expect(actions.first == .end(politely: false))
    #expect(actions.last?.fault?.id == "a")
    #expect(actions.last?.fault?.fault.kind == .crashed)
    #expect(driver.submit("b").first == .start)
  }

  @Test func `after a crash with several attempts in flight each is repeated alone`() throws {
    var driver = try Driver()
    _ = driver.open("a", "b", "c")
    let crash = driver.handle(.died("ended by signal 11"))
    #expect(crash.allSatisfy { $0.outcome == nil } && crash.contains(.start))
    _ = driver.greet(inFlight: 3)
    #expect(driver.answerProbe() == [.send("ask a")])
    let next = driver.cancel("a")
    #expect(isExpired(next.first) && next.last == .send("ask b"))
    let guilty = driver.handle(.died("ended by signal 11"))
    #expect(guilty.compactMap(\.fault).map(\.id) == ["b"])
    _ = driver.greet(inFlight: 3)
    #expect(driver.answerProbe() == [.send("ask c")])
    #expect(isExpired(driver.cancel("c").first))
  }

  @Test func `attempts that are repeated alone wait for each other, with no other between them`() throws {
    var driver = try Driver()
    _ = driver.open("a", "b")
    _ = driver.handle(.died("x"))
    _ = driver.submit("c")
    _ = driver.greet(inFlight: 2)
    #expect(driver.answerProbe() == [.send("ask a")])
    #expect(driver.cancel("a").last == .send("ask b"))
    #expect(driver.cancel("b").last == .send("ask c"))
  }

  @Test func `an attempt without an answer is hung at its own deadline`() throws {
    var driver = try Driver()
    driver.now = 50
    _ = driver.open("a")
    #expect(driver.machine.deadline == 150)
    driver.now = 149
    #expect(driver.handle(.clock).isEmpty)
    driver.now = 150
    let actions = driver.handle(.clock)
    #expect(actions.first == .end(politely: false))
    #expect(actions.last?.fault?.fault.kind == .hung)
  }

  @Test(arguments: [
    ("garbage", "not JSON"), ("{}", "no id"), (#"{"type":"statement","id":"zzz"}"#, "not open"), ("", "not JSON"),
  ])
  func `a breach of the contract is the fault of the attempt in flight`(line: String, words: String) throws {
    var driver = try Driver()
    _ = driver.open("a")
    let fault = try #require(driver.handle(.line(Array(line.utf8))).last?.fault)
    #expect(fault.id == "a" && fault.fault.kind == .garbled && fault.fault.detail.contains(words), "\(fault)")
    #expect(driver.submit("b").first == .start)
  }

  @Test func `a second answer to an attempt is the fault of the next one, in flight already or not`() throws {
    for isAsked in [false, true] {
      var driver = try Driver()
      _ = driver.open("a")
      #expect(isExpired(driver.cancel("a").first))
      if isAsked { _ = driver.submit("b") }
      let second = driver.cancel("a")
      let later = isAsked ? second : driver.submit("b")
      #expect(later.compactMap(\.fault).map(\.id) == ["b"])
      #expect(driver.submit("c").first == .start)
    }
  }

  @Test func `a malformed statement is a fault and leaves the process alone`() throws {
    var driver = try Driver()
    _ = driver.open("a")
    let actions = driver.say(["type": "statement", "id": "a", "disposition": "perhaps"])
    #expect(actions.count == 1 && actions[0].fault?.fault.kind == .garbled)
    #expect(driver.submit("b") == [.send("ask b")])
  }

  @Test func `a program that exited normally is started once more, and once only`() throws {
    var driver = try Driver()
    _ = driver.open("a")
    #expect(driver.handle(.exited(status: 0)).last == .send(SessionProbe.hello))
    _ = driver.greet()
    #expect(driver.answerProbe() == [.send("ask a")])
    #expect(driver.handle(.exited(status: 0)).last?.fault?.id == "a")
  }

  @Test func `another exit status is a crash at once`() throws {
    var driver = try Driver()
    _ = driver.open("a")
    #expect(driver.handle(.exited(status: 3)).last?.fault?.fault.detail.contains("status 3") == true)
  }

  @Test func `an attempt that ends its process loses itself and no other`() throws {
    var driver = try Driver()
    for round in 0..<100 {
      _ = driver.submit("\(round)")
      _ = driver.greet()
      _ = driver.answerProbe()
      let actions = round == 99 ? driver.cancel("\(round)") : driver.handle(.died("boom"))
      if round == 99 {
        #expect(isExpired(actions.last))
      } else {
        let fault = try #require(actions.compactMap(\.fault).last)
        #expect(fault.id == "\(round)" && fault.fault.kind == .crashed && fault.fault.detail.contains("boom"))
      }
    }
  }

  @Test func `a program that no longer starts fails the attempt that it is started for, and is given up in the end`()
    throws
  {
    var driver = try Driver(failedStarts: 3)
    _ = driver.open("a")
    _ = driver.handle(.died("boom"))
    for id in ["b", "c"] {
      _ = driver.submit(id)
      let fault = try #require(driver.handle(.died("no licence")).compactMap(\.fault).last)
      #expect(fault.id == id && fault.fault.kind == .crashed && fault.fault.detail.contains("no licence"))
    }
    // A start that succeeds in between begins the count anew.
    _ = driver.submit("d")
    _ = driver.greet()
    _ = driver.answerProbe()
    #expect(isExpired(driver.cancel("d").last))
    _ = driver.handle(.exited(status: 0))
    for id in ["e", "f", "g"] {
      _ = driver.submit(id)
      _ = driver.handle(.died("no licence"))
    }
    let fault = try #require(driver.submit("z").last?.fault?.fault)
    #expect(fault.kind == .notStarted && fault.detail.contains("3 times") && fault.detail.contains("no licence"))
  }

  @Test func `a program that has never started is given up at once`() throws {
    var driver = try Driver()
    _ = driver.submit("a")
    _ = driver.submit("b")
    #expect(driver.handle(.died("boom")).compactMap(\.fault).map(\.id) == ["a", "b"])
    #expect(driver.submit("c").compactMap(\.fault).map(\.id) == ["c"])
  }

  @Test func `a shortage of processes is not the adapter's fault, and the next attempt tries again`() throws {
    var driver = try Driver()
    #expect(driver.submit("a").first == .start)
    #expect(driver.submit("b").isEmpty)
    #expect(
      driver.handle(.shortage("no processes left")) == [
        .answer(id: "a", .shortage("no processes left")), .answer(id: "b", .shortage("no processes left")),
      ])
    #expect(driver.submit("c").first == .start)
    _ = driver.greet()
    #expect(driver.answerProbe() == [.send("ask c")])
  }

  @Test func `a withdrawn attempt ends the process that works at it`() throws {
    var driver = try Driver()
    _ = driver.open("a")
    _ = driver.submit("b")
    #expect(driver.handle(.withdraw(id: "b")) == [.answer(id: "b", .interrupted)])
    #expect(driver.handle(.withdraw(id: "a")) == [.end(politely: false), .answer(id: "a", .interrupted)])
    #expect(driver.handle(.withdraw(id: "a")).isEmpty)
  }

  @Test func `closing sends bye to an idle process and interrupts a busy one`() throws {
    var idle = try Driver()
    _ = idle.open("a")
    _ = idle.cancel("a")
    #expect(idle.handle(.close) == [.end(politely: true)])
    #expect(idle.machine.isClosed)
    #expect(idle.submit("b") == [.answer(id: "b", .interrupted)])
    var busy = try Driver()
    _ = busy.open("a")
    #expect(busy.handle(.close) == [.end(politely: false), .answer(id: "a", .interrupted)])
  }
}

@Suite struct LineSplitterTests {
  @Test func `lines are complete however the bytes are split`() {
    var splitter = LineSplitter()
    var lines: [[UInt8]] = []
    for byte in Array("one\r\n\ntwo\nrest".utf8) {
      splitter.append([byte])
      while let line = splitter.next() { lines.append(line) }
    }
    #expect(lines.map { String(decoding: $0, as: UTF8.self) } == ["one", "", "two"])
  }

  @Test func `a line at the cap passes and one byte more does not`() {
    var splitter = LineSplitter(cap: 4)
    splitter.append(Array("abcd\n".utf8))
    #expect(splitter.next()?.count == 4 && !splitter.isOverlong)
    splitter.append(Array("abcde".utf8))
    #expect(splitter.next() == nil && splitter.isOverlong)
  }

  @Test func `an overlong line is found even when its end is there`() {
    var splitter = LineSplitter(cap: 4)
    splitter.append(Array("abcde\n".utf8))
    #expect(splitter.next() == nil && splitter.isOverlong)
  }
}
