import RogueModel

/// Two cases lean on the same control when they differ in the mutation alone.
struct ControlKey: Hashable, Sendable, CustomStringConvertible {
  var world: World
  var axes: AxisValues
  /// The shape of the conversation: what each step reuses, whether it may learn, and when it begins.
  var shape: [Step]
  /// The validator gets the time, and the control must be right at exactly that time.
  var isTimed: Bool

  struct Step: Hashable, Sendable {
    var reuse: Reuse
    var learn: Bool
    var policy: String?
    var host: String?
    var delay: StepDelay
    /// Nil: the control's.
    var world: World?
  }

  init(_ item: Case) {
    self.world = item.scenario.world
    self.axes = item.axes
    self.isTimed = item.scenario.needs.contains(.clock)
    self.shape = (item.scenario.contrast ?? item.scenario.steps).map { step in
      Step(
        reuse: step.reuse, learn: step.learn, policy: step.policy, host: step.host, delay: step.delay,
        world: item.scenario.contrast == nil || step.world == item.scenario.world ? nil : step.world)
    }
  }

  /// Hashes of the world what tells most of them apart, the cells of a table included; equality compares the rest.
  func hash(into hasher: inout Hasher) {
    hasher.combine(world.id)
    hasher.combine(world.server)
    hasher.combine(axes)
    hasher.combine(shape)
    hasher.combine(isTimed)
  }

  var description: String {
    let steps = shape.map { step in
      ([step.learn ? "learn" : nil, step.policy, step.host, step.delay.clause].compactMap(\.self) + [
        step.reuse.rawValue
      ])
      .joined(separator: " ")
    }
    return "control:\(world.id)[\(axes)]" + (isTimed ? " at a given time" : "")
      + (shape.count > 1 ? " steps=\(steps.joined(separator: ","))" : "")
  }
}

extension Scenario {
  /// The same conversation without any mutation; every step must be accepted.
  ///
  /// If the scenario allows a refusal at configuration, the control allows it too: the configuration is the same, so a
  /// validator that refuses it reaches the server in neither.
  var control: Scenario {
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
