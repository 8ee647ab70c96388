import RogueModel
import RoguePlatform

/// From nothing to the list of the whole catalogue: what a user waits for before anything is seen.
struct StartUpBenchmark: Benchmark {
  let name = "start-up"

  func measure() async throws -> [Measurement] {
    let program = try Self.command()
    let list = try await Self.milliseconds(program, ["list"], rounds: 31)
    let version = try await Self.milliseconds(program, ["--version"], rounds: 31)
    return [
      Measurement(
        subject: "rogues list, from the start of the process to its end", unit: .milliseconds, value: list,
        aim: .below(50)),
      Measurement(subject: "rogues --version, for comparison", unit: .milliseconds, value: version, aim: .none),
    ]
  }

  /// The command that was built beside this program.
  private static func command() throws -> String {
    let own = try Files.currentExecutable()
    let program =
      own.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/") + "/rogues"
    guard Files.isExecutable(program) else { throw HarnessFailure(.files, "\(program) is not built") }
    return program
  }

  /// In the median of rounds.
  private static func milliseconds(_ program: String, _ arguments: [String], rounds: Int) async throws -> Double {
    var samples: [Double] = []
    for _ in 0..<rounds {
      let sample = try await Sample.of {
        let process = try BareProcess(program, arguments: arguments, environment: ["PATH": "/usr/bin:/bin"])
        let status = process.wait()
        guard status == 0 else { throw HarnessFailure(.internal, "\(program) ended with \(status)") }
        return 1
      }
      samples.append(sample.millisecondsEach)
    }
    return samples.median
  }
}
