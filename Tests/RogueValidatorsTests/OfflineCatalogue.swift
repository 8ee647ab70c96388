import Dispatch
import Foundation
@testable import RogueLab
import RogueModel
import RoguePKI
import RogueScenarios
@testable import RogueServers
import RogueStimuli
import RogueTrust
import Synchronization
import TestSupport

@testable import RogueEngines
@testable import RogueRunner
@testable import RogueServers

/// The catalogue without sockets: flights and responders' answers as the servers would give them, so that forty
/// validators can be put to all of it in seconds.
enum OfflineCatalogue {
  static let clock = Timestamp(secondsSince1970: 1_790_000_000)

  /// One scenario under one policy: what is presented, step by step, and what is right.
  struct Trial: Sendable {
    var scenario: Scenario
    var policy: String
    var steps: [Step]

    var name: String { "\(scenario.id)[\(policy)]" }

    /// The conversation without its fault, which every validator that is to show anything must accept.
    var controlKey: ControlKey {
      ControlKey(Case(scenario: scenario, axes: AxisValues(tls: .tls13, policy: policy)))
    }

    struct Step: Sendable {
      var flight: ServerFlight
      /// What is shown in a second handshake on the connection.
      var second: ServerFlight?
      var policy: AttemptPolicy
      var expectation: Expectation
      var responders: ResponderPlan?
    }
  }

  /// Answers as the responders of one step would, at once.
  final class OfflineFetcher: Fetcher {
    private let plans: [ResponderPlan]
    private let count = Mutex(0)

    init(plans: [ResponderPlan]) { self.plans = plans }

    /// How many questions were asked.
    var asked: Int { count.withLock { $0 } }

    func fetch(_ request: FetchRequest) -> FetchReply {
      count.withLock { $0 += 1 }
      guard var question = ResponderRequest(target: request.url),
        let plan = plans.first(where: { $0.token == question.token })
      else { return .failed("there is no such responder") }
      if case .post(_, let body) = request.method { question.question = body }
      guard !ResponderResponse.isDown(question, plan), let answer = try? ResponderResponse.to(question, plan),
        case .reply(let reply) = answer, reply.framing != .truncated
      else { return .failed("no answer") }
      return .reply(status: Int(reply.status.prefix(3)) ?? 0, body: reply.body)
    }
  }

  /// Paths are found by nobody else: what was said once need not be said again to the next validator.
  final class RememberedPaths: PathEvaluator {
    private struct Asked: Hashable {
      var question: PathQuestion

      /// A certificate ends in its signature, which no other has; equality looks at the rest.
      func hash(into hasher: inout Hasher) {
        hasher.combine(question.hostname)
        hasher.combine(question.served.count)
        if let leaf = question.served.first {
          for place in leaf.indices.suffix(8) { hasher.combine(leaf[place]) }
        }
      }
    }

    private let library = ReferencePathEvaluator()
    private let known = Mutex<[Asked: PathFindings]>([:])
    private let ways = Mutex<[Asked: [[[UInt8]]]]>([:])

    func evaluate(_ question: PathQuestion) -> PathFindings {
      let asked = Asked(question: question)
      if let findings = known.withLock({ $0[asked] }) { return findings }
      let findings = library.evaluate(question)
      known.withLock { $0[asked] = findings }
      return findings
    }

    func paths(served: [[UInt8]], anchors: [[UInt8]]) -> [[[UInt8]]] {
      let asked = Asked(question: PathQuestion(served: served, anchors: anchors, hostname: nil, time: 0))
      if let paths = ways.withLock({ $0[asked] }) { return paths }
      let paths = library.paths(served: served, anchors: anchors)
      ways.withLock { $0[asked] = paths }
      return paths
    }
  }

  /// What is told by the flight and by responders; faults of the handshake itself, of second connections and of the
  /// client itself are not.
  static func isOnPaper(_ scenario: Scenario) -> Bool {
    stepsAreOnPaper(scenario) && scenario.axes.keys == [.p256]
      && scenario.world.policies.allSatisfy { $0.identity?.damage == nil }
  }

  /// Whether flight and responders tell what each step is about.
  static func stepsAreOnPaper(_ scenario: Scenario) -> Bool {
    scenario.steps.allSatisfy { step in
      guard !step.expectations.values.contains(where: \.serverIsJudge) else { return false }
      // What comes before TLS with the server is on no paper: `PreTLSMutantTests`.
      guard step.world.server[Proxy.self] == nil, step.world.server[StartTLS.self] == nil else { return false }
      guard let path = step.mutation?.path else { return true }
      return path.first != "server"
        || ["present", "staple", "scts", "renegotiation"].contains(path.dropFirst().first ?? "")
        // A client that names a host of the server is shown what the server has for that host.
        || path.dropFirst().first == "virtual-hosts" && path.last == "present"
    }
  }

