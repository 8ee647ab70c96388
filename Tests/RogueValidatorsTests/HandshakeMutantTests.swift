import RogueAdapters
@testable import RogueLab
import RogueModel
import RoguePKI
import RoguePlatform
import RogueRunner
import RogueScenarios
import RogueServers
import RogueTrust
import RogueValidators
import TestSupport
import Testing

/// Rogues of the handshake need sockets: the project's client runs them, and each of its mutants, which make every check
/// but one.
@Suite(.sweep) struct HandshakeMutantTests {
  /// Rogues that no client can accept, each with the reason; the keys are prefixes of case names.
  static let harmless: [String: String] = [
    "handshake/http-instead-of-tls": "a client that accepts plaintext sends a request that no TLS server answers",
    "handshake/server-hello-omitted": "without it the client knows no version and no suite",
    "handshake/server-key-exchange-omitted": "no key can be agreed on",
    "handshake/server-hello-twice[tls=1.3":
      "it is encrypted, or part of the transcript, so accepting it leads to no keys",
    "handshake/server-hello-done-twice": "a client that counts the second one makes another Finished than the server",
    "handshake/finished-twice": "a client that counts the second one makes other keys than the server",
    "handshake/hello-retry-request-group-not-offered": "a client has no key of a group that it does not know",
    "handshake/key-share-point-short": "half a coordinate is no point, whatever multiplies it",
    "handshake/server-key-exchange-empty": "no key can be agreed on",
    "handshake/compressed-certificate-bomb": "the bytes after the list belong to no message",
    "handshake/certificate-request-truncated": "the content of the missing list is unknown",
  ]
  /// The share of all cases that a selective mutant may get wrong.
  static let selective = 0.1

  /// No client reaches a verdict about a server that sends nothing.
  static func isSilent(_ scenario: Scenario) -> Bool {
    scenario.steps.contains { step in step.world.server.behaviours.contains { $0.name == "stall" } }
  }

  /// The fault is one of the server's handshake, and no session is resumed.
  static func isAboutTheHandshake(_ scenario: Scenario) -> Bool {
    scenario.steps.allSatisfy { $0.reuse == .none }
      && scenario.steps.contains { step in
        guard let path = step.mutation?.path, path.first == "server" else { return false }
        return ["behaviours", "key"].contains(path.dropFirst().first ?? "")
          && step.expectations.values.contains(where: \.mustCancel)
      }
  }

  static func scenarios(_ belongs: (Scenario) -> Bool) -> [Scenario] {
    underAllPolicies(belongs).map { scenario in
      // Whether a handshake is wrong does not depend on the policy for certificates.
      var once = scenario
      once.policies = Array(scenario.policies.prefix(1))
      once.axes.keys = Array(scenario.axes.keys.prefix(1))
      return once
    }
  }

  static func underAllPolicies(_ belongs: (Scenario) -> Bool) -> [Scenario] {
    OfflineCatalogue.catalogue().scenarios.filter { belongs($0) && !isSilent($0) }
  }

  static func run(
    _ scenarios: [Scenario], _ adapters: [any Adapter], engine: String = AxisValues.defaultEngine
  ) async throws -> [CaseResult] {
    let clock = Timestamp(secondsSince1970: WallClock.secondsSince1970)
    let servers = try LoopbackServers()
    defer { servers.shutDown() }
    let plan = Plan(
      scenarios: scenarios, adapters: adapters, selection: .full, engines: [engine],
      fixedClock: false)
    let header = RunHeader(
      mode: .compare, version: "test", seed: "handshake", clock: clock, adapters: adapters.map(\.description),
      planned: plan.planned, arguments: [])
    // Some mutants wait for messages that never come: others run meanwhile, and late cases run again.
    let jobs = 4 * Runner.Configuration.usualJobs(processors: Processors.count)
    let results = ResultMemory()
    let runner = Runner(
      configuration: Runner.Configuration(header: header, jobs: jobs, timeoutMilliseconds: 30_000),
      minter: WorldMinter(seed: "handshake", keyPool: OfflineCatalogue.keys), servers: servers,
      responderBase: servers.responderBase, clock: RunClock(wall: { WallClock.sinceEpoch }), recorder: results,
      results: results)
    let threads = BlockingThreads(limit: jobs + 2)
    _ = await withTaskExecutorPreference(threads) { await runner.run(plan) }
    return results.results(of: header.planned)
  }

  static func reference() -> any ChainValidator {
    struct NoFetcher: Fetcher {
      func fetch(_ request: FetchRequest) -> FetchReply { .failed("no responder is queried here") }
    }
    return BuiltInValidator.policy(
      TrustEnvironment(fetcher: NoFetcher(), clock: { WallClock.secondsSince1970 }))
  }

