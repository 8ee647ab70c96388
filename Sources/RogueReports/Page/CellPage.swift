import RogueModel

/// The evidence of one validator in one scenario: a block for each thing that happened, not for each case.
struct CellPage {
  let row: PageModel.Row
  let cell: ScenarioCell
  let adapter: AdapterDescription
  /// The results that did not pass, in the order of the plan.
  let results: [CaseResult]
  /// Nil: the catalogue does not have the scenario.
  let card: ScenarioCard?
  let model: PageModel
  let references: PageReferences
  let frame: PageFrame

  private var path: String { PageName.cell(row.scenario, cell.adapter) }

  /// The page, and the capture files that it links to.
  var files: [PageFile] {
    let groups = groups
    let captures = groups.map { references.capture($0[0]) }
    return [page(groups, captures.map { $0 != nil })]
      + captures.enumerated().compactMap { index, bytes in
        bytes.map { PageFile(path: path.dropLast(".html".count) + Self.ending(index), bytes: $0) }
      }
  }

  private static func ending(_ index: Int) -> String { "-\(index + 1).pcapng" }

  private func page(_ groups: [[CaseResult]], _ hasCapture: [Bool]) -> PageFile {
    let word = cell.worst.word(at: cell.level)
    var body = "<p class=\"eyebrow\"><code>\(HTMLText.escaped(row.scenario))</code> "
    body += PageFrame.chips(row.level, row.severity) + "</p>\n"
    body += "<h1>\(HTMLText.escaped(adapter.name)): \(PageFrame.verdict(cell.worst, cell.level))</h1>\n"
    body += "<p class=\"lead\"><a href=\"\(PageFile.up(from: path))\(PageName.scenario(row.scenario))\">"
    body += "\(HTMLText.escaped(row.title))</a></p>\n"
    body +=
      "<p>\(HTMLText.escaped("\(adapter.library) \(adapter.version)"))\(adapter.unverifiedOwner.map { ", <strong>\(HTMLText.escaped($0))</strong>" } ?? ""), \(HTMLText.escaped(ScenarioPage.tally(model.cases(of: cell)))).</p>\n"
    body += cases(groups)
    for (index, group) in groups.enumerated() {
      body += text(of: group, index, hasCapture: hasCapture[index])
    }
    return frame.document(
      path, title: "\(adapter.name), \(word): \(row.title)",
      trail: [(row.family, PageName.family(row.family)), (row.title, PageName.scenario(row.scenario))], script: true,
      body: body)
  }

  /// Every case of the scenario, those that passed or could not run as well.
  private func cases(_ groups: [[CaseResult]]) -> String {
    let blocks = Dictionary(
      groups.enumerated().flatMap { index, group in group.map { ($0.caseID, index + 1) } },
      uniquingKeysWith: { first, _ in first })
    let rows = model.cases(of: cell).map { row in
      let name = row.axes?.description ?? String(row.caseID.dropFirst(row.scenario.count))
      let evidence = blocks[row.caseID].map { " <a href=\"#g\($0)\">evidence</a>" } ?? ""
      return "<tr><th scope=\"row\"><code>\(HTMLText.escaped(name))</code>"
        + "<td>\(PageFrame.verdict(row.verdict, row.level))\(evidence)<td>\(said(row.explanation))\n"
    }
    let table = """
      <div class="box" tabindex="0" role="region" aria-label="Every case"><table class="an"><caption>Every case</caption>
      <thead><tr><th scope="col">Case<th scope="col">Verdict<th scope="col">Why</thead><tbody>\(rows.joined())</tbody></table></div>
      """
    guard rows.count > Self.mostCases else { return table + "\n" }
    return
      "<details class=\"world\"><summary>All \(rows.count) cases</summary>\n\(table)</details>\n"
  }

  /// So many are listed unfolded.
  private static let mostCases = 16

  /// Cases in which the same happened, together.
  private var groups: [[CaseResult]] {
    var groups: [[CaseResult]] = []
    for result in results {
      let index =
        groups.firstIndex {
          $0[0].judgement.verdict == result.judgement.verdict
            && $0[0].judgement.explanation == result.judgement.explanation
            && $0[0].knowledge == result.knowledge && $0[0].baseline == result.baseline
        } ?? groups.count
      if index == groups.count { groups.append([]) }
      groups[index].append(result)
    }
    // Stable: cases of one verdict keep the order of the plan.
    return groups.sorted { $0[0].judgement.verdict.rank < $1[0].judgement.verdict.rank }
  }

