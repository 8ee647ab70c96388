import RogueModel
import RogueRunner
import RogueStimuli
import Synchronization

/// Worlds and scenarios in a few words.
enum Sample {
  static let here = SourceLocation(file: "sample.yaml", line: 1, column: 1)

  static func world(present: [String] = ["leaf"], id: String = "site") -> World {
    World(
      id: id, title: "", domain: "rogues.test",
      certificates: [
        CertificateRecipe(name: "root", isCA: true), CertificateRecipe(name: "leaf", issuer: "root", hosts: ["pinned"]),
        CertificateRecipe(name: "rogue", hosts: ["pinned"]),
      ], keys: [], stores: World.Stores(system: ["root"], user: []), host: "pinned",
      server: ServerRecipe(present: present), responders: [:],
      policies: [
        PolicyRecipe(name: "anchor", anchors: ["root"], location: here),
        PolicyRecipe(name: "system", location: here),
      ], location: here)
  }

  static func scenario(
    _ id: String, rogue: Bool, expect: Expectation = Expectation(answers: [.init(disposition: .cancel)]),
    policies: [String] = ["anchor"], axes: Scenario.Axes = .init(tls: [.tls13]), steps: Int = 1
  ) -> Scenario {
    let mutation = Mutation(path: ["server", "present"], value: "[rogue]", location: here)
    let last = Scenario.Step(
      mutation: rogue ? mutation : nil, world: world(present: rogue ? ["rogue"] : ["leaf"]),
      expectations: Dictionary(uniqueKeysWithValues: policies.map { ($0, rogue ? expect : .accept) }))
    let healthy = Scenario.Step(
      mutation: nil, world: world(), expectations: Dictionary(uniqueKeysWithValues: policies.map { ($0, .accept) }))
    return Scenario(
      id: id, title: id, why: "", level: .must, severity: .high, references: [], tags: [], world: world(),
      policies: policies, steps: Array(repeating: healthy, count: steps - 1) + [last], axes: axes, needs: [],
      location: here)
  }
}

/// Time that goes on by itself from 1970 on, and jumps on demand.
final class FakeTime: Sendable {
  private let start = ContinuousClock.now
  private let jumps = Mutex((wall: Duration.zero, steady: Duration.zero))
  private let fixed: Timestamp?

  init(fixed: Timestamp? = nil) { self.fixed = fixed }

  var clock: RunClock {
    RunClock(
      wall: { ContinuousClock.now - self.start + self.jumps.withLock(\.wall) },
      steady: { ContinuousClock.now - self.start + self.jumps.withLock(\.steady) }, fixed: fixed)
  }

  /// Time passes.
  func pass(_ duration: Duration) { jumps.withLock { $0 = ($0.wall + duration, $0.steady + duration) } }

  /// Somebody sets the machine's clock.
  func set(by duration: Duration) { jumps.withLock { $0.wall += duration } }
}

/// Bytes that are nothing but names.
struct FakeMinter: HierarchyMinter {
  struct Signer: RevocationSigner {
    func crl(of issuer: String) throws(HarnessFailure) -> [UInt8]? { Array("crl \(issuer)".utf8) }
    func ocspResponse(
      about certificate: String, request: [UInt8]?, recipe: OCSPRecipe?
    ) throws(HarnessFailure) -> [UInt8] { Array("ocsp \(certificate)".utf8) }
  }

  func mint(_ world: World, _ request: MintRequest) throws(HarnessFailure) -> Hierarchy {
    var certificates: [String: MintedCertificate] = [:]
    for recipe in world.certificates {
      let bytes = Array("\(request.salt) \(recipe.name)".utf8)
      certificates[recipe.name] = MintedCertificate(
        name: recipe.name, der: bytes, serial: [1], issuer: recipe[Issuer.self],
        key: KeyMaterial(type: request.keyType, spki: bytes, privateKey: bytes))
    }
    return Hierarchy(certificates: certificates, keys: [:], revocation: Signer())
  }
}

/// A server side that sees what the adapter did through a shared log of calls.
final class FakeServers: RogueServerHost {
  let engines = ["swift", "second"]
  let callLog: EventCollector

  init(_ callLog: EventCollector) { self.callLog = callLog }

  func withConversation<Result: Sendable>(
    _ opening: ConversationOpening, _ body: @Sendable (any ServedConversation) async throws -> Result
  ) async throws -> Result {
    try await body(Conversation(callLog: callLog))
  }

  final class Conversation: ServedConversation {
    let address = "127.0.0.1"
    let port: UInt16 = 1
    let proxy: String? = nil
    let callLog: EventCollector
    private let path = Mutex("")

    init(callLog: EventCollector) { self.callLog = callLog }

    func begin(_ attempt: ServedAttempt) throws(HarnessFailure) {
      path.withLock { $0 = attempt.path }
      callLog.served.withLock { $0[attempt.path] = attempt }
    }

    func end(graceMilliseconds: Int) async throws(HarnessFailure) -> Observation {
      let path = path.withLock { $0 }
      return callLog.observations.withLock { $0.removeValue(forKey: path) ?? Observation() }
    }
  }
}

/// What the fake validator and the fake server know of each other, by the paths of attempts.
final class EventCollector: Sendable {
  let served = Mutex<[String: ServedAttempt]>([:])
  let observations = Mutex<[String: Observation]>([:])
  let asked = Mutex<[String]>([])
  let attempts = Mutex<[Attempt]>([])
}

