import BareFloors
import RogueModel
import RoguePlatform

/// The processor time of a comparison, against what the clients themselves need of it, for each adapter whose program is
/// here, and for all of them together.
///
/// Everything that the command does is counted: reading the catalogue, minting, serving, judging, writing the log. What
/// the clients need, and the shells and interpreters that start them, is the floor.
struct AdaptersBenchmark: Benchmark {
  let name = "adapters"

  /// As many scenarios as a team asks about in its CI.
  private static let arguments = ["--quiet", "--profile", "web", "--axes", "tls=1.3", "--log", "/dev/null"]
  /// Below it, ticks of the kernel's clock are what is measured.
  private static let shortest = 300.0

  func measure() async throws -> [Measurement] {
    let program = try StartUpBenchmark.command()
    var environment = ["PATH": ProcessEnvironment.value(of: "PATH") ?? "/usr/bin:/bin"]
    environment["HOME"] = ProcessEnvironment.value(of: "HOME")
    var measurements: [Measurement] = []
    var (all, clients) = (0.0, 0.0)
    for adapter in try Files.list("Adapters").filter({ $0.kind == .directory }).map(\.path).sorted()
    where Files.exists("Adapters/\(adapter)/adapter.yaml") {
      let process = try BareProcess(
        program, arguments: ["compare", "--adapter", adapter] + Self.arguments, environment: environment)
      let (status, time) = process.waitMeasured()
      // 69: the program is not installed.
      guard status == 0 || status == 1, let time, Double(time.children) > Self.shortest else { continue }
      let (own, floor) = (Double(time.own), Double(time.children))
      (all, clients) = (all + own + floor, clients + floor)
      measurements.append(
        Measurement(
          subject: "a comparison with \(adapter), against the client alone, in processor time", unit: .milliseconds,
          value: own + floor, floor: floor, aim: .none))
    }
    guard clients > 0 else { throw HarnessFailure(.adapterUnavailable, "no client of any adapter is installed") }
    return measurements + [
      Measurement(
        subject: "all of these comparisons together", unit: .milliseconds, value: all, floor: clients,
        aim: .ratioAtMost(1.5))
    ]
  }
}
