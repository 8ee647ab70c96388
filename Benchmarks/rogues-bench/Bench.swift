import RoguePlatform

/// Measures the harness against floors that do the same work with nothing around it, and prints the ratios.
///
/// Words on the command line choose benchmarks by their names. Exits with 1 when something could not be measured; a
/// ratio below its aim is not an error: machines differ.
@main
struct Bench {
  static func main() async {
    Signals.ignoreBrokenPipe()
    let wanted = CommandLine.arguments.dropFirst()
    var report = BenchReport()
    let benchmarks: [any Benchmark] = [
      MintingBenchmark(), EnginesBenchmark(), ResumptionBenchmark(), BehavioursBenchmark(), RespondersBenchmark(),
      OwnershipBenchmark(), CasesBenchmark(),
      CurlBenchmark(), AdaptersBenchmark(), StartUpBenchmark(), MemoryBenchmark(), PlanBenchmark(),
    ]
    for benchmark in benchmarks where wanted.isEmpty || wanted.contains(benchmark.name) {
      let began = MonotonicInstant.now
      do {
        report.add(try await benchmark.measure())
      } catch {
        report.fail(benchmark.name, "\(error)")
      }
      report.spent(MonotonicInstant.now.microseconds(since: began), on: benchmark.name)
    }
    do {
      try StandardStream.output.write(report.text)
    } catch {
      Signals.exitNow(1)
    }
    Signals.exitNow(report.isComplete ? 0 : 1)
  }
}

/// A comparison, or several that belong together.
protocol Benchmark: Sendable {
  /// One word: how it is asked for.
  var name: String { get }
  func measure() async throws -> [Measurement]
}
