package import RogueModel
package import RoguePKI
internal import RogueRunner
package import RogueTrust

/// Mints the worlds of scenarios and makes trials of them.
package struct OfflineMinter: Sendable {
  package static let clock = Timestamp(secondsSince1970: 1_790_000_000)

  private let minter: WorldMinter

  package init(keys: KeyPool) { minter = WorldMinter(seed: "paper", keyPool: keys) }

  /// Nothing changes here: validators share paths and statuses.
  package static func environment(_ fetcher: OfflineFetcher) -> TrustEnvironment {
    var environment = TrustEnvironment(
      fetcher: fetcher, clock: { clock.secondsSince1970 }, paths: RememberedPaths())
    environment.revocationMemory = RevocationMemory()
    return environment
  }

  /// - Parameter salt: part of every key and serial number; nil: the scenario's id.
  package func trials(
    of scenario: Scenario, _ policies: [String]? = nil, salt: String? = nil
  ) throws(HarnessFailure) -> [OfflineTrial] {
    var stages: [(step: Scenario.Step, hierarchy: Hierarchy, token: String, now: Timestamp)] = []
    for (index, step) in scenario.steps.enumerated() {
      let token = "\((salt ?? scenario.id).split(separator: "/").joined(separator: "-"))-\(index)"
      let request = MintRequest(
        salt: salt ?? scenario.id, keyType: scenario.axes.keys[0], clock: Self.clock,
        responderBase: "http://127.0.0.1:9/\(token)")
      // Nobody waits here: a step is judged at the time at which it would take place.
      let waited = scenario.steps[...index].compactMap(\.delay.secondsSinceMinting).max() ?? 0
      stages.append((step, try minter.mint(step.world, request), token, Self.clock + Int64(waited)))
    }
    var trials: [OfflineTrial] = []
    for policy in policies ?? scenario.policies {
      var steps: [OfflineTrial.Step] = []
      for stage in stages {
        let composer = AttemptComposer(
          world: stage.step.world, hierarchy: stage.hierarchy, axes: AxisValues(tls: .tls13, policy: policy),
          clock: Self.clock, time: stage.now, firstUse: scenario.firstUse(at: stage.step),
          ownPolicy: stage.step.policy, ownHost: stage.step.host)
        let served = try composer.served(path: "/", attempt: "a", nonce: "", token: stage.token)
        let shown = served.part(ofConnection: 1, naming: composer.host)
        steps.append(
          OfflineTrial.Step(
            flight: Self.flight(shown.presentation, composer.host),
            second: served.renegotiation.map { Self.flight($0, composer.host) },
            others: served.places.sorted { $0.key < $1.key }.map { place, part in
              if case .host(let host) = place {
                Self.flight(part.presentation, host)
              } else {
                Self.flight(part.presentation, composer.host)
              }
            },
            policy: try composer.policy(), expectation: stage.step.expectations[policy] ?? .accept,
            responders: served.responders))
      }
      trials.append(OfflineTrial(scenario: scenario, policy: policy, steps: steps))
    }
    return trials
  }

  /// The same conversation without the fault.
  package func control(of trial: OfflineTrial, salt: String) throws(HarnessFailure) -> OfflineTrial? {
    try trials(of: trial.scenario.control, [trial.policy], salt: salt).first
  }

  private static func flight(_ shown: ServedAttempt.Presentation, _ host: String) -> ServerFlight {
    ServerFlight(host: host, certificates: shown.certificates, staples: shown.staples, sctList: shown.sctList)
  }
}