  @Test func `our own client is right about every handshake`() async throws {
    let rogues = Self.scenarios(Self.isAboutTheHandshake)
    let healthy = Self.scenarios { scenario in
      scenario.isHealthy && scenario.steps.allSatisfy { $0.reuse == .none && !$0.learn }
        && scenario.world.responders.isEmpty
    }
    #expect(rogues.count > 25)
    #expect(healthy.count > 5)
    let client = SwiftClientAdapter.complete(Self.reference)
    let results = try await Self.run(rogues + healthy, [client]).filter { result in
      // It declines second handshakes, which are not about the first.
      result.judgement.verdict != .unsupported || rogues.contains { $0.id == result.scenario }
    }
    #expect(results.count > rogues.count + healthy.count)
    for result in results where result.judgement.verdict != .pass {
      Issue.record("\(result.caseID): \(result.judgement.verdict): \(result.judgement.explanation)")
    }
  }

  @Test func `every check that is left out is missed, and every rogue of every level catches a mutant`()
    async throws
  {
    let scenarios = Self.scenarios(Self.isAboutTheHandshake)
    // `SessionAndRedirectMutantTests` resumes sessions, and `DecisionClientTests` shows refusals.
    let mutants = SwiftClientAdapter.mutants(
      Self.reference, of: ClientMutant.ofHandshakes.filter { $0.shows == .usual })
    let live = LiveMutants(scenarios)
    #expect(Set(mutants.map(\.description.name)).count == mutants.count)
    let results = try await Self.run(scenarios, mutants)
    let byMutant = Dictionary(grouping: results, by: \.adapter)
    #expect(byMutant.count == mutants.count)

    var killers: [String: Set<String>] = [:]
    for (mutant, results) in byMutant.sorted(by: { $0.key < $1.key }) {
      for result in results where result.control?.verdict != .pass {
        Issue.record("\(mutant) fails the control of \(result.caseID): \(result.control?.explanation ?? "none")")
      }
      let wrong = results.filter { ![.pass, .inconclusive].contains($0.judgement.verdict) }
      let admitted = wrong.filter(live.isKill)
      #expect(!admitted.isEmpty, "\(mutant) survives")
      let share = Double(wrong.count) / Double(results.count)
      #expect(share <= Self.selective, "\(mutant) is wrong in \(wrong.map(\.caseID))")
      for result in admitted { killers[result.caseID, default: []].insert(mutant) }
      // A mutant that gets a case wrong in another way was not led to accept it, and shows nothing.
      for result in wrong where !admitted.contains(where: { $0.caseID == result.caseID }) {
        print("\(mutant): \(result.caseID): \(result.judgement.verdict): \(result.judgement.explanation)")
      }
    }
    let rogues = Set(results.filter { $0.level == .must || live.mustCancel($0) }.map(\.caseID))
    #expect(rogues.count > 50)
    func isHarmless(_ id: String) -> Bool {
      Self.harmless.keys.contains { id.hasPrefix($0.contains("[") ? $0 : "\($0)[") }
    }
    for id in rogues.sorted() where killers[id] == nil && !isHarmless(id) {
      Issue.record("no mutant falls for \(id)")
    }
    for id in rogues.sorted() where killers[id] != nil && isHarmless(id) {
      Issue.record("\(id) is listed, and a mutant falls for it")
    }
    try await expectKills(under: killers)
  }

  /// Whether a handshake is wrong does not depend on the policy for certificates: a mutant that accepts a rogue under its
  /// first policy accepts it under the others.
  private func expectKills(under killers: [String: Set<String>]) async throws {
    var caughtBy: [String: Set<String>] = [:]
    for (id, mutants) in killers {
      guard let mutant = mutants.min() else { continue }
      caughtBy[mutant, default: []].insert(String(id.prefix { $0 != "[" }))
    }
    let mutants = Dictionary(
      uniqueKeysWithValues: SwiftClientAdapter.mutants(Self.reference).map { ($0.description.name, $0) })
    var count = 0
    for (name, ids) in caughtBy.sorted(by: { $0.key < $1.key }) {
      let scenarios = Self.underAllPolicies { ids.contains($0.id) && $0.level == .must }.compactMap { scenario in
        var others = scenario
        others.policies = Array(scenario.policies.dropFirst())
        others.axes.keys = Array(scenario.axes.keys.prefix(1))
        return others.policies.isEmpty ? nil : others
      }
      guard !scenarios.isEmpty, let mutant = mutants[name] else { continue }
      let live = LiveMutants(scenarios)
      for result in try await Self.run(scenarios, [mutant]) {
        count += 1
        // In another version another mutant may be the one that falls for it.
        let fell = killers.contains { id, names in
          names.contains(name) && id.hasPrefix("\(result.scenario)[tls=\(result.axes.tls.rawValue),")
        }
        guard fell, !live.isKill(result) else { continue }
        Issue.record("\(name) does not fall for \(result.caseID): \(result.judgement.explanation)")
      }
    }
    #expect(count > 0)
  }
}
