package import RogueModel

/// Two cases share a control if they differ in the mutation alone.
///
/// Digests name the conversation: a plan has as many keys as cases, and worlds take kilobytes. Two digests with keys
/// that are new in every process: conversations that share both occur in no plan.
struct ControlKey: Hashable, Sendable, CustomStringConvertible {
  private let digests: (UInt64, UInt64)
  let description: String

  init(_ item: Case) { self.init(Conversation(item.scenario), item.axes) }

  init(_ conversation: Conversation, _ axes: AxisValues) {
    func digest(_ own: UInt64) -> UInt64 {
      var hasher = Hasher()
      hasher.combine(own)
      hasher.combine(axes)
      return UInt64(bitPattern: Int64(hasher.finalize()))
    }
    digests = (digest(conversation.digests.0), digest(conversation.digests.1))
    description = "control:\(conversation.world)[\(axes)]" + conversation.text
  }

  static func == (left: ControlKey, right: ControlKey) -> Bool { left.digests == right.digests }

  func hash(into hasher: inout Hasher) { hasher.combine(digests.0) }

  /// The control of a scenario, whatever the axes are.
  struct Conversation {
    fileprivate let digests: (UInt64, UInt64)
    /// The name of its world.
    fileprivate let world: String
    fileprivate let text: String

    init(_ scenario: Scenario) {
      // The shape of the conversation: each step's reuse, learning and delay.
      let shape = (scenario.contrast ?? scenario.steps).map { step in
        Step(
          reuse: step.reuse, learn: step.learn, policy: step.policy, host: step.host, delay: step.delay,
          beside: step.beside,
          world: scenario.contrast == nil || step.world == scenario.world ? nil : step.world)
      }
      // The validator gets the time, and the control must be right at exactly that time.
      let isTimed = scenario.needs.contains(.clock)
      func digest(_ salt: UInt8) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(salt)
        hasher.combine(scenario.world)
        hasher.combine(shape)
        hasher.combine(isTimed)
        return UInt64(bitPattern: Int64(hasher.finalize()))
      }
      digests = (digest(0), digest(1))
      world = scenario.world.id
      let steps = shape.map { step in
        ([step.learn ? "learn" : nil, step.policy, step.host, step.delay.clause, step.besideClause].compactMap(\.self)
          + [
            step.reuse.rawValue
          ])
          .joined(separator: " ")
      }
      text =
        (isTimed ? " at a given time" : "")
        + (steps.count > 1 || shape.contains { $0.beside != nil } ? " steps=\(steps.joined(separator: ","))" : "")
    }
  }

  private struct Step: Hashable {
    var reuse: Reuse
    var learn: Bool
    var policy: String?
    var host: String?
    var delay: StepDelay
    var beside: String?
    /// Nil: the control's.
    var world: World?

    var besideClause: String? { beside.map { "beside \($0)" } }
  }
}

extension Scenario {
  /// The same conversation without any mutation; every step must be accepted.
  ///
  /// If the scenario allows a refusal at configuration, the control allows it too: the configuration is the same, so a
  /// validator that refuses it reaches the server in neither.
  package var control: Scenario {
    var control = self
    if let contrast {
      control.steps = contrast
      control.contrast = nil
      return control
    }
    control.steps = steps.map { step in
      var step = step
      step.mutation = nil
      step.world = world
      step.expectations = step.expectations.mapValues { expectation in
        Expectation(
          answers: Expectation.accept.answers + expectation.answers.filter { $0.phases == [.configuration] })
      }
      return step
    }
    return control
  }
}