  private static let shipped: Catalogue = {
    let vocabulary = Vocabulary(defects: Defects.descriptors, behaviours: Behaviours.descriptors)
    guard let catalogue = try? ShippedCatalogue.load(vocabulary) else { fatalError("the catalogue cannot be read") }
    return catalogue
  }()

  /// Read once for all tests.
  static func catalogue() -> Catalogue { shipped }

  /// - Parameter ids: those alone; nil: all that can be put on paper.
  static func trials(_ ids: Set<String>? = nil) throws -> [Trial] {
    let scenarios = catalogue().scenarios.filter { ids?.contains($0.id) ?? true && isOnPaper($0) }
    return try scenarios.mapOnAllProcessors { scenario in
      try trials(of: scenario, scenario.policies, salt: scenario.id)
    }.flatMap(\.self)
  }

  /// The controls that these trials lean on, each once.
  static func controls(of trials: [Trial]) throws -> [(key: ControlKey, trial: Trial)] {
    var known: Set<ControlKey> = []
    let distinct = trials.filter { known.insert($0.controlKey).inserted }
    return try Array(distinct.enumerated()).mapOnAllProcessors { index, trial in
      try Self.trials(of: trial.scenario.control, [trial.policy], salt: "control-\(index)").map {
        (trial.controlKey, $0)
      }
    }.flatMap(\.self)
  }

  /// RSA keys take long to make, so that everything in this process shares them.
  static let keys = KeyPool(store: TestKeys())
  private static let minter = WorldMinter(seed: "paper", keyPool: keys)

  static func trials(of scenario: Scenario, _ policies: [String], salt: String) throws -> [Trial] {
    let stages = try scenario.steps.enumerated().map { index, step in
      let token = "\(salt.replacingOccurrences(of: "/", with: "-"))-\(index)"
      let request = MintRequest(
        salt: salt, keyType: scenario.axes.keys[0], clock: clock, responderBase: "http://127.0.0.1:9/\(token)")
      // Nobody waits here: who is told the time is told that of the step.
      let waited = scenario.steps[...index].compactMap(\.delay.secondsSinceMinting).max() ?? 0
      return (
        step: step, hierarchy: try minter.mint(step.world, request), token: token, now: clock + Int64(waited)
      )
    }
    return try policies.map { policy in
      let steps = try stages.map { stage in
        let composer = AttemptComposer(
          world: stage.step.world, hierarchy: stage.hierarchy, axes: AxisValues(tls: .tls13, policy: policy),
          clock: clock, time: stage.now, firstUse: scenario.firstUse(at: stage.step),
          ownPolicy: stage.step.policy, ownHost: stage.step.host)
        let served = try composer.served(path: "/", attempt: "a", nonce: "", token: stage.token)
        func flight(_ shown: ServedAttempt.Presentation) -> ServerFlight {
          ServerFlight(
            host: composer.host, certificates: shown.certificates, staples: shown.staples, sctList: shown.sctList)
        }
        return Trial.Step(
          flight: flight(served.part(ofConnection: 1, naming: composer.host).presentation),
          second: served.renegotiation.map(flight),
          policy: try composer.policy(), expectation: stage.step.expectations[policy] ?? .accept,
          responders: served.responders)
      }
      return Trial(scenario: scenario, policy: policy, steps: steps)
    }
  }
}

extension Array where Element: Sendable {
  /// What `map` gives, with the work on all processors.
  func mapOnAllProcessors<Mapped: Sendable>(_ transform: @escaping @Sendable (Element) throws -> Mapped) throws
    -> [Mapped]
  {
    let mapped = Mutex<[Int: Result<Mapped, any Error>]>([:])
    DispatchQueue.concurrentPerform(iterations: count) { index in
      let result = Result { try transform(self[index]) }
      mapped.withLock { $0[index] = result }
    }
    return try mapped.withLock { mapped in try indices.compactMap { try mapped[$0]?.get() } }
  }
}

extension OfflineCatalogue.Trial.Step {
  /// What a validator decides in the end: a second flight is shown to who accepts the first.
  func decision(of validator: any ChainValidator) -> ChainDecision {
    let first = validator.judge(flight, policy: policy)
    guard first == .accept, let second else { return first }
    return validator.judge(second, policy: policy)
  }

  /// Whether a decision is among the right answers, and came about as it may.
  func isRight(_ decision: ChainDecision, hasAsked: Bool = false) -> Bool {
    guard policy.revocation.allowsNetwork || !hasAsked else { return false }
    return expectation.answers.contains { answer in
      switch decision {
      case .accept: answer.disposition == .accept
      case .cancel(let reason, _):
        answer.disposition == .cancel && (answer.reasons.isEmpty || answer.reasons.contains(reason))
      }
    }
  }
}
