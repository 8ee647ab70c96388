import RogueModel
import Testing

@testable import RogueReports

@Suite struct EventLogTests {
  static func log(_ events: [RunEvent] = SampleRun.events()) throws -> String {
    try record(events) { EventLogRecorder(write: $0) }
  }

  static func read(_ log: String, _ truncation: EventLogReader.Truncation = .refused) throws -> [RunEvent] {
    try EventLogReader(name: "log.jsonl", truncation: truncation).events(in: log.utf8)
  }

  static func failure(_ log: String) throws -> String {
    let error = #expect(throws: HarnessFailure.self) { _ = try read(log) }
    #expect(error?.code == .badData)
    return error?.message ?? ""
  }

  @Test func `a log reads back into events that write the same log`() throws {
    let log = try Self.log()
    #expect(try Self.log(Self.read(log)) == log)
    #expect(log.split(separator: "\n").count == 3 + SampleRun.others.count + 2)
  }

  @Test func `the evidence of both witnesses survives`() throws {
    let read = try Self.read(Self.log()).compactMap { event -> CaseResult? in
      if case .caseFinished(let result) = event { return result }
      return nil
    }
    let written = [SampleRun.falseAccept] + SampleRun.others
    try #require(read.count == written.count)
    for (left, right) in zip(read, written) {
      #expect(left.judgement == right.judgement)
      #expect(left.control == right.control)
      #expect(left.axes == right.axes)
      #expect(left.location == right.location)
      try #require(left.steps.count == right.steps.count)
      for (step, original) in zip(left.steps, right.steps) {
        #expect(step.observation == original.observation)
        #expect(step.report == original.report)
        #expect(step.judgement == original.judgement)
        #expect(step.exercised == original.exercised)
        #expect(step.mutation == original.mutation)
        #expect(step.expected == original.expected)
      }
      #expect(left.exposesIdentity == right.exposesIdentity)
      #expect(left.artifacts == right.artifacts)
    }
  }

  @Test func `header and footer survive`() throws {
    let events = try Self.read(Self.log())
    guard case .started(let header) = events.first, case .finished(let footer) = events.last else {
      Issue.record("no header or no footer")
      return
    }
    let written = SampleRun.header(.run)
    #expect(header.adapters == written.adapters)
    #expect(header.planned == written.planned)
    #expect(header.clock == written.clock)
    #expect(header.seed == written.seed)
    #expect(header.arguments == written.arguments)
    #expect(!footer.complete)
    #expect(footer.counts == SampleRun.footer.counts)
    #expect(footer.spent.map(\.activity) == ["adapters", "servers", "minting"])
  }

  @Test func `the plan is unknown until the end of the log`() throws {
    let lines = try Self.log().split(separator: "\n").map(String.init)
    let header = SampleRun.header(.run)
    #expect(lines[lines.count - 2].hasPrefix(#"{"type":"plan""#))
    #expect(!lines.dropLast(2).contains { $0.contains("planned") })
    // Of a run that was killed the rest can be read.
    guard case .started(let read)? = try Self.read(lines.dropLast(2).joined(separator: "\n") + "\n", .accepted).first
    else { throw HarnessFailure(.internal, "no header") }
    #expect(read.planned.isEmpty && read.adapters.map(\.name) == header.adapters.map(\.name))
  }

  @Test func `a long plan has separate lines, and reads back in order`() throws {
    var header = SampleRun.header(.run)
    header.planned = (0..<EventLog.longestPlan * 2 + 3).map { number in
      PlannedCase(
        adapter: "curl", caseID: "a/s\(number)[tls=1.3,policy=p]", scenario: "a/s\(number)", level: .must,
        severity: .high, unsupported: number % 7 == 0 ? "anchors: has none" : nil)
    }
    let log = try Self.log([.started(header), .finished(SampleRun.footer)])
    #expect(log.split(separator: "\n").map { $0.contains("\"type\":\"plan\"") } == [false, true, true, true, false])
    guard case .started(let read)? = try Self.read(log).first else {
      Issue.record("no header")
      return
    }
    #expect(read.planned == header.planned)
  }

  @Test func `results are read back from the log, the latest of each case`() throws {
    var revised = SampleRun.falseAccept
    revised.judgement = Judgement(.inconclusive, "the control failed in the end")
    var events = SampleRun.events()
    events.insert(.caseFinished(revised), at: events.count - 1)
    let collector = Collector()
    let lines = CaseLines { range in Array(collector.text.utf8)[range] }
    let recorder = EventLogRecorder(lines: lines, write: collector.writer)
    for event in events { try recorder.record(event) }
    let memory = ResultMemory()
    for event in events { memory.record(event) }
    for case .caseFinished(let result) in events {
      let again = try #require(try lines.result(of: result.caseID, result.adapter))
      let known = try #require(memory.result(of: result.caseID, result.adapter))
      #expect(EventLog.line(of: again) == EventLog.line(of: known))
    }
    #expect(try lines.result(of: revised.caseID, revised.adapter)?.judgement.verdict == .inconclusive)
    #expect(try lines.result(of: "a/nothing[]", "curl") == nil)
  }

