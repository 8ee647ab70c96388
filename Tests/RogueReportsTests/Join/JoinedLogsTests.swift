import RogueModel
import Testing

@testable import RogueReports

/// Logs that belong together become one run; whatever would make half a run look whole is an error.
@Suite struct JoinedLogsTests {
  private func shard(_ index: Int, _ count: Int, plan: String = "p") throws -> Shard {
    var shard = try #require(Shard(index: index, count: count))
    shard.plan = plan
    return shard
  }

  private func events(of logs: [CheckedLog]) throws -> [RunEvent] {
    var events: [RunEvent] = []
    try JoinedLogs(logs).forEach { (event) throws(HarnessFailure) in events.append(event) }
    return events
  }

  private func failure(_ logs: [CheckedLog]) -> String {
    let error = #expect(throws: HarnessFailure.self) { _ = try JoinedLogs(logs) }
    #expect(error?.code == .badData)
    return error?.message ?? ""
  }

  @Test func `one log joins to itself`() throws {
    let events = SampleRun.run(["a/b": .pass])
    let joined = try self.events(of: [try SampleRun.log("a", events)])
    #expect(try EventLogTests.log(joined) == EventLogTests.log(events))
  }

  @Test func `shards become the whole run, in any order`() throws {
    let logs = [
      try SampleRun.log("2", SampleRun.run(["a/c": .falseAccept], shard: try shard(2, 2))),
      try SampleRun.log("1", SampleRun.run(["a/b": .pass], shard: try shard(1, 2))),
    ]
    let events = try self.events(of: logs)
    guard case .started(let header) = events[0], case .finished(let footer) = events[events.count - 1] else {
      Issue.record("no header or no footer")
      return
    }
    #expect(header.shard == nil && header.adapters.map(\.name) == ["curl"])
    #expect(header.planned.map(\.scenario) == ["a/c", "a/b"])
    #expect(footer.complete && footer.counts == [.pass: 1, .falseAccept: 1])
    // What was joined is a log as any other.
    #expect(try EventLogTests.read(EventLogTests.log(events)).count == events.count)
  }

  @Test func `a shard that is missing, double, foreign or a whole run is an error`() throws {
    let one = try SampleRun.log("1.jsonl", SampleRun.run(["a/b": .pass], shard: try shard(1, 3)))
    let two = try SampleRun.log("2.jsonl", SampleRun.run(["a/c": .pass], shard: try shard(2, 3)))
    #expect(failure([one]).contains("shards are missing: 2/3, 3/3"))
    #expect(failure([one, two]).contains("shards are missing: 3/3"))
    #expect(failure([one, two, one]).contains("1.jsonl: the shard 1/3 is a duplicate of the one in 1.jsonl"))
    let other = try SampleRun.log("x.jsonl", SampleRun.run(["a/d": .pass], shard: try shard(3, 3, plan: "q")))
    #expect(failure([one, two, other]).contains("x.jsonl: the shard 3/3 is of another run"))
    let count = try SampleRun.log("y.jsonl", SampleRun.run(["a/d": .pass], shard: try shard(3, 4)))
    #expect(failure([one, two, count]).contains("is of another run"))
    let whole = try SampleRun.log("w.jsonl", SampleRun.run(["a/d": .pass]))
    #expect(failure([one, two, whole]).contains("w.jsonl: this is the log of a whole run"))
  }

  @Test func `another catalogue, another version and a log that was cut off are errors`() throws {
    let curl = try SampleRun.log("curl.jsonl", SampleRun.run(["a/b": .pass]))
    func python(_ catalogue: String? = "c1", version: String = "0.1.0") throws -> CheckedLog {
      try SampleRun.log(
        "py.jsonl",
        SampleRun.run(["a/b": .pass], adapter: SampleRun.python, catalogue: catalogue, version: version))
    }
    #expect(try events(of: [curl, try python()]).count == 4)
    #expect(
      failure([curl, try python("c2")]).contains("py.jsonl: its scenarios are of another catalogue than curl.jsonl"))
    #expect(failure([curl, try python(version: "0.2.0")]).contains("py.jsonl: rogues 0.2.0 wrote it, another version"))
    let cut = try SampleRun.log("py.jsonl", SampleRun.run(["a/b": .pass], adapter: SampleRun.python).dropLast())
    #expect(failure([curl, cut]).contains("py.jsonl: the log has no footer"))
    #expect(failure([curl, curl]).contains("curl is in curl.jsonl, too"))
  }

  @Test func `one shard that was interrupted makes the run incomplete`() throws {
    let logs = [
      try SampleRun.log("1", SampleRun.run(["a/b": .pass], shard: try shard(1, 2))),
      try SampleRun.log("2", SampleRun.run(["a/c": .pass], complete: false, shard: try shard(2, 2))),
    ]
    guard case .finished(let footer)? = try events(of: logs).last else {
      Issue.record("no footer")
      return
    }
    #expect(!footer.complete)
  }
}
