public import RogueModel

/// Chooses scenarios by patterns of ids and by tags.
public enum Selection {
  public struct Result<Item: SelectableScenario>: Sendable {
    /// In the order of the catalogue.
    public var scenarios: [Item]
    /// Which of their cases the patterns' axis constraints leave in.
    public var filter: CaseFilter
    /// Patterns and tags that are wrong or match nothing: a slip must not shrink a run in silence.
    public var findings: [Finding]

    /// The same choice of what these summaries are about.
    public func holding<Other: SelectableScenario>(_ scenarios: [Other]) -> Result<Other> {
      Result<Other>(scenarios: scenarios, filter: filter, findings: findings)
    }
  }

  /// The scenarios that match some pattern and some tag expression.
  ///
  /// - Parameters:
  ///   - patterns: `*` is one part or a piece of one, `**` any number of parts; ids, `family`; each with an
  ///     optional `[axis=value,…]`. None: all.
  ///   - tags: Each with `,` for and, `!` for not. None: all.
  public static func select<Item: SelectableScenario>(
    _ scenarios: [Item], patterns: [String], tags: [String]
  ) -> Result<Item> {
    var findings: [Finding] = []
    let expressions = expressions(tags, scenarios, &findings)
    var alternatives: [String: [[AxesSelection.Constraint]]] = [:]
    for text in patterns.isEmpty ? ["**"] : patterns {
      let pattern: Pattern
      do throws(Finding) { pattern = try Pattern(text) } catch {
        findings.append(error)
        continue
      }
      let matched = text == "**" ? scenarios : scenarios.filter { pattern.matches($0.id) }
      if matched.isEmpty, !(patterns.isEmpty && scenarios.isEmpty) {
        findings.append(
          Finding(.error, "no scenario matches the pattern '\(text)'", help: suggestion(for: text, scenarios)))
      } else {
        findings += pattern.constraints.compactMap { unfit($0, matched, text) }
      }
      for scenario in matched { alternatives[scenario.id, default: []].append(pattern.constraints) }
    }
    let selected = scenarios.filter { scenario in
      alternatives[scenario.id] != nil
        && (expressions.isEmpty || expressions.contains { $0.admits(scenario.tags) })
    }
    let ids = Set(selected.map(\.id))
    return Result(
      scenarios: selected, filter: CaseFilter(alternatives: alternatives.filter { ids.contains($0.key) }),
      findings: findings)
  }

  private static func expressions(
    _ tags: [String], _ scenarios: [some SelectableScenario], _ findings: inout [Finding]
  ) -> [TagExpression] {
    guard !tags.isEmpty else { return [] }
    let known = Set(scenarios.flatMap(\.tags))
    return tags.compactMap { text in
      do throws(Finding) {
        let expression = try TagExpression(text)
        for tag in expression.tags where !known.contains(tag) {
          findings.append(
            Finding(
              .error, "no scenario has the tag '\(tag)'", help: NearMiss.question(for: tag, among: known.sorted())))
        }
        return expression
      } catch {
        findings.append(error)
        return nil
      }
    }
  }

  /// A finding when no matched scenario has a case with that value.
  private static func unfit(
    _ constraint: AxesSelection.Constraint, _ matched: [some SelectableScenario], _ pattern: String
  ) -> Finding? {
    let values: [String]
    switch constraint.axis {
    case .tls: values = matched.flatMap { $0.axes.tls.map(\.rawValue) }
    case .key: values = matched.flatMap { $0.axes.keys.map(\.rawValue) }
    case .policy: values = matched.flatMap(\.policies)
    // Which engines there are is the build's business.
    case .engine: return nil
    }
    guard !values.contains(constraint.value) else { return nil }
    let known = Set(values).sorted()
    return Finding(
      .error, "no case that matches '\(pattern)' has \(constraint.axis.rawValue)=\(constraint.value)",
      help: NearMiss.question(for: constraint.value, among: known) ?? "there are: \(known.joined(separator: ", "))")
  }

  private static func suggestion(for text: String, _ scenarios: [some SelectableScenario]) -> String? {
    let path = String(text.prefix { $0 != "[" })
    let ids = scenarios.map(\.id)
    if let question = NearMiss.question(for: path, among: ids + Set(scenarios.map(\.family)).sorted()) {
      return question
    }
    // The name alone, without its family or with a wrong one.
    let name = path.split(separator: "/").last.map(String.init) ?? path
    if name.contains("*"), let family = path.split(separator: "/").first.map(String.init) {
      let near = NearMiss.suggestions(for: family, among: Set(scenarios.map(\.family)).sorted())
      return near.first { $0 != family }.map { "did you mean '\($0)/\(name)'?" }
    }
    let same = ids.filter { $0.hasSuffix("/\(name)") }
    if !same.isEmpty { return "did you mean \(same.prefix(5).map { "'\($0)'" }.joined(separator: ", "))?" }
    let names = Dictionary(
      ids.map { (String($0.split(separator: "/").last ?? ""), $0) }, uniquingKeysWith: { first, _ in first })
    let close = NearMiss.suggestions(for: name, among: names.keys.sorted()).compactMap { names[$0] }
    return close.first.map { "did you mean '\($0)'?" }
  }
}