  @Test func `a line that is not there any more is an error, and never another case`() throws {
    let collector = Collector()
    let lines = CaseLines { range in
      // Somebody has written over it.
      Array(collector.text.replacing("\"case\":\"", with: "\"case\":\"x").utf8)[range]
    }
    let recorder = EventLogRecorder(lines: lines, write: collector.writer)
    for event in SampleRun.events() { try recorder.record(event) }
    #expect(throws: HarnessFailure.self) {
      try lines.result(of: SampleRun.falseAccept.caseID, SampleRun.falseAccept.adapter)
    }
  }

  @Test(arguments: [1, 2, 3, 7, 64, 100_000]) func `a log reads the same in pieces of any size`(size: Int) throws {
    let bytes = Array(try Self.log().utf8)
    // A source may give less than it is asked for.
    let source = LogSource(size: bytes.count) { range in bytes[range.prefix(size)] }
    var events: [RunEvent] = []
    try EventLogReader(name: "log").check(source).forEach { (event) throws(HarnessFailure) in events.append(event) }
    #expect(try Self.log(events) == Self.log())
  }

  @Test func `certificates occur once in a line, whichever side presented them`() throws {
    let line = try #require(
      try Self.log().split(separator: "\n").first { $0.contains("\"FALSE") || $0.contains("false-accept") })
    let json = try JSON(parsing: line.utf8)
    #expect(json["certificates"]?.array?.count == 2)
    #expect(
      json["steps"]?.array?.first?["observation"]?["connections"]?.array?.first?["serverCertificates"]
        == .array([0, 1]))
  }

  @Test func `a case that is judged again is a revision`() throws {
    var revised = SampleRun.falseAccept
    revised.judgement = Judgement(.inconclusive, "the control failed in the end")
    var events = SampleRun.events()
    events.insert(.caseFinished(revised), at: events.count - 1)
    let log = try Self.log(events)
    #expect(try Self.log(Self.read(log)) == log)
    #expect(log.contains("\"revision\":true"))
  }

  @Test func `a log without its footer is an error, and readable on request`() throws {
    let lines = try Self.log().split(separator: "\n").map { $0 + "\n" }
    let cut = lines.dropLast().joined() + lines[lines.count - 1].prefix(20)
    let message = try Self.failure(cut)
    #expect(message.hasPrefix("log.jsonl:\(lines.count - 1): "))
    #expect(message.contains("without its footer"))
    #expect(try Self.read(cut, .accepted).count == lines.count - 2)
  }

  @Test(arguments: [
    ("not JSON at all", "no JSON"), ("[]", "a JSON object is expected here"), ("{}", "'type' is missing"),
    ("{\"type\":\"surprise\"}", "unknown value 'surprise'"), ("{\"type\":\"control\"}", "'adapter' is missing"),
  ])
  func `a line that is not JSON is an error with its number`(line: String, words: String) throws {
    var lines = try Self.log().split(separator: "\n").map(String.init)
    lines.insert(line, at: 2)
    let message = try Self.failure(lines.joined(separator: "\n") + "\n")
    #expect(message.hasPrefix("log.jsonl:3: "))
    #expect(message.contains(words))
  }

  @Test func `a duplicate case is an error`() throws {
    var lines = try Self.log().split(separator: "\n").map(String.init)
    lines.insert(lines[3], at: 4)
    #expect(try Self.failure(lines.joined(separator: "\n") + "\n").contains("appears twice"))
  }

  @Test func `order counts: header first, once, and nothing after the footer`() throws {
    let lines = try Self.log().split(separator: "\n").map(String.init)
    #expect(
      try Self.failure(lines.dropFirst().joined(separator: "\n") + "\n").contains("does not begin with its header"))
    #expect(try Self.failure(([lines[0]] + lines).joined(separator: "\n") + "\n").contains("a second header"))
    #expect(try Self.failure((lines + [lines[2]]).joined(separator: "\n") + "\n").contains("after the footer"))
    #expect(try Self.failure("").contains("empty"))
  }

  @Test func `a log of another format is refused`() throws {
    let log = try Self.log().replacing("\"format\":1", with: "\"format\":2")
    #expect(try Self.failure(log).contains("the log has format 2, this command reads format 1: rogues 0.1.0 wrote it"))
  }

  @Test func `numbers out of range are errors, not traps`() throws {
    let log = try Self.log().replacing("\"cipherSuite\":4866", with: "\"cipherSuite\":70000")
    #expect(try Self.failure(log).contains("'cipherSuite' should be an integer in range"))
    let wild = try Self.log().replacing("\"serverCertificates\":[0,1]", with: "\"serverCertificates\":[0,9]")
    #expect(try Self.failure(wild).contains("names certificate 9"))
  }
}
