import RogueModel

/// The evidence of one validator in one scenario: a block for each thing that happened, not for each case.
struct CellPage {
  let row: PageModel.Row
  let cell: ScenarioCell
  let adapter: AdapterDescription
  /// The results that did not pass, in the order of the plan.
  let results: [CaseResult]
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
    for (index, group) in groups.enumerated() { body += text(of: group, index, hasCapture: hasCapture[index]) }
    return frame.document(
      path, title: "\(adapter.name), \(word): \(row.title)",
      trail: [(row.family, PageName.family(row.family)), (row.title, PageName.scenario(row.scenario))], script: true,
      body: body)
  }

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
    var text = "<section class=\"block\" aria-labelledby=\"g\(index + 1)\"><h2 id=\"g\(index + 1)\">"
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
    text += pair(
      "cases",
      "<ul class=\"cases\">" + group.map { "<li><code>\(HTMLText.escaped($0.axes.description))</code>" }.joined()
        + "</ul>")
    text += "</dl>\n" + known(first)
    for step in shownSteps(of: first) { text += StepText(step: step, of: first.steps.count).html }
    if hasCapture {
      // Relative to this page, whatever the folder is called.
      let name = (path.split(separator: "/").last ?? "").dropLast(".html".count) + Self.ending(index)
      text += "<h3>Its bytes</h3><p><a href=\"\(name)\" download>\(name)</a>: every connection of "
      text += "<code>\(HTMLText.escaped(first.axes.description))</code>, which Wireshark and tshark show decrypted, "
      text += "because the keys are inside.</p>\n"
    }
    text +=
      "<h3>Repeat it</h3><pre class=\"cmd\" tabindex=\"0\">\(HTMLText.escaped(Self.command(first.reproduce)))</pre>\n"
    return text + "</section>\n"
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
    if let issue = mark.issue { text += " (\(HTMLText.escaped(issue)))" }
    if let entry = mark.entry { text += ", <code>\(HTMLText.escaped(HTMLText.withoutFolders(entry)))</code>" }
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
    text += "\(HTMLText.escaped(reference.kind.words))\(other)</p><h3>\(HTMLText.escaped(reference.title))</h3>\n"
    guard let entry = references.findings[reference.place] else {
      return text + "<p><code>\(HTMLText.escaped(reference.place))</code></p></div>\n"
    }
    text += HTMLText.markdown(entry.text)
    if let commands = entry.commands {
      text += "<details><summary>See it without this project</summary>"
      text += "<pre tabindex=\"0\">\(HTMLText.escaped(commands, keepingLines: true))</pre></details>\n"
    }
    if let afterwards = entry.afterwards { text += HTMLText.markdown(afterwards) }
    let page = PageFile.up(from: path) + PageName.finding(reference)
    return text + "<p><a href=\"\(page)\">who else fails so</a></p></div>\n"
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
