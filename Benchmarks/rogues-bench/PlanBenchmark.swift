import BareFloors
import RogueModel
import RoguePlatform

/// The memory of a whole run with its reports by the number of its cases, and of reports and a comparison over its log.
///
/// The cases are cells of tables, put to a validator that accepts everything: most of them fail, and a failure takes more
/// than a pass in every report.
struct PlanBenchmark: Benchmark {
  let name = "plan"

  /// So many copies of the table of pins, which has some thousand cases.
  private static let copies = [1, 8, 38]
  private static let table = "Scenarios/pin/table.yaml"
  private static let kinds = ["junit", "ctrf", "sarif", "tap", "markdown"]
  /// In mebibytes.
  private static let aim = 300.0

  func measure() async throws -> [Measurement] {
    let program = try StartUpBenchmark.command()
    let folder = try Files.makeTemporaryDirectory()
    defer { try? Files.removeTemporaryDirectory(folder) }
    // Logs of this size have no place in memory.
    let logs = ".build/bench-plan"
    try Files.makeDirectory(logs)
    defer { try? Files.removeTree(logs) }
    let tables = try Self.multiply(into: folder)
    let environment = ["PATH": "/usr/bin:/bin", "HOME": folder]
    var measurements: [Measurement] = []
    for count in Self.copies {
      let log = "\(logs)/\(count).jsonl"
      let reports = Self.kinds.map { "\($0)=\(log).\($0)" } + ["html=\(logs)/\(count)"]
      let run = try Self.peak(
        program,
        ["run", "--adapter", "accept-all", "--quiet", "--log", log, "--catalogue", folder]
          + reports.flatMap { ["--report", $0] } + tables.prefix(count), environment)
      let cases = try Self.cases(in: log)
      measurements.append(Self.measurement("a run of \(cases) cases with \(reports.count) reports", run))
      let again = try Self.peak(program, ["report", log] + reports.flatMap { ["--to", $0] }, environment)
      measurements.append(Self.measurement("rogues report over its log, the same reports", again))
      measurements.append(
        Self.measurement("rogues diff of its log", try Self.peak(program, ["diff", log, log], environment)))
    }
    return measurements
  }

  private static func measurement(_ subject: String, _ peak: Int) -> Measurement {
    Measurement(
      subject: "memory of \(subject)", unit: .mebibytes, value: Double(peak) / Double(1 << 20), aim: .below(aim))
  }

  private static func peak(_ program: String, _ arguments: [String], _ environment: [String: String]) throws -> Int {
    let (status, peak) = try BareProcess(program, arguments: arguments, environment: environment).waitForMemory()
    guard [0, 1].contains(status) else {
      throw HarnessFailure(.internal, "rogues \(arguments[0]) ended with \(status)")
    }
    return peak
  }

  /// The table again and again, each time under a name of its own.
  private static func multiply(into folder: String) throws -> [String] {
    let text = String(decoding: try Files.read(table), as: UTF8.self)
    try Files.makeDirectory("\(folder)/Scenarios/pin")
    return try (1...(copies.max() ?? 1)).map { number in
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        line.hasPrefix("table:") ? "table: pin/copy-\(number)-table" : String(line)
      }
      try Files.write(lines.joined(separator: "\n"), to: "\(folder)/Scenarios/pin/copy-\(number)-table.yaml")
      return "pin/copy-\(number)-table"
    }
  }

  /// How many cases the last line of a log counts.
  private static func cases(in log: String) throws -> Int64 {
    let file = try FileReader(log)
    let end = try file.read(max(0, file.size - (1 << 16))..<file.size)
    guard let line = end.split(separator: UInt8(ascii: "\n")).last,
      let counts = try JSON(parsing: line)["counts"]?.members
    else { throw HarnessFailure(.internal, "\(log) has no end") }
    return counts.reduce(0) { $0 + ($1.value.integer ?? 0) }
  }
}
