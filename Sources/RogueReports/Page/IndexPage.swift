import RogueModel

/// The first page: the conclusion, what is worst, and every family, folded.
struct IndexPage {
  static let path = "index.html"
  /// The most that the page has, in bytes. What does not fit is on the families' own pages: the first page stays under
  /// 300 KB whatever the run was.
  static let limit = 290_000
  /// How many rows are shown first, unfolded.
  private static let worstCount = 12

  let model: PageModel
  let frame: PageFrame
  private let table: MatrixTable

  init(model: PageModel, frame: PageFrame) {
    self.model = model
    self.frame = frame
    table = MatrixTable(adapters: model.adapters, page: Self.path)
  }

  var file: PageFile {
    let start = hero + scores + filters + worst + heat
    // A family takes a name, a bar, the heads of its table and a link, whatever its rows take; a hundred bytes are what
    // counts of rows add to it.
    let frames = model.families.map { text(of: $0, [""], unshown: 0).utf8.count + 100 }.reduce(0, +)
    let left = Self.limit - start.utf8.count - legend.utf8.count - frames - 4000
    return frame.document(
      Self.path, title: "Rogues’ Gallery: \(subject)", script: true, body: start + families(within: left) + legend)
  }

  private var subject: String {
    String.counted(model.adapters.count, "validator") + ", " + .counted(model.rows.count, "scenario")
  }

  // MARK: The conclusion

  private var hero: String {
    """
    <div class="hero"><h1>\(HTMLText.escaped(subject))</h1>
    <p class="lead">\(conclusion)</p>
    \(first)\(unverified)\(coverage)\
    <p>A scenario is a TLS server with one thing wrong, or a healthy one. A validator passes if it refuses the first for
    the right reason before it sends anything, and accepts the second. The verdict combines what the client reports with what the server saw.</p></div>

    """
  }

  /// The validators for which another client may have been judged.
  private var unverified: String {
    let names = model.adapters.compactMap { adapter in adapter.unverifiedOwner.map { "\(adapter.name): \($0)" } }
    guard !names.isEmpty else { return "" }
    return "<p><strong>\(HTMLText.escaped(names.joined(separator: "; "))).</strong> "
      + "Connection owners were not verified.</p>\n"
  }

  /// The cases that did not run.
  private var coverage: String {
    guard let coverage = model.header?.coverage else { return "" }
    let misses = coverage.misses.map { " This choice does not see: \($0)." } ?? ""
    return "<p>\(HTMLText.escaped("It covers \(coverage.sentence).\(misses)"))</p>\n"
  }

  private var conclusion: String {
    let failing = model.rows.filter { $0.failures > 0 }
    guard model.rows.contains(where: { row in row.cells.contains { $0?.worst.isProof == true } }) else {
      return "<strong>Nothing was judged.</strong> No validator could run, or the servers could not decide."
    }
    guard !failing.isEmpty else {
      return model.isComplete
        ? "<strong>Nothing failed</strong> at a level that counts."
        : "<strong>Nothing failed</strong> before the run ended."
    }
    let counts = Severity.worstFirst.compactMap { severity in
      let count = failing.count { $0.severity == severity }
      return count == 0 ? nil : "<span class=\"sev s-\(severity.rawValue)\">\(count) \(severity.rawValue)</span>"
    }
    let start = failing.contains { $0.severity == .critical } ? "" : "<strong>Nothing critical.</strong> "
    return start + "\(failing.count) of \(String.counted(model.rows.count, "scenario")) "
      + "\(failing.count == 1 ? "catches" : "catch") at least one validator: " + counts.joined(separator: " ")
  }

  /// So many failures are named before everything else, on the first screen of a phone as well.
  private static let firstCount = 3
  /// So many validators are named with each of them.
  private static let mostNames = 3

  /// The worst failures by name.
  private var first: String {
    let groups = MatrixTable.folded(model.rows.filter { $0.failures > 0 }).prefix(Self.firstCount)
    guard !groups.isEmpty else { return "" }
    let items = groups.compactMap(\.first).map { row in
      let failing = zip(model.adapters, row.cells).filter { $1?.isFailure == true }.map(\.0.name)
      let names = failing.prefix(Self.mostNames).map { name in
        "<a href=\"\(PageName.cell(row.scenario, name))\">\(HTMLText.escaped(name))</a>"
      }
      let more = failing.count > Self.mostNames ? " and \(failing.count - Self.mostNames) more" : ""
      let severity = row.severity.map { "<i class=s-\($0.rawValue)>\($0.rawValue)</i> " } ?? ""
      return "<li>\(severity)<a href=\"\(PageName.scenario(row.scenario))\">\(HTMLText.escaped(row.title))</a>: "
        + names.joined(separator: ", ") + more + "\n"
    }
    return "<ol class=\"first\" aria-label=\"The worst failures\">\(items.joined())</ol>\n"
  }

