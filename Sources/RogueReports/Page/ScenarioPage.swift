import RogueModel

/// One scenario: the server, the reason, and the result of every validator.
struct ScenarioPage {
  let row: PageModel.Row
  let card: ScenarioCard?
  /// Why it matters, if it has no card.
  let why: String?
  /// The certificates of the rogue beside the healthy ones, if a result of the run has them.
  let comparison: CertificateComparison?
  let model: PageModel
  let frame: PageFrame

  private var path: String { PageName.scenario(row.scenario) }

  var file: PageFile {
    var body = "<p class=\"eyebrow\"><code>\(HTMLText.escaped(row.scenario))</code> "
    body += PageFrame.chips(row.level, card?.isHealthy == true ? nil : row.severity) + "</p>\n"
    body += "<h1>\(HTMLText.escaped(row.title))</h1>\n"
    if let why = card?.why ?? why { body += "<div class=\"lead\">\(HTMLText.markdown(why))</div>\n" }
    body += answers + served + about
    return frame.document(
      path, title: "\(row.title): Rogues’ Gallery", trail: [(row.family, PageName.family(row.family))], body: body)
  }

  // MARK: Answers

  private var answers: String {
    let pairs = zip(model.adapters, row.cells).enumerated().sorted { left, right in
      let (a, b) = (left.element.1?.worst.rank ?? .max, right.element.1?.worst.rank ?? .max)
      return a == b ? left.offset < right.offset : a < b
    }
    let rows = pairs.map { answer(of: $0.element.0, $0.element.1) }
    return """
      <section aria-labelledby="answers"><h2 id="answers">Results of all validators</h2>
      <div class="box" tabindex="0" role="region" aria-label="Validators and their verdicts"><table class="an">
      <caption>Validators and their verdicts</caption>
      <thead><tr><th scope="col">Validator<th scope="col">Verdict<th scope="col">Why</thead>
      <tbody>\(rows.joined())</tbody></table></div></section>

      """
  }

  private func answer(of adapter: AdapterDescription, _ cell: ScenarioCell?) -> String {
    var text = "<tr><th scope=\"row\"><a href=\"\(PageFile.up(from: path))\(PageName.validator(adapter.name))\">"
    text += "\(HTMLText.escaped(adapter.name))</a>"
    text += "<small>\(HTMLText.escaped("\(adapter.library) \(adapter.version)"))</small>"
    guard let cell else { return text + "<td>–<td>was not planned\n" }
    text += "<td>" + PageFrame.verdict(cell.worst, cell.level)
    if cell.hasPage {
      let link = PageFile.up(from: path) + PageName.cell(row.scenario, adapter.name)
      text += " <a href=\"\(link)\" aria-label=\"Evidence of \(HTMLText.escaped(adapter.name))\">evidence</a>"
    }
    let cases = model.cases(of: cell)
    if cell.count < cell.cases { text += "<small>\(HTMLText.escaped(Self.tally(cases)))</small>" }
    return text + "<td>" + explanations(cases, cell.worst) + "\n"
  }

  /// "false-accept in 1 of 3 cases, pass in 2".
  static func tally(_ cases: [CaseRow]) -> String {
    let counts = cases.verdicts.sorted { $0.key.rank < $1.key.rank }
    let words = counts.map { "\($0.key.rawValue) in \($0.value)" }
    let total = String.counted(cases.count, "case")
    return "\(words[0]) of \(total)" + words.dropFirst().map { ", " + $0 }.joined()
  }

  private func explanations(_ cases: [CaseRow], _ worst: Verdict) -> String {
    var explanations: [String] = []
    for row in cases where row.verdict == worst && !explanations.contains(row.explanation) {
      explanations.append(row.explanation)
    }
    let shown = explanations.prefix(3).map { HTMLText.escaped(HTMLText.withoutFolders($0)) }
    return shown.joined(separator: "<br>")
      + (explanations.count > 3 ? "<br>and \(explanations.count - 3) other reasons" : "")
  }

  // MARK: What is served

