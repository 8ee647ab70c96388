import Testing

@testable import RoguePlatform
@testable import RoguesGallery

@Suite struct RunLogsTests {
  private static let day: Int64 = 86_400

  /// A folder with these logs.
  private func logs(_ names: [String], size: Int = 10) throws -> RunLogs {
    let logs = RunLogs(folder: try Files.makeTemporaryDirectory(prefix: "rogues-logs"))
    for name in names {
      try Files.write([UInt8](repeating: 0x20, count: size), to: "\(logs.folder)/\(name).jsonl")
    }
    return logs
  }

  private func left(_ logs: RunLogs) throws -> Set<String> { Set(try Files.list(logs.folder).map(\.path)) }

  @Test func `logs are kept for thirty days, by the clock of the machine`() throws {
    let logs = try logs(["2031-run", "2026-run"])
    defer { try? Files.removeTemporaryDirectory(logs.folder) }
    let now = WallClock.secondsSince1970
    logs.prune(now: now + 29 * Self.day)
    #expect(try left(logs).count == 2)
    logs.prune(now: now + 31 * Self.day)
    #expect(try left(logs).isEmpty)
  }

  @Test func `of too many bytes the oldest go`() throws {
    let logs = try logs(["a", "b", "c"], size: 400)
    defer { try? Files.removeTemporaryDirectory(logs.folder) }
    logs.prune(now: WallClock.secondsSince1970, keptBytes: 1000)
    // Written in the same second, as like as not: their names say which is older.
    #expect(try left(logs) == ["b.jsonl", "c.jsonl"])
  }

  @Test func `an open log is never removed, and neither is another file`() throws {
    let logs = try logs(["a"], size: 400)
    defer { try? Files.removeTemporaryDirectory(logs.folder) }
    try Files.write("mine", to: "\(logs.folder)/notes.txt")
    let open = try #require(logs.open("live"))
    try open.append(String(repeating: "x", count: 4000))
    logs.prune(now: WallClock.secondsSince1970 + 400 * Self.day, keptBytes: 1)
    #expect(try left(logs) == ["live.jsonl", "notes.txt"])
    try open.close()
    logs.prune(now: WallClock.secondsSince1970 + 400 * Self.day)
    #expect(try left(logs) == ["notes.txt"])
  }

  @Test func `the folder is reported once`() throws {
    let logs = try logs([])
    defer { try? Files.removeTemporaryDirectory(logs.folder) }
    #expect(logs.announcement()?.contains("30 days, 500 MB") == true)
    #expect(logs.announcement() == nil)
  }

  @Test func `every run has a separate evidence folder, and the last one is found`() throws {
    let place = try Files.makeTemporaryDirectory(prefix: "rogues-logs")
    defer { try? Files.removeTemporaryDirectory(place) }
    let first = try RunArtifacts(in: "\(place)/out", named: "run-1").folder
    try Files.write("evidence", to: "\(first)/case.txt")
    let second = try RunArtifacts(in: "\(place)/out", named: "run-1").folder
    #expect(first != second)
    #expect(try Files.list(second).isEmpty)
    #expect(try Files.canonical("\(place)/out/latest") == Files.canonical(second))
  }
}