  // MARK: Validators

  /// So many validators are listed in full.
  private static let mostScores = 20

  private var scores: String {
    let heads = Severity.worstFirst.map { "<th scope=\"col\"><i class=s-\($0.rawValue)>\($0.rawValue)</i>" }
    let others = ["Passed", "In part", "Inconclusive", "Not judged", "Information"].map { "<th scope=\"col\">\($0)" }
    // Of many validators, those that fail nothing are folded, so that the scenarios are not pages away.
    let order = Array(model.adapters.indices)
    let clean = order.filter { model.tallies[$0].failures == 0 }
    let isFolded = order.count > Self.mostScores && clean.count < order.count
    func table(_ columns: [Int], _ label: String) -> String {
      """
      <div class="box" tabindex="0" role="region" aria-label="\(label)">\
      <table class="sc"><caption>Scenarios by result; failures at must and should, by severity</caption>
      <thead><tr><th scope="col">Validator<th scope="col">What it is\(heads.joined())\(others.joined())</thead>
      <tbody>\(columns.map(score).joined())</tbody></table></div>
      """
    }
    let shown = isFolded ? order.filter { !clean.contains($0) } : order
    let folded =
      isFolded && !clean.isEmpty
      ? "<details class=\"clean\"><summary>\(String.counted(clean.count, "validator")) more, which failed nothing</summary>\n"
        + table(clean, "Validators that failed nothing") + "</details>"
      : ""
    return """
      <section aria-labelledby="scores"><h2 id="scores">Validators</h2>
      \(table(shown, "Validators and the scenarios that they failed"))\(folded)
      <p class="more">Each row adds up to \(String.counted(model.rows.count, "scenario")). See also \
      <a href="\(PageName.findings)">the findings</a>, <a href="\(PageName.requirements)">the requirements</a>, and the \
      matrix as <a href="matrix.csv">CSV</a> and <a href="matrix.json">JSON</a>.</p></section>

      """
  }

  private func score(of column: Int) -> String {
    let adapter = model.adapters[column]
    let tally = model.tallies[column]
    var text =
      "<tr><th scope=\"row\"><a href=\"\(PageName.validator(adapter.name))\">\(HTMLText.escaped(adapter.name))</a>"
    text += "<small>\(HTMLText.escaped("\(adapter.library) \(adapter.version)"))</small>"
    if let owner = adapter.unverifiedOwner { text += "<small>\(HTMLText.escaped(owner))</small>" }
    text += "<td>\(HTMLText.escaped(HTMLText.withoutFolders(adapter.summary)))"
    for (severity, count) in zip(Severity.worstFirst, tally.failed) {
      text += count == 0 ? "<td class=z>0" : "<td class=\"n n-\(severity.rawValue)\">\(count)"
    }
    let others = [tally.passed, tally.partly, tally.unclear, tally.unjudged, tally.informs]
    return text + others.map { $0 == 0 ? "<td class=z>0" : "<td>\($0)" }.joined() + "\n"
  }

  // MARK: The matrix

  /// More cells than these would take the place of the scenarios.
  private static let mostHeat = 2500

  private var heat: String {
    guard model.adapters.count > 1, model.adapters.count * model.families.count <= Self.mostHeat else { return "" }
    return HeatMap(model: model).html(Array(model.adapters.indices))
  }

  private var worst: String {
    let rows = model.rows.prefix { $0.failures > 0 }
    guard !rows.isEmpty else { return "" }
    let shown = MatrixTable.folded(Array(rows)).prefix(Self.worstCount)
    return """
      <section class="static" aria-labelledby="worst"><h2 id="worst">Worst first</h2>
      \(table.table(shown.map { table.row($0, alike: 3) }.joined(), caption: "The worst failures"))</section>

      """
  }

  /// - Parameter budget: What rows may take, in bytes.
  private func families(within budget: Int) -> String {
    var left = budget
    // Whose rows come first is decided over all families: what does not fit is the least bad.
    var shown: [String: [String]] = [:]
    var unshown: [String: Int] = [:]
    let groups = model.families.flatMap { MatrixTable.folded($0.rows.filter(\.isNotable)) }
    for group in groups.sorted(by: { PageModel.Row.isWorse($0[0], $1[0]) }) {
      // A row has fifty bytes for each of its scenarios, and more: what cannot fit is not made.
      let row = group.count * 50 > left ? "" : table.row(group)
      if !row.isEmpty, row.utf8.count <= left {
        left -= row.utf8.count
        shown[group[0].family, default: []].append(row)
      } else {
        left = 0
        unshown[group[0].family, default: 0] += group.count
      }
    }
    let texts = model.families.map { text(of: $0, shown[$0.name] ?? [], unshown: unshown[$0.name] ?? 0) }
    return """
      <section class="static" aria-labelledby="families"><h2 id="families">Families</h2>
      <p class="key"><i class="ba"></i> failed <i class="by"></i> validators differ, or unclear <i class="bp"></i> passed, or not judged</p>
      <p class="tools" hidden><button type="button" id="unfold">Unfold all</button></p>
      \(texts.joined())</section>
      <section id="found" hidden aria-labelledby="results"><h2 id="results">Scenarios found</h2>
      <p role="status" id="count"></p><div id="hits"></div></section>

      """
  }

