import RogueModel

/// One validator: what it is, what it failed, what it cannot run.
struct ValidatorPage {
  let column: Int
  let model: PageModel
  let frame: PageFrame
  /// The validator's earlier runs, the oldest first.
  let history: [PageHistory.Entry]

  private var adapter: AdapterDescription { model.adapters[column] }
  private var path: String { PageName.validator(adapter.name) }
  private var up: String { PageFile.up(from: path) }

  /// The rows at levels that count in which it failed, the worst first.
  private var failures: [PageModel.Row] { model.rows.filter { $0.cells[column]?.isFailure == true } }

  var file: PageFile {
    let tally = model.tallies[column]
    var body = "<h1>\(HTMLText.escaped(adapter.name))</h1>\n"
    body += "<p class=\"lead\">\(conclusion(tally))</p>\n" + facts(tally)
    body += failed + families + unasked + past
    return frame.document(
      path, title: "\(adapter.name): Rogues’ Gallery", trail: [("Validators", "index.html#scores")], body: body)
  }

  private func conclusion(_ tally: ValidatorTally) -> String {
    let what = "\(adapter.library) \(adapter.version)"
    guard tally.failures > 0 else {
      let judged = tally.passed + tally.partly
      return HTMLText.escaped(
        judged == 0 ? "\(what): nothing was judged." : "\(what) failed nothing at a level that counts.")
    }
    let counts = zip(Severity.worstFirst, tally.failed).filter { $1 > 0 }.map { severity, count in
      "<span class=\"sev s-\(severity.rawValue)\">\(count) \(severity.rawValue)</span>"
    }
    return HTMLText.escaped("\(what) failed \(String.counted(tally.failures, "scenario")): ")
      + counts.joined(separator: " ")
  }

  private func facts(_ tally: ValidatorTally) -> String {
    var facts: [(String, String)] = []
    if !adapter.summary.isEmpty { facts.append(("what", HTMLText.withoutFolders(adapter.summary))) }
    if !adapter.stacks.isEmpty {
      facts.append(
        ("made of", adapter.stacks.sorted { $0.key < $1.key }.map { "\($0) \($1)" }.joined(separator: ", ")))
    }
    if let owner = adapter.unverifiedOwner { facts.append(("clients", owner)) }
    facts.append(
      (
        "scenarios",
        "\(tally.passed) passed, \(tally.partly) passed in part, \(tally.failures) failed, \(tally.unclear) unclear, "
          + "\(tally.unjudged) not judged, \(tally.informs) for information"
      ))
    let badge = PageName.badge(adapter.name)
    let items = facts.map { "<div><dt>\($0)</dt><dd>\(HTMLText.escaped($1))</dd></div>" }.joined()
    return "<dl class=\"kv\">\(items)<div><dt>badge</dt><dd><a href=\"\(up)\(badge)\">\(badge)</a></dd></div>"
      + "<div><dt>matrix</dt><dd><a href=\"\(up)index.html#v=\(adapter.name.percentEncoded())\">"
      + "what it did not pass, beside the others</a></dd></div></dl>\n"
  }

  // MARK: Failures

  private var failed: String {
    let rows = failures
    guard !rows.isEmpty else { return "" }
    return """
      <section aria-labelledby="failed"><h2 id="failed">Failures</h2>
      <div class="box" tabindex="0" role="region" aria-label="Failures, the worst first"><table class="an fl">
      <caption>Failures, the worst first</caption>
      <thead><tr><th scope="col">Scenario<th scope="col">Severity<th scope="col">Verdict<th scope="col">Known</thead>
      <tbody>\(rows.map(line).joined())</tbody></table></div></section>

      """
  }

