import RogueModel

/// The parts of every page: the head, the way back, and the origin of the results.
struct PageFrame {
  let model: PageModel
  let catalogue: String?
  let links: PageLinks

  /// A whole document.
  ///
  /// - Parameters:
  ///   - path: The file's own path, from which its links lead.
  ///   - trail: Pages above this one: their names and paths.
  ///   - body: HTML.
  func document(
    _ path: String, title: String, trail: [(name: String, path: String)] = [], script: Bool = false, body: String
  ) -> PageFile {
    let (start, end) = parts(path, title: title, trail: trail, script: script)
    return PageFile(path: path, text: start + body + end)
  }

  /// The frame of a document's body.
  func parts(
    _ path: String, title: String, trail: [(name: String, path: String)] = [], script: Bool = false
  ) -> (start: String, end: String) {
    let up = PageFile.up(from: path)
    var text = """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self' file:; \
      script-src 'self' file:; base-uri 'none'; form-action 'none'">
      <meta name="generator" content="rogues \(HTMLText.escaped(model.header?.version ?? ""))">
      <meta property="og:title" content="\(HTMLText.escaped(title))">
      <meta property="og:site_name" content="Rogues’ Gallery">
      <title>\(HTMLText.escaped(title))</title>
      <link rel="stylesheet" href="\(up)page.css">

      """
    if script { text += "<script src=\"\(up)page.js\" defer></script>\n" }
    text += "</head><body>\n<a class=\"skip\" href=\"#main\">Skip to the results</a>\n"
    text += "<header class=\"top\"><a class=\"brand\" href=\"\(up)index.html\">\(Self.mark)Rogues’ Gallery</a>"
    if !trail.isEmpty {
      let links = trail.map { "<a href=\"\(up)\($0.path)\">\(HTMLText.escaped($0.name))</a>" }
      text +=
        "<nav aria-label=\"Where you are\">\(links.joined(separator: " <span aria-hidden=\"true\">/</span> "))</nav>"
    }
    text += "</header>\n"
    if !model.isComplete {
      text += """
        <p class="incomplete" role="note"><strong>INCOMPLETE</strong> The run ended before its plan did: what is \
        missing here proves nothing.</p>

        """
    }
    return (text + "<main id=\"main\">\n", "</main>\n\(footer)</body></html>\n")
  }

  /// Three panels of a wanted poster's wall, drawn with the text's own colour.
  static let mark = """
    <svg viewBox="0 0 26 20" aria-hidden="true"><path d="M1 1h7v18H1zM9.500 1h7v18h-7zM18 1h7v18h-7z"/>\
    <circle cx="4.500" cy="8" r="2"/><circle cx="13" cy="8" r="2"/><circle cx="21.500" cy="8" r="2"/></svg>
    """

  private var footer: String {
    var facts: [(String, String)] = []
    if let header = model.header {
      facts.append(("rogues", header.version))
      // Of a digest, the beginning distinguishes as well, and can be read.
      if let catalogue = header.catalogue ?? catalogue { facts.append(("catalogue", String(catalogue.prefix(12)))) }
      facts += [("seed", header.seed), ("clock", header.clock.description)]
      let words = ["rogues"] + header.arguments.map { ShellQuoting.quote(HTMLText.withoutFolders($0)) }
      facts.append(("command", words.joined(separator: " ")))
    }
    facts.append(("run", model.isComplete ? "complete" : "INCOMPLETE"))
    if let footer = model.footer { facts.append(("took", DurationText.short(milliseconds: footer.milliseconds))) }
    let items = facts.map { "<div><dt>\($0)</dt><dd>\(HTMLText.escaped($1))</dd></div>" }
    return "<footer><dl>\(items.joined())</dl></footer>\n"
  }

  /// How much harm a scenario is about, and how binding it is.
  static func chips(_ level: Level, _ severity: Severity?) -> String {
    let severity = severity.map { "<span class=\"sev s-\($0.rawValue)\">\($0.rawValue)</span> " } ?? ""
    return severity + "<span class=\"lvl\">\(level.rawValue)</span>"
  }

  static func verdict(_ verdict: Verdict, _ level: Level) -> String {
    let look = CellLook(verdict, level)
    return
      "<span class=\"v\"><span class=\"c \(look.code)\" aria-hidden=\"true\">\(HTMLText.escaped(look.letter))</span> "
      + "\(HTMLText.escaped(verdict.word(at: level)))</span>"
  }
}