  private func text(of family: PageModel.Family, _ rows: [String], unshown: Int) -> String {
    let name = HTMLText.escaped(family.name)
    let passed = family.rows.count(where: \.isPassed)
    let unjudged = family.rows.count { !$0.isNotable && !$0.isPassed }
    let page = PageName.family(family.name)
    var text = "<details class=\"fam\"><summary><span class=\"fn\">\(name)</span>\(bar(family))"
    text += "<span class=\"fc\">\(String.counted(family.rows.count, "scenario"))"
    if family.failing > 0 { text += ", <b>\(family.failing) failed</b>" }
    text += "</span></summary>\n"
    if !rows.isEmpty { text += table.table(rows.joined(), caption: "Scenarios of the family \(family.name)") }
    var rest: [String] = []
    if unshown > 0 { rest.append("\(unshown) more with details") }
    if passed > 0 { rest.append("\(passed) that all validators pass") }
    if unjudged > 0 { rest.append("\(unjudged) not judged, or not for all validators") }
    let more = rest.isEmpty ? "" : HTMLText.escaped(rest.joined(separator: ", ")) + ": "
    return text + "<p class=\"more\">\(more)<a href=\"\(page)\">all of \(name)</a></p></details>\n"
  }

  /// How much of a family fails, differs and passes, as a bar. The words beside it say the same.
  private func bar(_ family: PageModel.Family) -> String {
    let total = max(1, family.rows.count)
    let failing = family.failing * 100 / total
    let differing = family.rows.count { $0.failures == 0 && $0.isNotable } * 100 / total
    return "<svg class=bar viewBox=\"0 0 100 6\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
      + "<rect class=bp width=100 height=6 /><rect class=by width=\(failing + differing) height=6 />"
      + "<rect class=ba width=\(failing) height=6 /></svg>"
  }

  // MARK: Filters and legend

  private var filters: String {
    func options(_ words: [String]) -> String {
      words.map { "<option>\(HTMLText.escaped($0))</option>" }.joined()
    }
    return """
      <form id="filters" class="filters" role="search" aria-label="Filter scenarios" hidden>
      <label class="wide">Text, RFC or keyword <input id="f-q" type="search" autocomplete="off" \
      placeholder="EKU, RFC 5280, expired…"></label>
      <label>Level <select id="f-level"><option value="">any</option>\(options(Level.allCases.map(\.rawValue)))\
      </select></label>
      <label>Severity <select id="f-sev"><option value="">any</option>\
      \(options(Severity.worstFirst.map(\.rawValue)))</select></label>
      <label>Family <select id="f-family"><option value="">any</option>\
      \(options(model.families.map(\.name).sorted()))</select></label>
      <label>Not passed by <select id="f-v"><option value="">anybody</option>\(options(model.adapters.map(\.name)))\
      </select></label>
      <label class="check"><input id="f-diff" type="checkbox"> Differences only</label>
      <button type="reset" id="f-clear">Clear</button>
      </form>

      """
  }

  private var legend: String {
    let cells = model.rows.flatMap { $0.cells.compactMap(\.self) }
    let occurring = Set(cells.map(\.worst))
    let partial =
      cells.contains(where: \.isPartial)
      ? "<div><dt><span class=\"c \(CellLook.partial.code)\">\(CellLook.partial.letter)</span> \(CellLook.partial.word)</dt>"
        + "<dd>Passed every case that could run; the adapter lacks what the others need.</dd></div>"
      : ""
    let items = Verdict.passFirst.filter(occurring.contains)
      .map { verdict in
        let look = CellLook(verdict, .must)
        return "<div><dt><span class=\"c \(look.code)\">\(HTMLText.escaped(look.letter))</span> "
          + "\(HTMLText.escaped(verdict.word))</dt><dd>\(HTMLText.escaped(verdict.meaning))</dd></div>"
      }
    return """
      <section class="legend" aria-labelledby="legend"><h2 id="legend">What the letters mean</h2>
      <dl>\(items.joined())\(partial)</dl>
      <p>A cell shows the worst of its cases. A small letter without a fill stands at the level <em>may</em>, where good
      validators differ: it informs, and counts for nothing.</p></section>

      """
  }
}
