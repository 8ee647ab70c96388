import RogueModel

/// The requirements that scenarios are about, by their source: each with its scenarios, and who fails one.
struct RequirementsPage {
  let model: PageModel
  let frame: PageFrame
  /// The references of each scenario.
  let references: [String: [String]]

  /// "RFC 5280, section 4.2.1.3" without what follows; other references as they are, up to a colon.
  static func requirement(_ reference: String) -> String {
    if let match = reference.firstMatch(of: /^RFC [0-9]+(?:, sections? [0-9A-Z]+(?:\.[0-9]+)*)?/) {
      return String(match.0)
    }
    return String(reference.prefix { $0 != ":" })
  }

  var file: PageFile {
    var rows: [String: [PageModel.Row]] = [:]
    for row in model.rows {
      for requirement in Set((references[row.results.scenario] ?? []).map(Self.requirement)) {
        rows[requirement, default: []].append(row)
      }
    }
    let names = rows.keys.sorted { $0.compare(to: $1) }
    let lines = names.map { name in line(name, rows[name] ?? []) }
    let body = """
      <h1>Requirements</h1>
      <p class="lead">The sentences of standards and the published failures that this run's scenarios are about.</p>
      <div class="box" tabindex="0" role="region" aria-label="Requirements"><table class="an"><caption>Requirements</caption>
      <thead><tr><th scope="col">Source<th scope="col">Scenarios<th scope="col">Failed by</thead>
      <tbody>\(lines.joined())</tbody></table></div>

      """
    return frame.document(PageName.requirements, title: "Requirements: Rogues’ Gallery", body: body)
  }

  private func line(_ name: String, _ rows: [PageModel.Row]) -> String {
    let failing = model.adapters.indices.filter { column in rows.contains { $0.cells[column]?.isFailure == true } }
    let links = rows.map { row in
      "<li><a href=\"\(PageName.scenario(row.results.scenario))\">\(HTMLText.escaped(row.results.scenario))</a>"
    }
    let who = failing.map { column in
      "<a href=\"\(PageName.validator(model.adapters[column].name))\">\(HTMLText.escaped(model.adapters[column].name))</a>"
    }
    return "<tr><th scope=row>\(ScenarioPage.reference(name))<td><details><summary>\(rows.count)</summary>"
      + "<ul class=\"cases\">\(links.joined())</ul></details><td>\(who.isEmpty ? "–" : who.joined(separator: ", "))\n"
  }
}

extension String {
  /// Numbers count as numbers: RFC 822 comes before RFC 5280.
  fileprivate func compare(to other: String) -> Bool {
    func parts(_ text: String) -> [(Int, Substring)] {
      text.split(whereSeparator: { " .,".contains($0) }).map { (Int($0) ?? -1, $0) }
    }
    for (left, right) in zip(parts(self), parts(other)) where left != right {
      return left.0 != right.0 ? left.0 < right.0 : left.1 < right.1
    }
    return utf8.count < other.utf8.count
  }
}
