import RogueModel

struct CurlBenchmark: Benchmark {
  let name = "curl"
  func measure() async throws -> [Measurement] { throw HarnessFailure(.adapterUnavailable, "no recipe yet") }
}
