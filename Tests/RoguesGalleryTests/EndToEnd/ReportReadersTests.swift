import Foundation
import RoguePlatform
import TestSupport
import Testing

/// What programs that nobody here wrote make of the reports of a real run.
@Suite(.timeLimit(.minutes(15))) struct ReportReadersTests {
  private static func report(_ kinds: [String: String]) async throws -> TemporaryWorkplace {
    let place = try TemporaryWorkplace()
    let run = try await place.run([
      "run", "-q", "-a", "curl", "-a", "accept-all", "--timeout", "60s", "--axes", "tls=1.3", "--log",
      place.path("run.jsonl"), "usage", "trust/unknown-ca",
    ])
    #expect(run.status == 1, "\(run)")
    let reports = kinds.flatMap { ["--to", "\($0.key)=\(place.path($0.value))"] }
    let made = try await place.run(["report", place.path("run.jsonl")] + reports)
    #expect(made.status == 0, "\(made)")
    return place
  }

  private static func read(_ program: String, _ arguments: [String]) async throws -> (status: Int32, output: String) {
    let result = try await blocking {
      ChildCommand(
        program: program, arguments: arguments, environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"],
        deadlineMilliseconds: 600_000, keptBytes: 16 << 20, floodBytes: 16 << 20
      ).runBlocking()
    }
    guard case .exited(let status) = result.ending else { throw BuiltCommand.Abnormal(ending: result.ending) }
    return (status, String(decoding: result.standardOutput + result.standardError, as: UTF8.self))
  }

  private static func count(_ place: TemporaryWorkplace) throws -> (cases: Int, gating: Int) {
    let log = try RunLog(path: place.path("run.jsonl"))
    let cases = log.lines.filter { $0["type"] as? String == "case" }
    let failing: Set<String> = ["false-accept", "leak", "false-cancel", "error", "inconclusive"]
    return (
      cases.count, cases.count { $0["level"] as? String != "may" && failing.contains($0["verdict"] as? String ?? "") }
    )
  }

  @Test func `Perl's reader of TAP counts the cases, and finds those that fail`() async throws {
    let place = try await Self.report(["tap": "report.tap"])
    let (cases, gating) = try Self.count(place)
    let read = try await Self.read("/usr/bin/prove", ["-e", "cat", place.path("report.tap")])
    #expect(read.status != 0)
    #expect(read.output.contains("Failed \(gating)/\(cases) subtests"), "\(read.output)")
    #expect(!read.output.contains("Parse errors"), "\(read.output)")
  }

  @Test(.sweep) func `readers of JSON Schema, JUnit, CTRF and SARIF take the reports`() async throws {
    let place = try await Self.report(["junit": "report.xml", "ctrf": "report.ctrf.json", "sarif": "report.sarif"])
    try place.write(try await BuiltCommand.run(["schema", "log"]).output, to: "log.schema.json")
    let home = ProcessInfo.processInfo.environment["HOME"] ?? "/root"
    let python = try await Self.read(
      "/bin/sh", ["-c", "HOME='\(home)' '\(BuiltCommand.root.path)/Tools/consumers'"])
    let program = python.output.trimmingCharacters(in: .whitespacesAndNewlines) + "/python"
    let read = try await Self.read(program, [BuiltCommand.root.path + "/Tools/read-reports.py", place.folder])
    #expect(read.status == 0, "\(read.output)")
    let (cases, gating) = try Self.count(place)
    let lines = read.output.split(separator: "\n").map(String.init)
    #expect(lines.contains("log \(cases)") && lines.contains("ctrf \(cases)"), "\(read.output)")
    #expect(lines.contains("junit \(cases) \(gating)"), "\(read.output)")
    #expect(lines.contains { $0.hasPrefix("sarif ") && $0 != "sarif 0" }, "\(read.output)")
  }
}