/// A validator that is a closure over what the server presents.
struct FakeAdapter: Adapter {
  var description: AdapterDescription
  var callLog: EventCollector
  var answer: @Sendable (_ presented: ServedAttempt, _ count: Int) -> (AdapterOutcome, Observation)

  init(
    _ name: String, callLog: EventCollector, capabilities: Set<Capability> = Set(Capability.known),
    answer: @escaping @Sendable (_ presented: ServedAttempt, _ count: Int) -> (AdapterOutcome, Observation)
  ) {
    self.description = AdapterDescription(
      name: name, door: .exec, library: name, version: "1", capabilities: capabilities)
    self.callLog = callLog
    self.answer = answer
  }

  func withConversation<Result: Sendable>(
    _ id: String, _ body: @Sendable (any AdapterConversation) async throws -> Result
  ) async throws -> Result {
    let count = callLog.asked.withLock { asked -> Int in
      asked.append(id)
      return asked.count
    }
    return try await body(Conversation(adapter: self, count: count))
  }

  struct Conversation: AdapterConversation {
    var adapter: FakeAdapter
    var count: Int

    func perform(_ attempt: Attempt) async throws(HarnessFailure) -> AdapterReport {
      guard let served = adapter.callLog.served.withLock({ $0[attempt.connect.path] }) else {
        throw HarnessFailure(.internal, "nothing is served at \(attempt.connect.path)")
      }
      adapter.callLog.attempts.withLock { $0.append(attempt) }
      let (outcome, observation) = adapter.answer(served, count)
      adapter.callLog.observations.withLock { $0[attempt.connect.path] = observation }
      return AdapterReport(outcome: outcome, milliseconds: 1)
    }
  }

  // MARK: Ready-made answers

  static func accepts(_ served: ServedAttempt) -> (AdapterOutcome, Observation) {
    (
      .statement(Statement(said: .accept, nonce: served.nonce)),
      Observation(connections: [connection(served, accepted: true)])
    )
  }

  static func cancels(_ served: ServedAttempt) -> (AdapterOutcome, Observation) {
    (
      .statement(Statement(said: .cancel, reason: .untrusted, phase: .handshake)),
      Observation(connections: [connection(served, accepted: false)])
    )
  }

  /// Right about everything: accepts the leaf, cancels the rest.
  static func right(_ served: ServedAttempt) -> (AdapterOutcome, Observation) {
    String(decoding: served.presentation.certificates[0], as: UTF8.self).hasSuffix(" leaf")
      ? accepts(served) : cancels(served)
  }

  static func connection(_ served: ServedAttempt, accepted: Bool) -> ConnectionEvidence {
    ConnectionEvidence(index: 1, owner: .adapter, openedAt: 0) {
      $0.closedAt = 3
      $0.version = served.version
      $0.serverCertificates = served.presentation.certificates
      $0.certificatesSentAt = 1
      $0.clientFinishedAt = accepted ? 2 : nil
      $0.applicationBytes = accepted ? 10 : 0
      $0.firstApplicationAt = accepted ? 2 : nil
      $0.request = accepted ? "GET \(served.path) HTTP/1.1" : nil
      $0.nonceSentAt = accepted ? 2 : nil
      $0.end = ConnectionEnd(by: accepted ? .server : .client, how: .closeNotify)
    }
  }
}

/// Keeps every event; fails on demand.
final class RecordingRecorder: Recorder {
  let events = Mutex<[RunEvent]>([])
  let failsAfter: Int?

  init(failsAfter: Int? = nil) { self.failsAfter = failsAfter }

  func record(_ event: RunEvent) throws(HarnessFailure) {
    let count = events.withLock { events -> Int in
      events.append(event)
      return events.count
    }
    if let failsAfter, count > failsAfter { throw HarnessFailure(.files, "no space left") }
  }

  /// Finished cases in the order of their events, verdicts only.
  var verdicts: [String] {
    events.withLock { events in
      events.compactMap { event in
        if case .caseFinished(let result) = event { return "\(result.caseID) \(result.judgement.verdict.rawValue)" }
        return nil
      }
    }
  }
}

/// A run that is over, with its final results in the order of the plan.
struct Ran: Sendable {
  var results: [CaseResult]
  var footer: RunFooter
  var recorderFailure: HarnessFailure?

  static func run(
    _ plan: Plan, _ configuration: Runner.Configuration, _ callLog: EventCollector,
    recorder: any Recorder = RecordingRecorder(),
    time: FakeTime = FakeTime()
  ) async -> Ran {
    struct Both: Recorder {
      var recorder: any Recorder
      var memory: ResultMemory

      func record(_ event: RunEvent) throws(HarnessFailure) {
        memory.record(event)
        try recorder.record(event)
      }
    }
    let memory = ResultMemory()
    let runner = Runner(
      configuration: configuration, minter: FakeMinter(), servers: FakeServers(callLog),
      responderBase: "http://127.0.0.1:1", clock: time.clock, recorder: Both(recorder: recorder, memory: memory),
      results: memory)
    let summary = await runner.run(plan)
    return Ran(
      results: memory.results(of: plan.planned), footer: summary.footer, recorderFailure: summary.recorderFailure)
  }
}
