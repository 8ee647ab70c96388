internal import RogueModel
import RogueStimuli

/// The fields of a case's attempts that no capability covers, but that must reach the validator so that its result
/// means anything.
enum RequiredFields {
  /// How much of it is needed.
  enum Demand: Sendable, Hashable {
    /// The adapter must apply it.
    case applied
    /// Whether its fixed value, if any, is known to be the same.
    case appliedOrFixed
  }

  static func of(
    _ scenario: Scenario, _ axes: AxisValues, _ vocabulary: PlanVocabulary
  ) -> [(field: AttemptField, demand: Demand)] {
    var demands = Dictionary(uniqueKeysWithValues: AttemptField.ofEveryConnection.map { ($0, Demand.applied) })
    demands[.maximumTLS] = .appliedOrFixed
    for step in scenario.steps {
      let behaviours = step.world.servers.flatMap(\.behaviours)
      for field in behaviours.flatMap(vocabulary.demands) + Stimuli.demands(of: step.world.server) {
        demands[field] = .appliedOrFixed
      }
      for hello in HelloDemands.fields(of: (step.expectations[axes.policy] ?? .accept).clientHello) {
        demands[hello.field] = hello.isToBeApplied ? .applied : demands[hello.field] ?? .appliedOrFixed
      }
      guard let policy = step.world.policy(step.policy ?? axes.policy) else { continue }
      if policy.anchors == nil {
        demands[.systemAnchors] = .applied
        if !step.world.stores.user.isEmpty { demands[.userAnchors] = .applied }
      }
      if policy.minimumTLS != nil { demands[.minimumTLS] = .applied }
      if policy.maximumTLS != nil { demands[.maximumTLS] = .applied }
      if step.world.needsPinPositions(policy) { demands[.pinPosition] = .applied }
      // A validator that checks a name without being given one does not follow the policy.
      if !policy.checksHostname {
        demands[.hostname] = .applied
      } else if demands[.hostname] == nil {
        demands[.hostname] = .appliedOrFixed
      }
    }
    return AttemptField.allCases.compactMap { field in demands[field].map { (field, $0) } }
  }

  /// Why an adapter cannot run a case; nil if it can, or if its fields are undeclared.
  static func missing(
    _ item: Case, in configuration: AdapterConfiguration?, offline: Bool, _ vocabulary: PlanVocabulary
  ) -> (field: AttemptField, why: String?)? {
    guard let configuration else { return nil }
    return of(item.scenario, item.axes, vocabulary).lazy.compactMap { field, demand -> (AttemptField, String?)? in
      // An offline validator makes no connection: the harness's client applies the fields about it.
      if offline, !AttemptField.ofEveryPolicy.contains(field), field != .pinPosition { return nil }
      if configuration.applied[field] != nil { return nil }
      let instead = configuration.fixed[field]
      if demand == .appliedOrFixed, instead != nil { return nil }
      return (field, instead)
    }.first
  }
}
