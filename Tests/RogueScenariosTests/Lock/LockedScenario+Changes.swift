import RogueModel
import RogueStimuli

extension LockedScenario {
  /// What differs from an earlier line about the same scenario.
  func changes(since was: LockedScenario) -> [LockChange] {
    var changes: [LockChange] = []
    func note(_ kind: LockChange.Kind, _ what: String) { changes.append(LockChange(kind, was.id, what)) }

    if level != was.level {
      note(level.strength < was.level.strength ? .softened : .hardened, "\(was.level) became \(level)")
    }
    if severity != was.severity {
      note(severity.harm < was.severity.harm ? .softened : .hardened, "\(was.severity) became \(severity)")
    }
    for version in was.tls where !tls.contains(version) { note(.softened, "TLS \(version.rawValue) is dropped") }
    for version in tls where !was.tls.contains(version) { note(.hardened, "TLS \(version.rawValue) is added") }
    for key in was.keys where !keys.contains(key) { note(.softened, "keys of type \(key.rawValue) are dropped") }
    for key in keys where !was.keys.contains(key) { note(.hardened, "keys of type \(key.rawValue) are added") }
    for need in needs where !was.needs.contains(need) { note(.softened, "only adapters with '\(need)' run") }
    for need in was.needs where !needs.contains(need) { note(.hardened, "adapters without '\(need)' run too") }

    let (now, before) = (byPolicy, was.byPolicy)
    for policy in before.keys.sorted() {
      guard let steps = now[policy] else {
        note(.softened, "the policy '\(policy)' no longer runs")
        continue
      }
      for (kind, what) in Self.differences(of: steps, since: before[policy] ?? []) { note(kind, "'\(policy)' \(what)") }
    }
    for policy in now.keys.sorted() where before[policy] == nil {
      note(.hardened, "the policy '\(policy)' is run as well")
    }
    return changes
  }

  private static func differences(
    of steps: [Expectation], since old: [Expectation]
  ) -> [(LockChange.Kind, String)] {
    var found: [(LockChange.Kind, String)] = []
    for (index, pair) in zip(steps, old).enumerated() {
      let place = steps.count == 1 && old.count == 1 ? "" : " in step \(index + 1)"
      for answer in pair.0.grants(beyond: pair.1) {
        found.append((.softened, "may answer \(answer.locked)\(place), which was wrong"))
      }
      for answer in pair.1.grants(beyond: pair.0) {
        found.append((.hardened, "may not answer \(answer.locked)\(place) any more"))
      }
      if pair.0.unexercisedPasses != pair.1.unexercisedPasses {
        found.append(
          pair.0.unexercisedPasses
            ? (.softened, "passes where nothing was presented to it\(place)")
            : (.hardened, "does not pass where nothing was presented to it\(place)"))
      }
      if pair.0.serverIsJudge != pair.1.serverIsJudge {
        found.append((.softened, "\(pair.0.serverIsJudge ? "is" : "is not") judged by the server\(place)"))
      }
      let (demands, before) = (HelloDemands.texts(of: pair.0.clientHello), HelloDemands.texts(of: pair.1.clientHello))
      for lost in before where !demands.contains(lost) {
        found.append((.softened, "may send a ClientHello without {\(lost)}\(place)"))
      }
      for new in demands where !before.contains(new) {
        found.append((.hardened, "must send a ClientHello with {\(new)}\(place)"))
      }
    }
    if steps.count < old.count { found.append((.softened, "has only \(steps.count) steps of \(old.count)")) }
    if steps.count > old.count { found.append((.hardened, "has \(steps.count) steps, it had \(old.count)")) }
    return found
  }
}

extension Level {
  fileprivate var strength: Int {
    switch self {
    case .must: 2
    case .should: 1
    case .may: 0
    }
  }
}

extension Severity {
  fileprivate var harm: Int {
    switch self {
    case .critical: 3
    case .high: 2
    case .medium: 1
    case .low: 0
    }
  }
}
