import RogueModel

extension LivePage {
  /// The paths of the page's own parts.
  package static let (stylePath, scriptPath, statePath) = ("page.css", "page.js", "state.json")
  package static let iconPath = "icon.svg"
  package static let style = PageStyle(validators: []).text + LivePageStyle.text
  package static let script = LivePageScript.text
  package static let icon = PageFrame.mark.replacing(
    "<svg ", with: "<svg xmlns=\"http://www.w3.org/2000/svg\" fill=\"none\" stroke=\"#b3122b\" stroke-width=\"1.6\" ")

  /// A whole document. Without its script it reads itself again every few seconds.
  ///
  /// - Parameter token: what its forms are sent with; nil: it has none.
  package func document(token: String?) -> String {
    let parts = parts(token: token)
    let main = Self.names.map { "<div id=\"\($0)\">\(parts[$0] ?? "")</div>\n" }.joined()
    return """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(HTMLText.escaped(title))</title>
      <link rel="icon" href="\(Self.iconPath)">
      <link rel="stylesheet" href="\(Self.stylePath)">
      <script src="\(Self.scriptPath)" defer></script>
      <noscript><meta http-equiv="refresh" content="5"></noscript>
      </head><body class="live">
      <header class="top"><span class="brand">\(PageFrame.mark)Rogues’ Gallery</span></header>
      <p class="incomplete" id="lost" role="alert" hidden>The command has ended, or cannot be reached: what is shown was \
      its last state.</p>
      <main id="main">
      \(main)</main></body></html>

      """
  }

  /// The parts that change, as the script asks for them.
  package func stateJSON(token: String?) -> String {
    let parts = parts(token: token)
    return JSON.object(Self.names.map { JSON.Member($0, .string(parts[$0] ?? "")) }).line + "\n"
  }

  private static let names = ["now", "lists", "guides"]

  private func parts(token: String?) -> [String: String] {
    ["now": now(token), "lists": lists.map { list($0, token) }.joined(), "guides": allGuides]
  }

  private func now(_ token: String?) -> String {
    var text = "<h1>\(HTMLText.escaped(title))</h1>\n<p class=\"lead\" role=\"status\">\(HTMLText.escaped(state))</p>\n"
    if !facts.isEmpty {
      text += "<dl class=\"kv\">"
      for fact in facts {
        text += "<div><dt>\(HTMLText.escaped(fact.label))</dt><dd>\(HTMLText.escaped(fact.value))</dd></div>"
      }
      text += "</dl>\n"
    }
    var actions = link.map { ["<a class=\"go\" id=\"b-open\" href=\"\(HTMLText.escaped($0))\">Open it here</a>"] } ?? []
    actions += buttons.map { form($0, token) }
    return text + (actions.isEmpty ? "" : "<div class=\"acts\">\(actions.joined())</div>\n")
  }

  private func form(_ button: Button, _ token: String?, of title: String? = nil) -> String {
    guard let token else { return "" }
    let number = button.number.map { "<input type=\"hidden\" name=\"number\" value=\"\($0)\">" } ?? ""
    let id = "b-\(button.action)" + (button.number.map { "-\($0)" } ?? "")
    let label = title.map { " aria-label=\"\(HTMLText.escaped("\(button.label): \($0)"))\"" } ?? ""
    return "<form method=\"post\" action=\"\(button.action)\"><input type=\"hidden\" name=\"token\" value=\"\(token)\">"
      + "\(number)<button id=\"\(id)\"\(label)>\(HTMLText.escaped(button.label))</button></form>"
  }

  private func list(_ list: List, _ token: String?) -> String {
    let name = "<h2>\(HTMLText.escaped(list.name))</h2>\n"
    guard !list.rows.isEmpty else { return name + "<p class=\"z\">\(HTMLText.escaped(list.empty))</p>\n" }
    return name + "<ol class=\"rows\">\n\(list.rows.map { row($0, token) }.joined())</ol>\n"
  }

  private func row(_ row: Row, _ token: String?) -> String {
    let chips = row.level.map { PageFrame.chips($0, row.severity) } ?? ""
    let title = HTMLText.escaped(row.title)
    return "<li\(row.isCurrent ? " aria-current=\"true\"" : "")>"
      + "<span class=\"c \(row.look.code)\" aria-hidden=\"true\">\(HTMLText.escaped(row.look.letter))</span>"
      + "<div class=\"what\"><strong>\(title)</strong> \(chips)<small>\(HTMLText.escaped(row.id))</small>"
      + "<span class=\"said\">\(HTMLText.escaped(row.words))</span></div>"
      + (row.link.map { "<a class=\"go\" href=\"\(HTMLText.escaped($0))\" aria-label=\"Open: \(title)\">Open</a>" }
        ?? "")
      + (row.button.map { form($0, token, of: row.title) } ?? "") + "</li>\n"
  }

  private var allGuides: String {
    guard !guides.isEmpty else { return "" }
    return "<h2>What this device needs</h2>\n" + guides.map(guide).joined()
  }

  private func guide(_ guide: Guide) -> String {
    var text = "<details class=\"guide\"><summary>\(HTMLText.escaped(guide.name))</summary>\n"
    text += guide.steps.map { HTMLText.markdown($0) }.joined()
    for file in guide.files {
      text += "<p><a class=\"go\" href=\"\(HTMLText.escaped(file.name))\">\(HTMLText.escaped(file.name))</a></p>\n"
      guard file.isShown else { continue }
      let content = HTMLText.escaped(String(decoding: file.bytes, as: UTF8.self), keepingLines: true)
      text += "<pre class=\"cmd\" tabindex=\"0\">\(content)</pre>\n"
    }
    return text + "</details>\n"
  }
}
