public import RogueModel

extension Selection {
  /// The scenarios that match every text, each by its id, the title, a keyword or a reference.
  ///
  /// - Parameters:
  ///   - scenarios: Not empty.
  ///   - areAll: Whether these are all scenarios, and not only those that patterns and tags select.
  /// - Returns: The scenarios, and findings if there are none.
  public static func search(
    _ scenarios: [ScenarioSummary], areAll: Bool = true, for texts: [String]
  ) -> (scenarios: [ScenarioSummary], findings: [Finding]) {
    let terms = texts.map(SearchTerm.init)
    if let empty = terms.first(where: \.isEmpty) {
      return ([], [Finding(.error, "'\(empty.text)' has no letter and no digit to search for")])
    }
    let searched = scenarios.map { scenario in
      let texts = [scenario.title] + scenario.keywords + scenario.references + [scenario.id]
      return (scenario: scenario, texts: texts.map(SearchText.init))
    }
    let found = searched.filter { entry in
      terms.allSatisfy { term in entry.texts.contains(where: term.isFound) }
    }
    guard found.isEmpty else { return (found.map(\.scenario), []) }
    let none = areAll ? "no scenario" : "none of the \(scenarios.count) selected scenarios"
    let missing = terms.filter { term in !searched.contains { $0.texts.contains(where: term.isFound) } }
    guard !missing.isEmpty else {
      let all = texts.map { "'\($0)'" }.joined(separator: " and ")
      return ([], [Finding(.error, "\(none) is about \(all) together", help: "each of them has its scenarios")])
    }
    return (
      [],
      missing.map { term in
        Finding(.error, "\(none) is about '\(term.text)'", help: related(to: term, among: scenarios))
      }
    )
  }

  /// The scenarios that quote the standard of a term without scenarios, or a keyword that is spelled like it.
  private static func related(
    to term: SearchTerm, among scenarios: [ScenarioSummary]
  ) -> String? {
    if let standard = term.standard.map(SearchText.init) {
      let quoting = scenarios.filter { $0.references.contains { SearchText($0).contains(standard) } }.map(\.id)
      if !quoting.isEmpty { return "related, by \(term.standard ?? ""): \(quoting.joined(separator: ", "))" }
    }
    let known = Set(scenarios.flatMap { $0.keywords + $0.tags }).sorted()
    return NearMiss.question(for: term.text, among: known)
  }
}
