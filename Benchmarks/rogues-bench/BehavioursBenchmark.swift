import RogueEngines
import RogueModel
import RoguePlatform
import RogueServers

/// Handshakes with each behaviour as the catalogue uses it, served by the Swift engine to libssl clients that leave or
/// go on as they like, against full handshakes of a raw libssl loop with the same clients.
struct BehavioursBenchmark: Benchmark {
  let name = "behaviours"

  private static let count = 200
  private static let rounds = 3
  /// What a server is slow at on purpose, or leaves to the client's deadline, has no rate.
  private static let waiting: Set<String> = ["stall", "slow-bytes"]

  /// A behaviour as a scenario has it.
  private struct Sample {
    var use: NamedUse
    var version: TLSVersion
  }

  /// What the classes are called, and what is in them.
  private static let classes: [(name: String, behaviours: Set<String>)] = [
    (
      "certificate lists", ["broken-certificate-list", "wrong-certificate-length", "certificate-request-context"]
    ),
    ("a list of megabytes", ["oversized-certificate-list"]),
    ("floods", ["flood", "late-flood"]),
    (
      "older and weaker TLS",
      ["old-version", "weak-cipher-suite", "rsa-key-exchange", "dhe", "export-rsa-key", "raw-public-key"]
    ),
    (
      "signatures and keys",
      [
        "bad-handshake-signature", "forged-handshake-signature", "wrong-signature-scheme", "bad-key-share",
        "bad-server-key-exchange", "corrupt-finished",
      ]
    ),
    (
      "messages out of place",
      [
        "omit-message", "repeat-message", "swap-messages", "early-change-cipher-spec", "early-finished",
        "application-data-before-finished", "trailing-bytes",
      ]
    ),
    ("records", ["empty-records", "fragmented-records", "overlong-records"]),
    ("no TLS", ["http-instead-of-tls", "tcp-reset-instead-of-tls"]),
  ]

  func measure() async throws -> [Measurement] {
    let stand = try BenchAttempt()
    let loop = try stand.loop()
    let servers = try LoopbackServers()
    defer { servers.shutDown() }
    let samples = try Self.samples()
    var groups = Self.classes
    let named = groups.reduce(into: Set<String>()) { $0.formUnion($1.behaviours) }
    let unknown = named.subtracting(Behaviours.descriptors.map(\.name))
    guard unknown.isEmpty else { throw HarnessFailure(.internal, "no behaviours: \(unknown.sorted())") }
    groups.append(("what is negotiated", Set(samples.map(\.use.name)).subtracting(named)))
    var measurements: [Measurement] = []
    for group in groups {
      let samples = samples.filter { group.behaviours.contains($0.use.name) }
      guard !samples.isEmpty else { continue }
      var presented: [Sample] = []
      for sample in samples where try await Self.isPresented(sample, stand, servers) { presented.append(sample) }
      guard !presented.isEmpty else { throw HarnessFailure(.internal, "no behaviour of \(group.name) was presented") }
      let chosen = presented
      let rounds = try await servers.withConversation(stand.opening("swift")) { conversation in
        try await Rounds(
          Self.rounds, floor: { try loop.run(Self.count * chosen.count) },
          subject: {
            for sample in chosen { try await Self.provoke(sample, stand, conversation, Self.count) }
            return Self.count * chosen.count
          })
      }
      measurements.append(
        Measurement(
          subject: "handshakes with \(group.name) (\(chosen.count) behaviours), against a raw libssl loop",
          unit: .perSecond("handshake"), value: rounds.bestRates.subject, floor: rounds.bestRates.floor,
          processorRatio: rounds.processorRatio, aim: .ratioAtLeast(0.6)))
    }
    return measurements
  }

  /// One of each behaviour.
  private static func samples() throws -> [Sample] {
    var samples: [String: Sample] = [:]
    for scenario in try ShippedCatalogue().scenarios where !scenario.steps.contains(where: { $0.reuse != .none }) {
      for step in scenario.steps {
        for use in step.world.server.behaviours where samples[use.name] == nil && !waiting.contains(use.name) {
          samples[use.name] = Sample(use: use, version: scenario.axes.tls.first ?? .tls13)
        }
      }
    }
    return samples.values.sorted { $0.use.name < $1.use.name }
  }

  /// Whether it is presented to these clients: what is about a retry or a client's certificate is not.
  private static func isPresented(
    _ sample: Sample, _ stand: BenchAttempt, _ servers: LoopbackServers
  ) async throws -> Bool {
    try await servers.withConversation(stand.opening("swift")) { conversation in
      try await provoke(sample, stand, conversation, 1)
      let seen = try await conversation.end(graceMilliseconds: 1000)
      return seen.connections.contains { $0.presented.contains(sample.use.name) }
    }
  }

  private static func provoke(
    _ sample: Sample, _ stand: BenchAttempt, _ conversation: any ServedConversation, _ count: Int
  ) async throws {
    var attempt = stand.attempt
    attempt.version = sample.version
    attempt.behaviours = [sample.use]
    // Ends the attempt before, which nobody asks to be decoded.
    try conversation.begin(attempt)
    let client = try BareClient(anchors: stand.anchors, host: stand.host, version: sample.version)
    try client.provoke(conversation.port, clients: 2, count, nonce: attempt.nonce)
  }
}