  private func text(of group: [CaseResult], _ index: Int, hasCapture: Bool) -> String {
    let first = group[0]
    var text = "<div class=\"block\"><h2 id=\"g\(index + 1)\">"
    text +=
      PageFrame.verdict(first.judgement.verdict, cell.level)
      + " <small>\(String.counted(group.count, "case"))</small></h2>\n"
    text += "<p class=\"told\">\(said(first.judgement.explanation))</p>\n<dl class=\"kv\">"
    if let control = first.control {
      text += pair(
        "control",
        control.verdict == .pass
          ? "The same server without the fault was accepted."
          : "\(HTMLText.escaped(control.verdict.word)): \(said(control.explanation))")
    }
    if let missed = first.missedDeadline {
      text += pair("runs", "Two, the second time alone. The first: \(said(missed.judgement.explanation))")
    }
    if first.exposesIdentity {
      text += pair("note", "The client handed its certificate to a server that it then refused.")
    }
    if let fix = first.fix { text += pair("fix", said(fix)) }
    if let baseline = first.baseline { text += pair("baseline", Self.words(baseline)) }
    text += pair("case", "<code>\(HTMLText.escaped(first.axes.description))</code>")
    text += "</dl>\n" + known(first) + evidence(of: first, references)
    if hasCapture {
      // Relative to this page, whatever the folder is called.
      let name = (path.split(separator: "/").last ?? "").dropLast(".html".count) + Self.ending(index)
      text += "<h3>Its bytes</h3><p><a href=\"\(name)\" download>\(name)</a>: every connection of "
      text += "<code>\(HTMLText.escaped(first.axes.description))</code>, which Wireshark and tshark show decrypted, "
      text += "because the keys are inside.</p>\n"
    }
    return text + repeated(first) + others(Array(group.dropFirst())) + "</div>\n"
  }

  /// - Parameter references: nil: without the certificates.
  private func evidence(of result: CaseResult, _ references: PageReferences?) -> String {
    shownSteps(of: result)
      .map { StepText(step: $0, of: result.steps.count, card: card, references: references).html }
      .joined()
  }

  private func repeated(_ result: CaseResult) -> String {
    "<h3>Repeat it</h3><pre class=\"cmd\" tabindex=\"0\">\(HTMLText.escaped(Self.command(result.reproduce)))</pre>\n"
  }

  /// The cases in which the same happened, each with what the server saw.
  private func others(_ others: [CaseResult]) -> String {
    guard !others.isEmpty else { return "" }
    let items = others.map { other in
      "<details><summary><code>\(HTMLText.escaped(other.axes.description))</code></summary>\n"
        + evidence(of: other, nil) + repeated(other) + "</details>\n"
    }
    return
      "<h3>The same in \(String.counted(others.count, "case")) more</h3>\n<div class=\"others\">\(items.joined())</div>\n"
  }

  private static func words(_ mark: BaselineMark) -> String {
    let state =
      switch mark.state {
      case .known: "Known"
      case .new: "New: the baseline does not say that it fails"
      case .changed: "Changed: the baseline says that it fails in another way"
      case .fixed: "Fixed: the baseline says that it fails"
      }
    var text = HTMLText.escaped(state)
    if let why = mark.why { text += ": \(HTMLText.escaped(why))" }
    if let issue = mark.issue { text += " (\(ScenarioPage.reference(issue)))" }
    if let entry = mark.entry {
      text += ", <code>\(HTMLText.escaped(HTMLText.withoutFolders(entry)))</code>"
    }
    return text + "."
  }

  /// The entry of the ledger of findings, with its text if there is one.
  private func known(_ result: CaseResult) -> String {
    guard let knowledge = result.knowledge else { return "" }
    let reference: Knowledge.Reference
    switch knowledge {
    case .nothing: return "<p class=\"note\">The ledger of findings has no entry for it.</p>\n"
    case .entry(let entry), .otherVersions(let entry): reference = entry
    }
    var other = ""
    if case .otherVersions = knowledge { other = ", of other versions than this" }
    var text = "<div class=\"find\"><p class=\"eyebrow\">Known: "
    let title = FindingPage.link(reference, PageFile.up(from: path), frame)
    text += "\(HTMLText.escaped(reference.kind.words))\(other)</p><h3>\(title)</h3>\n"
    guard let entry = references.findings[reference.place] else {
      return text + "<p><code>\(HTMLText.escaped(reference.place))</code></p></div>\n"
    }
    let address = { (target: String) in frame.links.address(target, from: path) }
    text += HTMLText.markdown(entry.text, address: address)
    if let commands = entry.commands {
      text += "<details><summary>See it without this project</summary>"
      text += "<pre tabindex=\"0\">\(HTMLText.escaped(commands, keepingLines: true))</pre></details>\n"
    }
    if let afterwards = entry.afterwards { text += HTMLText.markdown(afterwards, address: address) }
    return text + "</div>\n"
  }

  /// The steps worth showing: all that did not pass, or the last one.
  private func shownSteps(of result: CaseResult) -> [StepResult] {
    let notable = result.steps.filter { !$0.judgement.verdict.isGood }
    return notable.isEmpty ? result.steps.suffix(1) : notable
  }

  private func said(_ text: String) -> String { HTMLText.escaped(HTMLText.withoutFolders(text)) }

  private func pair(_ name: String, _ value: String) -> String { "<div><dt>\(name)</dt><dd>\(value)</dd></div>" }

  /// The line that runs a case again, with the command's name instead of its place on this machine.
  static func command(_ line: String) -> String {
    let program = line.prefix { $0 != " " }
    guard program.contains("/"), let name = program.split(separator: "/").last else {
      return HTMLText.withoutFolders(line)
    }
    return name + HTMLText.withoutFolders(String(line.dropFirst(program.count)))
  }
}