  private var served: String {
    guard let card else { return "" }
    var text = "<section aria-labelledby=\"served\"><h2 id=\"served\">What is served</h2>\n"
    text += "<p>\(HTMLText.escaped(card.world)). Clients request <code>\(HTMLText.escaped(card.host))</code>, and the "
    text +=
      "healthy server presents \(card.presented.map { "<code>\(HTMLText.escaped($0))</code>" }.joined(separator: ", ")).</p>\n"
    for (index, step) in card.steps.enumerated() {
      text += self.text(of: step, index + 1, of: card.steps.count)
    }
    if let comparison {
      text += "<h3>Its certificates, beside the healthy ones</h3>\n" + comparison.html
    }
    text +=
      "<details class=\"world\"><summary>The whole world, drawn: all its certificates</summary>"
    text += "<pre class=\"draw\" tabindex=\"0\">"
    text += HTMLText.escaped(card.drawing.joined(separator: "\n"), keepingLines: true)
    return text + "</pre></details></section>\n"
  }

  private func text(of step: ScenarioCard.Step, _ number: Int, of count: Int) -> String {
    var text = count > 1 ? "<h3>Step \(number) of \(count)</h3>\n" : ""
    if let change = step.change {
      text +=
        "<figure class=\"diff\"><figcaption>The one change: <code>\(HTMLText.escaped(change.path))</code></figcaption>"
      if let before = change.before {
        text += "<p class=\"del\"><span>healthy</span><del>\(HTMLText.escaped(before))</del></p>"
      }
      text += "<p class=\"ins\"><span>rogue</span><ins>\(HTMLText.escaped(change.after))</ins></p></figure>\n"
    } else {
      text += "<p>Nothing is wrong here: this is the healthy server.</p>\n"
    }
    text += chain(step)
    text += """
      <div class="box" tabindex="0" role="region" aria-label="Right answers\(count > 1 ? ", step \(number)" : "")"><table class="ex">\
      <caption>Right answers</caption><thead><tr><th scope="col">Policy<th scope="col">A right client\
      <th scope="col">The server</thead><tbody>

      """
    for expected in step.expected {
      text += "<tr><th scope=\"row\">\(expected.policies.map(Self.code).joined(separator: " "))"
      text += "<td>\(HTMLText.escaped(expected.client))"
      text += expected.remarks.map { "<small>\(HTMLText.escaped($0))</small>" }.joined()
      text += "<td>\(HTMLText.escaped(expected.server))\n"
    }
    return text + "</tbody></table></div>\n"
  }

  private func chain(_ step: ScenarioCard.Step) -> String {
    guard let card, step.concernsCertificates(card) else { return "" }
    return ChainDrawing(links: step.links).html("Leaf to root")
  }

  private static func code(_ text: String) -> String { "<code>\(HTMLText.escaped(text))</code>" }

  // MARK: References and keywords

  private var about: String {
    guard let card else { return "" }
    var text = ""
    if !card.references.isEmpty {
      text += "<section aria-labelledby=\"refs\"><h2 id=\"refs\">References</h2><ul class=\"refs\">"
      text += card.references.map { "<li>\(Self.reference($0))" }.joined() + "</ul></section>\n"
    }
    if !card.keywords.isEmpty {
      let up = PageFile.up(from: path)
      let links = card.keywords.map {
        "<li><a href=\"\(up)index.html#q=\($0.percentEncoded())\">\(HTMLText.escaped($0))</a>"
      }
      text +=
        "<section aria-labelledby=\"kw\"><h2 id=\"kw\">Keywords</h2><ul class=\"kw\">\(links.joined())</ul></section>\n"
    }
    return text
  }

  /// RFCs, CVEs and addresses as links; everything else as it is.
  static func reference(_ text: String) -> String {
    let escaped = HTMLText.escaped(text)
    return address(of: text).map { "<a rel=\"noreferrer\" href=\"\(HTMLText.escaped($0))\">\(escaped)</a>" } ?? escaped
  }

  /// Where a reference can be read; nil: nowhere that is known.
  static func address(of text: String) -> String? {
    if let match = text.firstMatch(of: /^RFC ([0-9]{1,5})(?:, (?:section|sections) ([0-9]+(?:\.[0-9]+)*))?/) {
      return "https://www.rfc-editor.org/rfc/rfc\(match.1)" + (match.2.map { "#section-\($0)" } ?? "")
    }
    if let match = text.firstMatch(of: /CVE-[0-9]{4}-[0-9]{4,7}/) {
      return "https://www.cve.org/CVERecord?id=\(match.0)"
    }
    if text.hasPrefix("GHSA-") { return "https://github.com/advisories/\(text)" }
    return PageLinks.isWeb(text) ? text : nil
  }
}
