import BareFloors
import RogueModel
import RoguePlatform
import RogueScenarios

/// From nothing to the list of a catalogue of two thousand scenarios, or to one of them: what a user waits for before
/// anything is seen, and a shell before it completes a word.
struct StartUpBenchmark: Benchmark {
  let name = "start-up"

  private static let scenarios = 2000

  func measure() async throws -> [Measurement] {
    let program = try Self.command()
    let catalogue = try Files.makeTemporaryDirectory()
    defer { try? Files.removeTemporaryDirectory(catalogue) }
    try Self.multiply(into: catalogue)
    // Summaries are kept under the user's folder; without one, every list reads every file.
    let home = try Files.makeTemporaryDirectory()
    defer { try? Files.removeTemporaryDirectory(home) }
    let (kept, unkept) = (Self.environment(home: home), Self.environment())
    var measurements: [Measurement] = []
    for arguments in [["list"], ["list", "--ids"], ["explain", "trust/unknown-ca"]] {
      measurements.append(
        Measurement(
          subject: "rogues \(arguments.joined(separator: " ")), the whole process, of \(Self.scenarios) scenarios",
          unit: .milliseconds,
          value: try await Self.milliseconds(program, arguments + ["--catalogue", catalogue], kept, rounds: 31),
          aim: .below(50)))
    }
    let first = try await Self.milliseconds(program, ["list", "--catalogue", catalogue], unkept, rounds: 31)
    let version = try await Self.milliseconds(program, ["--version"], unkept, rounds: 31)
    return measurements + [
      Measurement(
        subject: "rogues list, without an index, of \(Self.scenarios) scenarios", unit: .milliseconds,
        value: first,
        aim: .none),
      Measurement(subject: "rogues --version, for comparison", unit: .milliseconds, value: version, aim: .none),
    ]
  }

  /// The catalogue of the working folder, and its scenarios again under other names until there are so many.
  private static func multiply(into folder: String) throws {
    try Files.makeDirectory("\(folder)/Certs")
    try Files.makeDirectory("\(folder)/Certs/worlds")
    try Files.makeDirectory("\(folder)/Scenarios")
    for entry in try Files.list("Certs/worlds") where entry.path.hasSuffix(".yaml") {
      try Files.write(try Files.read("Certs/worlds/\(entry.path)"), to: "\(folder)/Certs/worlds/\(entry.path)")
    }
    let entries = try Files.list("Scenarios", recursively: true)
    for family in entries where family.kind == .directory {
      try Files.makeDirectory("\(folder)/Scenarios/\(family.path)")
    }
    let files = entries.filter {
      $0.kind == .file && $0.path.hasSuffix(".yaml") && ScenarioFolder.subject(of: $0.path) == .scenario
    }
    guard !files.isEmpty else { throw HarnessFailure(.files, "the working folder has no scenario") }
    for number in 0..<scenarios {
      let file = files[number % files.count].path
      let again = number / files.count
      let name = again == 0 ? String(file.dropLast(5)) : "\(file.dropLast(5))-again-\(again)"
      let text = String(decoding: try Files.read("Scenarios/\(file)"), as: UTF8.self)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        line.hasPrefix("scenario:") ? "scenario: \(name)" : String(line)
      }
      try Files.write(lines.joined(separator: "\n"), to: "\(folder)/Scenarios/\(name).yaml")
    }
  }

  /// The command that was built beside this program.
  static func command() throws -> String {
    let own = try Files.currentExecutable()
    let program =
      own.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/") + "/rogues"
    guard Files.isExecutable(program) else { throw HarnessFailure(.files, "\(program) is not built") }
    return program
  }

  private static func environment(home: String? = nil) -> [String: String] {
    var environment = ["PATH": "/usr/bin:/bin"]
    environment["HOME"] = home
    return environment
  }

  /// In the median of rounds.
  private static func milliseconds(
    _ program: String, _ arguments: [String], _ environment: [String: String], rounds: Int
  ) async throws -> Double {
    var samples: [Double] = []
    for _ in 0..<rounds {
      let sample = try await Sample.of {
        let process = try BareProcess(program, arguments: arguments, environment: environment)
        let status = process.wait()
        guard status == 0 else { throw HarnessFailure(.internal, "\(program) ended with \(status)") }
        return 1
      }
      samples.append(sample.millisecondsEach)
    }
    return samples.median
  }
}
