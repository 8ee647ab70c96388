import RogueModel

/// One entry of the ledger of findings that this run shows: who fails, where, and the commands that show it.
struct FindingPage {
  let entry: KnownFailure
  let shown: PageModel.Finding
  let model: PageModel
  let frame: PageFrame
  /// The page of all findings has the setup.
  let hasSetup: Bool

  private var path: String { PageName.finding(shown.reference) }

  var file: PageFile {
    let up = PageFile.up(from: path)
    var body =
      "<p class=\"eyebrow\">\(HTMLText.escaped(entry.kind.words))</p>\n<h1>\(HTMLText.escaped(entry.title))</h1>\n"
    body += "<div class=\"lead\">\(markdown(entry.text))</div>\n"
    body += "<section aria-labelledby=\"who\"><h2 id=\"who\">Clients that fail</h2>\n<ul class=\"refs\">"
    for (column, rows) in shown.rows.sorted(by: { $0.key < $1.key }) {
      let adapter = model.adapters[column]
      body += "<li><a href=\"\(up)\(PageName.validator(adapter.name))\">\(HTMLText.escaped(adapter.name))</a> "
      body += HTMLText.escaped("\(adapter.library) \(adapter.version), versions \(versions(adapter)): ")
      body += rows.map { row in
        "<a href=\"\(up)\(PageName.cell(row, adapter.name))\">\(HTMLText.escaped(row))</a>"
      }.joined(separator: ", ")
    }
    body += "</ul></section>\n" + reports
    if let commands = entry.commands {
      body += "<section aria-labelledby=\"see\"><h2 id=\"see\">See it without this project</h2>\n"
      body +=
        hasSetup
        ? "<p>The commands follow <a href=\"\(up)\(PageName.findings)#setup\">the setup</a>.</p>"
        : "<p>The commands follow the setup of docs/records/findings.md.</p>"
      body += "<pre class=\"cmd\" tabindex=\"0\">\(HTMLText.escaped(commands, keepingLines: true))</pre></section>\n"
    }
    if let afterwards = entry.afterwards { body += markdown(afterwards) }
    return frame.document(
      path, title: "\(entry.title): Rogues’ Gallery", trail: [("Findings", PageName.findings)], script: true,
      body: body)
  }

  /// The versions that the entry is about, of the client or of its stacks.
  private func versions(_ adapter: AdapterDescription) -> String {
    let ranges = entry.occurrences.flatMap { occurrence -> [String] in
      let clients = occurrence.clients.filter {
        [adapter.name, AdapterVariant.adapter(of: adapter.name)].contains($0.adapter)
      }
      if !clients.isEmpty { return clients.map(\.versions.description) }
      let stacks = occurrence.stacks.filter { adapter.stacks[$0.key] != nil }
      if !stacks.isEmpty { return stacks.map { "\($0.key) \($0.value.description)" } }
      // A copy of an adapter under another name.
      return occurrence.clients.map { "\($0.adapter) \($0.versions.description)" }
    }
    return Set(ranges).sorted().joined(separator: "; ")
  }

  private func markdown(_ text: String) -> String {
    HTMLText.markdown(text) { frame.links.address($0, from: path) }
  }

  /// Who has reported it where, and what fixes it.
  private var reports: String {
    let places = entry.reported.map { "<li>\(ScenarioPage.reference($0))" }
    var text = "<section aria-labelledby=\"up\"><h2 id=\"up\">Reported</h2>\n"
    text += places.isEmpty ? "<p>No report is known.</p>\n" : "<ul class=\"refs\">\(places.joined())</ul>\n"
    if !entry.fixed.isEmpty {
      text += "<p>Fixed in \(HTMLText.escaped(entry.fixedVersions.joined(separator: ", "))).</p>\n"
    }
    return text + "</section>\n"
  }

  /// The title, as a link where the entry has a page.
  static func link(_ reference: Knowledge.Reference, _ up: String, _ frame: PageFrame) -> String {
    let title = HTMLText.escaped(reference.title)
    return frame.links.page(reference).map { "<a href=\"\(up)\($0)\">\(title)</a>" } ?? title
  }

  /// The page of all findings.
  static func index(
    _ findings: [PageModel.Finding], model: PageModel, frame: PageFrame, setup: String?
  ) -> PageFile {
    let up = PageFile.up(from: PageName.findings)
    let rows = findings.map { finding in
      let names = finding.rows.keys.sorted().map { column in
        let name = model.adapters[column].name
        return "<a href=\"\(up)\(PageName.validator(name))\">\(HTMLText.escaped(name))</a>"
      }
      let severity = finding.severity.map { "<i class=s-\($0.rawValue)>\($0.rawValue)</i>" } ?? ""
      return
        "<tr><th scope=row>\(link(finding.reference, up, frame))<td>\(severity)<td>\(finding.reference.kind.words)"
        + "<td>\(names.joined(separator: ", "))<td>\(finding.rows.values.reduce(0) { $0 + $1.count })\n"
    }
    let body = """
      <h1>Findings</h1>
      <p class="lead">Failures in this run that the ledger of known failures describes, the worst first.</p>
      <div class="box" tabindex="0" role="region" aria-label="Findings"><table class="an"><caption>Findings</caption>
      <thead><tr><th scope="col">Finding<th scope="col">Severity<th scope="col">Kind<th scope="col">Validators\
      <th scope="col">Scenarios</thead>
      <tbody>\(rows.joined())</tbody></table></div>
      \(setup.map(html(of:)) ?? "")
      """
    return frame.document(PageName.findings, title: "Findings: Rogues’ Gallery", body: body)
  }

  /// What the commands of all findings need.
  private static func html(of setup: String) -> String {
    let parts = setup.split(separator: "```", omittingEmptySubsequences: false).enumerated().map { index, part in
      guard index % 2 == 1, let start = part.firstIndex(of: "\n") else { return HTMLText.markdown(String(part)) }
      let block = String(part[part.index(after: start)...])
      return "<pre class=\"cmd\" tabindex=\"0\">\(HTMLText.escaped(block, keepingLines: true))</pre>\n"
    }
    let title = "<h2 id=\"setup\">What the commands need</h2>"
    return "<section aria-labelledby=\"setup\">\(title)\n\(parts.joined())</section>\n"
  }
}
