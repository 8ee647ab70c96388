import Foundation
import RogueModel
import RoguePKI
@testable import RogueRunner
import RogueScenarios
@testable import RogueServers
import RogueTrust
import Synchronization
import TestSupport

/// The catalogue without sockets: flights and responders' answers as the servers would give them, so that forty
/// validators can be put to all of it in seconds.
enum PaperCatalogue {
  static let clock = Timestamp(secondsSince1970: 1_790_000_000)

  /// One scenario under one policy: what is presented, step by step, and what is right.
  struct Trial: Sendable {
    var scenario: Scenario
    var policy: String
    var steps: [Step]

    var name: String { "\(scenario.id)[\(policy)]" }

    struct Step: Sendable {
      var flight: ServerFlight
      /// What is shown in a second handshake on the connection.
      var second: ServerFlight?
      var policy: AttemptPolicy
      var expectation: Expectation
      var responders: ResponderPlan?
    }
  }

  struct NoStore: KeyStore {
    func load(_ name: String) throws(HarnessFailure) -> [UInt8]? { nil }
    func save(_ name: String, _ bytes: [UInt8]) throws(HarnessFailure) {}
  }

  /// Answers as the responders of one step would, at once.
  final class PaperFetcher: Fetcher {
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
      guard !ResponderAnswer.isDown(question, plan), let answer = try? ResponderAnswer.to(question, plan),
        case .reply(let reply) = answer, reply.framing != .truncated
      else { return .failed("no answer") }
      return .reply(status: Int(reply.status.prefix(3)) ?? 0, body: reply.body)
    }
  }

  /// Paths are found by nobody but the library: what it said once it need not say again to the next validator.
  final class RememberedPaths: PathEvaluator {
    private let library = StrictPathEvaluator()
    private let known = Mutex<[PathQuestion: PathFindings]>([:])
    private let ways = Mutex<[[[[UInt8]]]: [[[UInt8]]]]>([:])

    func evaluate(_ question: PathQuestion) -> PathFindings {
      if let findings = known.withLock({ $0[question] }) { return findings }
      let findings = library.evaluate(question)
      known.withLock { $0[question] = findings }
      return findings
    }

    func paths(served: [[UInt8]], anchors: [[UInt8]]) -> [[[UInt8]]] {
      if let paths = ways.withLock({ $0[[served, anchors]] }) { return paths }
      let paths = library.paths(served: served, anchors: anchors)
      ways.withLock { $0[[served, anchors]] = paths }
      return paths
    }
  }

  /// What is told by the flight and by responders; faults of the handshake itself, of second connections and of the
  /// client itself are not.
  static func isOnPaper(_ scenario: Scenario) -> Bool {
    scenario.steps.allSatisfy { step in
      guard !step.expectations.values.contains(where: \.serverIsJudge) else { return false }
      // What comes before TLS with the server is on no paper: `ApproachMutantTests`.
      guard step.world.server.proxy == nil, step.world.server.startTLS == nil else { return false }
      guard let path = step.mutation?.path else { return true }
      return path.first != "server"
        || ["present", "staple", "scts", "renegotiation"].contains(path.dropFirst().first ?? "")
    } && scenario.axes.keys == [.p256] && scenario.world.policies.allSatisfy { $0.identity?.damage == nil }
  }

  static func catalogue() -> Catalogue {
    let vocabulary = Vocabulary(defects: Defects.descriptors, behaviours: Behaviours.descriptors)
    guard let catalogue = try? ShippedCatalogue.load(vocabulary) else { fatalError("the catalogue cannot be read") }
    return catalogue
  }

  /// - Parameter ids: those alone; nil: all that can be put on paper.
  static func trials(_ ids: Set<String>? = nil) throws -> [Trial] {
    let minter = WorldMinter(seed: "paper", keyPool: KeyPool(store: NoStore()))
    var trials: [Trial] = []
    for scenario in catalogue().scenarios where ids?.contains(scenario.id) ?? true && isOnPaper(scenario) {
      var stages: [(step: Scenario.Step, hierarchy: Hierarchy, token: String)] = []
      for (index, step) in scenario.steps.enumerated() {
        let token = "\(scenario.id.replacingOccurrences(of: "/", with: "-"))-\(index)"
        let request = MintRequest(
          salt: scenario.id, keyType: .p256, clock: clock, responderBase: "http://127.0.0.1:9/\(token)")
        stages.append((step, try minter.mint(step.world, request), token))
      }
      for policy in scenario.policies {
        let steps = try stages.map { stage in
          let composer = AttemptComposer(
            world: stage.step.world, hierarchy: stage.hierarchy, axes: AxisValues(tls: .tls13, policy: policy),
            clock: clock, time: clock, firstUse: scenario.firstUse(at: stage.step),
            ownPolicy: stage.step.policy, ownHost: stage.step.host)
          let served = try composer.served(path: "/", attempt: "a", nonce: "", token: stage.token)
          func flight(_ shown: ServedAttempt.Presentation) -> ServerFlight {
            ServerFlight(
              host: composer.host, certificates: shown.certificates, staples: shown.staples, sctList: shown.sctList)
          }
          return Trial.Step(
            flight: flight(served.presentation), second: served.renegotiation.map(flight),
            policy: try composer.policy(), expectation: stage.step.expectations[policy] ?? .accept,
            responders: served.responders)
        }
        trials.append(Trial(scenario: scenario, policy: policy, steps: steps))
      }
    }
    return trials
  }
}

extension PaperCatalogue.Trial.Step {
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
