internal import RogueModel
internal import RogueStimuli
internal import RogueYAML

/// When a step begins, as it is written.
struct DelayDraft {
  enum Length {
    case seconds(Int)
    case end(StepDelay.Ending)
  }

  var length: Length
  var position: YAMLPosition
}

enum DelayKeys {
  static let after = Field(
    "after", .delay,
    "how long the runner waits before the step, at most 10s, or what must expire first; not in the first step; default: "
      + "at once")
  static let endOf = Field(
    "end-of", .reference(.certificate), "the certificate whose notAfter is waited for, and 2s more")
  static let endOfStaple = Field(
    "end-of-staple", .reference(.certificate),
    "the certificate whose stapled OCSP response is waited for: its nextUpdate, and 2s more")
  static let endOfResponse = Field(
    "end-of-response", .reference(.certificate),
    "the certificate whose OCSP response of the responder is waited for: its nextUpdate, and 2s more")

  static let table = Table(
    "after", subject: "'after'", "What must expire before the step begins; exactly one.",
    [endOf.key, endOfStaple.key, endOfResponse.key])
}

extension ValueParser where Value == DelayDraft {
  fileprivate static var delay: ValueParser {
    ValueParser(.either([pause.form, end.form])) { node, reader in
      if case .mapping = node { return end.read(node, reader) }
      return pause.read(node, reader)
    }
  }

  /// Seconds of a fixed delay.
  private static var pause: ValueParser {
    ValueParser<Int64>.duration.then { seconds, node, reader in
      guard (1...10).contains(seconds) else {
        reader.report(at: node.position, "a step waits for one second at least, and for ten at most")
        return nil
      }
      return DelayDraft(length: .seconds(Int(seconds)), position: node.position)
    }
  }

  /// The event to wait for.
  private static var end: ValueParser {
    .table(DelayKeys.table) { entries in
      let position = entries.mapping.position
      let endings =
        [entries[DelayKeys.endOf].map { StepDelay.Ending.certificate($0) }]
        + [entries[DelayKeys.endOfStaple].map { StepDelay.Ending.staple(of: $0) }]
        + [entries[DelayKeys.endOfResponse].map { StepDelay.Ending.response(about: $0) }]
      guard entries.mapping.entries.count == 1 else {
        entries.reader.report(
          at: position, "a step waits for the end of one thing", help: "after: {end-of: leaf}")
        return nil
      }
      return endings.compactMap(\.self).first.map { DelayDraft(length: .end($0), position: position) }
    }
  }
}

extension NodeReader {
  /// How far away an end may be, in seconds: an earlier step must have ended by then, and no run waits for minutes.
  fileprivate static let ends: ClosedRange<Int64> = 3...30

  /// The delay of a step that meets a world; nil after a report.
  func delay(_ draft: DelayDraft?, in world: World) -> StepDelay? {
    guard let draft else { return .atOnce }
    switch draft.length {
    case .seconds(let seconds): return .seconds(seconds)
    case .end(let ending):
      guard let seconds = ending.seconds(in: world) else {
        report(
          at: draft.position, "\(ending) has no end: there is none, or one without nextUpdate",
          help: "mutate: \(ending.example)")
        return nil
      }
      guard Self.ends.contains(seconds) else {
        report(
          at: draft.position,
          "the end of \(ending) is \(RelativeTime.text(seconds: seconds)) away; a step waits for one that is "
            + "\(Self.ends.lowerBound)s to \(Self.ends.upperBound)s away",
          help: "give this step and an earlier one a mutation such as \(ending.example)")
        return nil
      }
      return .end(of: ending, seconds: Int(seconds))
    }
  }
}

extension ScenarioReader {
  /// Reports delays that nothing can come of.
  ///
  /// - Parameter steps: As many as there are drafts.
  func check(delays drafts: [StepDraft], of steps: [Scenario.Step], of healthy: World, needs: [Capability]) {
    if let first = drafts.first?.delay {
      reader.report(
        at: first.position, "there is no step before the first one to wait after", help: "leave 'after' out")
    }
    for (index, draft) in drafts.enumerated().dropFirst() {
      guard let position = draft.delay?.position, case .end(let ending, let seconds) = steps[index].delay else {
        continue
      }
      if needs.contains(.clock) {
        reader.report(
          at: position, "the validator gets a fixed time, so nothing expires while it waits",
          help: "leave 'clock' out of 'needs'")
      }
      if ending.isPresented(by: healthy), let end = ending.seconds(in: healthy), end <= NodeReader.ends.upperBound {
        reader.report(
          at: position, "\(ending) ends in the control as well, which then has to be refused",
          help: "let it end by a mutation: \(ending.example)")
      }
      if !steps[..<index].contains(where: { ending.seconds(in: $0.world) == Int64(seconds) }) {
        reader.report(
          at: position, "no earlier step presents \(ending) as it is here, before its end",
          help: "give an earlier step the same mutation")
      }
    }
  }
}

extension StepDelay.Ending {
  /// Whether a client can meet what ends; a certificate that no server of the world presents ends unseen.
  fileprivate func isPresented(by world: World) -> Bool {
    guard case .certificate(let name) = self else { return true }
    let server = world.server
    let others = server.connections.values.compactMap(\.present) + (server.renegotiation?.present.map { [$0] } ?? [])
    return ([server.present] + others).contains { $0.contains(name) }
  }

  fileprivate var example: String {
    switch self {
    case .certificate(let name): "{certificates.\(name).not-after: 8s}"
    case .staple: "{server.staple: {next-update: 8s}}"
    case .response: "{responders.issuing.ocsp: {next-update: 8s}}"
    }
  }
}
