import RogueModel
import RoguePlatform
import RogueServers
import RogueStimuli

/// Connections that resume one session, served by each engine, against a raw libssl loop whose clients do the
/// same.
struct ResumptionBenchmark: Benchmark {
  let name = "resumption"

  private static let count = 400
  private static let rounds = 5

  func measure() async throws -> [Measurement] {
    let stand = try BenchAttempt()
    let servers = try LoopbackServers()
    defer { servers.shutDown() }
    var measurements: [Measurement] = []
    for version in TLSVersion.allCases {
      let loop = try stand.loop(version, resumes: true)
      for engine in LoopbackServers.engineNames {
        let client = try BareClient(anchors: stand.anchors, host: stand.host, version: version, resumes: true)
        var attempt = stand.attempt
        attempt.version = version
        attempt[Resumption.self] = .any
        let served = attempt
        let rounds = try await servers.withConversation(stand.opening(engine)) { conversation in
          try await Rounds(
            Self.rounds, floor: { try loop.run(Self.count) },
            subject: {
              try conversation.begin(served)
              let trouble = try client.ask([conversation.port], clientsPerPort: 2, Self.count) { served.nonce }
              if let trouble { throw HarnessFailure(.internal, "\(engine) failed: \(trouble)") }
              return Self.count
            })
        }
        measurements.append(
          Measurement(
            subject: "sessions taken up again, TLS \(version.rawValue), engine \(engine), against a raw libssl loop",
            unit: .perSecond("handshake"), value: rounds.bestRates.subject, floor: rounds.bestRates.floor,
            processorRatio: rounds.processorRatio, aim: .ratioAtLeast(0.6)))
      }
    }
    return measurements
  }
}