  private func line(_ row: PageModel.Row) -> String {
    guard let cell = row.cells[column] else { return "" }
    let severity = row.severity.map { "<i class=s-\($0.rawValue)>\($0.rawValue)</i>" } ?? ""
    var text =
      "<tr><th scope=row><a href=\"\(up)\(PageName.scenario(row.scenario))\">\(HTMLText.escaped(row.title))</a>"
    text += "<small>\(HTMLText.escaped(row.scenario))</small>"
    text += "<td>\(severity)<small>\(cell.level.rawValue)</small>"
    text += "<td>\(PageFrame.verdict(cell.worst, cell.level)) "
    text += "<a href=\"\(up)\(PageName.cell(row.scenario, adapter.name))\">evidence</a>"
    return text
      + "<td>\(model.findings(of: cell).map { FindingPage.link($0, up, frame) }.joined(separator: "<br>"))\n"
  }

  // MARK: Families

  private var families: String {
    let rows = model.families.sorted { $0.name < $1.name }.map { family in
      let tally = family.tallies[column]
      let counts = [
        tally.failures, tally.passed, tally.partly, tally.unclear, tally.unjudged, tally.informs,
      ]
      let cells = counts.enumerated().map { place, count in
        count == 0 ? "<td class=z>0" : place == 0 ? "<td class=\"n n-critical\">\(count)" : "<td>\(count)"
      }
      return "<tr><th scope=row><a href=\"\(up)\(PageName.family(family.name))\">\(HTMLText.escaped(family.name))</a>"
        + cells.joined() + "<td>\(family.rows.count)\n"
    }
    let heads = ["Failed", "Passed", "In part", "Inconclusive", "Not judged", "Information", "All"].map {
      "<th scope=\"col\">\($0)"
    }
    return """
      <section aria-labelledby="families"><h2 id="families">Families</h2>
      <div class="box" tabindex="0" role="region" aria-label="Scenarios by family"><table class="sc num">
      <caption>Scenarios by family</caption><thead><tr><th scope="col">Family\(heads.joined())</thead>
      <tbody>\(rows.joined())</tbody></table></div></section>

      """
  }

  // MARK: What it cannot run

  private var unasked: String {
    guard !adapter.declined.isEmpty else { return "" }
    let items = adapter.declined.sorted { $0.key < $1.key }.map { capability, why in
      "<div><dt><code>\(HTMLText.escaped(capability.rawValue))</code></dt><dd>\(HTMLText.escaped(why))</dd></div>"
    }
    return """
      <section aria-labelledby="unasked"><h2 id="unasked">Unsupported capabilities</h2>
      <p>Its adapter declares that the validator lacks these capabilities, so cases that need one do not run.</p>
      <dl class="kv wide">\(items.joined())</dl></section>

      """
  }

  // MARK: Earlier runs

  private var past: String {
    guard history.count > 1 else { return "" }
    let rows = zip(history.dropFirst(), history).reversed().map { now, before in
      let added = now.failures.subtracting(before.failures).sorted()
      let gone = before.failures.subtracting(now.failures).sorted()
      return "<tr><th scope=row>\(HTMLText.escaped(now.clock))<small>rogues \(HTMLText.escaped(now.rogues))</small>"
        + "<td>\(HTMLText.escaped(now.version))<td>\(now.failures.count)<td>\(ids(added))<td>\(ids(gone))\n"
    }
    return """
      <section aria-labelledby="past"><h2 id="past">Earlier runs</h2>
      <div class="box" tabindex="0" role="region" aria-label="What changed from run to run"><table class="an">
      <caption>What changed from run to run</caption><thead><tr><th scope="col">Run<th scope="col">Version\
      <th scope="col">Failed<th scope="col">New failures<th scope="col">No longer fails</thead>
      <tbody>\(rows.joined())</tbody></table></div></section>

      """
  }

  private func ids(_ ids: [String]) -> String {
    let known = Set(model.rows.map(\.results.scenario))
    let links = ids.map { id in
      let name = HTMLText.escaped(id)
      return known.contains(id) ? "<a href=\"\(up)\(PageName.scenario(id))\">\(name)</a>" : name
    }
    return links.isEmpty ? "–" : links.joined(separator: "<br>")
  }
}
