import Foundation
import RogueModel
import TestSupport
import Testing

@testable import RogueReports

/// The published schema says all that a log says.
@Suite struct LogSchemaTests {
  private static let check = SchemaCheck(LogSchema.document)

  static func lines(_ log: String) throws -> [JSON] {
    try log.split(separator: "\n").map { try JSON(parsing: Array($0.utf8)) }
  }

  @Test func `every line of a log matches the schema, and has no other key`() throws {
    let lines = try Self.lines(EventLogTests.log(LogSchemaTests.everything))
    #expect(Set(lines.compactMap { $0["type"]?.string }) == ["run", "control", "case", "plan", "end"])
    for line in lines {
      let problems = Self.check.problems(line)
      #expect(problems.isEmpty, "\(problems)")
    }
  }

  @Test func `a member that is missing, new or of another kind does not pass`() throws {
    let lines = try Self.lines(EventLogTests.log(LogSchemaTests.everything))
    for line in lines {
      let members = try #require(line.members)
      for index in members.indices {
        var less = members
        less.remove(at: index)
        #expect(!Self.check.problems(.object(less)).isEmpty, "\(members[index].name)")
        var other = members
        other[index].value = .number(1.5)
        #expect(!Self.check.problems(.object(other)).isEmpty, "\(members[index].name)")
      }
      #expect(!Self.check.problems(.object(members + [JSON.Member("surprise", 1)])).isEmpty)
    }
  }

  /// Every member that may be null has a value somewhere.
  static let everything: [RunEvent] = {
    var events = SampleRun.events()
    guard case .started(var header) = events[0], case .finished(var footer) = events[events.count - 1] else {
      return []
    }
    header.started = header.clock
    header.strict = true
    header.catalogue = "0a1b"
    header.profile = "core"
    header.coverage = RunCoverage(
      scenarios: 25, allScenarios: 100, cells: 0, tables: 0, allTables: 3, misses: "revocation")
    header.shard = Shard(index: 2, count: 3)
    header.adapters[0].connections = ConnectionRule(.process, "/run/app.pid")
    events[0] = .started(header)
    var result = SampleRun.result("curl", "time/leaf-expired", policy: "system", Judgement(.unstable, "differs"))
    result.repetitions = [Judgement(.pass, "cancelled"), Judgement(.falseAccept, "accepted")]
    result.baseline = BaselineMark(.changed, entry: "known.yaml:3", why: "because", issue: "X-1")
    events.insert(.caseFinished(result), at: events.count - 1)
    footer.stoppedAtFailure = true
    footer.shortfall = ["curl: pin.*: the profile requires it, and the adapter has none"]
    footer.baseline = BaselineReport(
      file: "known.yaml", known: 1,
      problems: [.init(.new, adapter: "curl", subject: "a/b", entry: nil, "leak, a new failure (not in the baseline)")])
    events[events.count - 1] = .finished(footer)
    return events
  }()

  @Test func `the records of a baseline, a repetition and a shard are read back from a log`() throws {
    let log = try EventLogTests.log(Self.everything)
    let events = try EventLogTests.read(log)
    #expect(try EventLogTests.log(events) == log)
    guard case .started(let header) = events[0], case .finished(let footer) = events[events.count - 1],
      case .started(let original) = Self.everything[0],
      case .finished(let ending) = Self.everything[Self.everything.count - 1]
    else {
      Issue.record("no header or no footer")
      return
    }
    #expect(header.started == original.started && header.strict && header.catalogue == "0a1b")
    #expect(header.profile == "core" && header.coverage == original.coverage && header.shard == original.shard)
    #expect(footer.baseline == ending.baseline && footer.stoppedAtFailure)
    #expect(footer.shortfall == ending.shortfall)
  }
}
