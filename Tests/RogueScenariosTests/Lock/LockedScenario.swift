import RogueModel

/// The line of one scenario.
///
///     pin/x must critical tls=1.3 needs=clock | system: accept | leaf,ca: accept > cancel(pin-mismatch)
struct LockedScenario: Hashable, Sendable {
  var id: String
  var level: Level
  var severity: Severity
  var tls: [TLSVersion]
  var keys: [KeyType]
  var needs: [Capability]
  /// Policies with what is expected of them in each step; policies of the same answers stand together.
  var answers: [Answers]

  struct Answers: Hashable, Sendable {
    var policies: [String]
    var steps: [Expectation]
  }

  init(_ scenario: Scenario) {
    id = scenario.id
    level = scenario.level
    severity = scenario.severity
    tls = scenario.axes.tls.sorted()
    keys = scenario.axes.keys.sorted { $0.rawValue < $1.rawValue }
    needs = scenario.needs.sorted()
    answers = []
    for policy in scenario.policies {
      // A policy without an expectation is one that accepts, as for the judge.
      let steps = scenario.steps.map { $0.expectations[policy] ?? .accept }
      if let index = answers.firstIndex(where: { $0.steps == steps }) {
        answers[index].policies.append(policy)
      } else {
        answers.append(Answers(policies: [policy], steps: steps))
      }
    }
  }

  /// What each policy is expected to do, step by step.
  var byPolicy: [String: [Expectation]] {
    var expected: [String: [Expectation]] = [:]
    for group in answers {
      for policy in group.policies { expected[policy] = group.steps }
    }
    return expected
  }

  private static let usual = Scenario.Axes()

  var line: String {
    var head = [id, level.rawValue, severity.rawValue]
    if tls != Self.usual.tls.sorted() { head.append("tls=" + tls.map(\.rawValue).joined(separator: ",")) }
    if keys != Self.usual.keys { head.append("keys=" + keys.map(\.rawValue).joined(separator: ",")) }
    if !needs.isEmpty { head.append("needs=" + needs.map(\.rawValue).joined(separator: ",")) }
    let parts = answers.map { group in
      group.policies.joined(separator: ",") + ": " + group.steps.map(\.locked).joined(separator: " > ")
    }
    return ([head.joined(separator: " ")] + parts).joined(separator: " | ")
  }

  /// Reads what `line` wrote; nil when it is not such a line.
  init?(line: some StringProtocol) {
    let parts = String(line).split(separator: " | ", omittingEmptySubsequences: false)
    let head = parts[0].split(separator: " ")
    guard head.count >= 3, parts.count >= 2, let level = Level(rawValue: String(head[1])),
      let severity = Severity(rawValue: String(head[2]))
    else { return nil }
    id = String(head[0])
    self.level = level
    self.severity = severity
    (tls, keys, needs, answers) = (Self.usual.tls.sorted(), Self.usual.keys, [], [])
    for word in head.dropFirst(3) {
      guard let sign = word.firstIndex(of: "=") else { return nil }
      let values = word[word.index(after: sign)...].split(separator: ",").map(String.init)
      switch word[..<sign] {
      case "tls":
        tls = values.compactMap(TLSVersion.init(rawValue:))
        guard tls.count == values.count else { return nil }
      case "keys":
        keys = values.compactMap(KeyType.init(rawValue:))
        guard keys.count == values.count else { return nil }
      case "needs": needs = values.map { Capability($0) }
      default: return nil
      }
    }
    for part in parts.dropFirst() {
      guard let colon = part.firstRange(of: ": ") else { return nil }
      let texts = part[colon.upperBound...].split(separator: " > ", omittingEmptySubsequences: false)
      let steps = texts.compactMap { Expectation(locked: $0) }
      guard steps.count == texts.count else { return nil }
      let policies = part[..<colon.lowerBound].split(separator: ",").map(String.init)
      guard !policies.isEmpty else { return nil }
      answers.append(Answers(policies: policies, steps: steps))
    }
  }
}
