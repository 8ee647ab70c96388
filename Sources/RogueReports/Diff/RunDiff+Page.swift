import RogueModel

extension RunDiff {
  /// The differences as one page that needs no other file.
  public var page: String {
    let shown = Kind.allCases.map { kind in (kind, rows.filter { $0.kind == kind && $0.level != .may }) }
    let informational = rows.filter { $0.level == .may }
    let counts = shown.map { kind, rows in "<li><strong>\(rows.count)</strong> \(kind.meaning)" }.joined()
    var body = """
      <h1>\(hasRegressed ? "Regressed" : isUnproven ? "Nothing regressed, something is no longer judged" : "Nothing regressed")</h1>
      <p class="lead">\(HTMLText.escaped(title))</p>
      <ul class="cases">\(counts)</ul>

      """
    for (kind, rows) in shown where !rows.isEmpty { body += Self.section(kind.meaning, rows) }
    if !informational.isEmpty { body += Self.section("for information: level may", informational) }
    return """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; \
      form-action 'none'">
      <title>Two runs: Rogues’ Gallery</title>
      <style>\(PageStyle(validators: []).text)</style>
      </head><body>
      <header class="top"><span class="brand">\(PageFrame.mark)Rogues’ Gallery</span></header>
      <main id="main">
      \(body)</main>
      <footer><dl>\(Self.facts("before", before))\(Self.facts("after", after))</dl></footer>
      </body></html>

      """
  }

  private static func section(_ meaning: String, _ rows: [Row]) -> String {
    let title = HTMLText.escaped(meaning.prefix(1).uppercased() + meaning.dropFirst())
    let lines = rows.map { row in
      "<tr><th scope=row>\(HTMLText.escaped(row.scenario))<td>\(PageFrame.chips(row.level, row.severity))"
        + "<td>\(HTMLText.escaped(row.adapter))<td>\(HTMLText.escaped(row.before.isEmpty ? "–" : row.before))"
        + "<td>\(HTMLText.escaped(row.after.isEmpty ? "–" : row.after))<td>\(HTMLText.escaped(places(of: row)))\n"
    }
    return """
      <h2>\(title) (\(rows.count))</h2>
      <div class="box" tabindex="0" role="region" aria-label="\(title)"><table class="an"><caption>\(title)</caption>
      <thead><tr><th scope="col">Scenario<th scope="col">Level<th scope="col">Validator<th scope="col">Before<th scope="col">After\
      <th scope="col">Cases</thead>
      <tbody>\(lines.joined())</tbody></table></div>

      """
  }

  private static func facts(_ word: String, _ side: Side) -> String {
    let header = side.header
    let adapters = header.adapters.map { "\($0.name) \($0.version)" }.joined(separator: ", ")
    let text = "\(side.name): \(adapters); rogues \(header.version), \(header.clock)"
    return "<div><dt>\(word)</dt><dd>\(HTMLText.escaped(text))</dd></div>"
  }
}
