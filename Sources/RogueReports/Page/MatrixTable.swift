import RogueModel

/// Scenarios down, validators across.
struct MatrixTable {
  let adapters: [AdapterDescription]
  /// The path of the page that holds the table.
  let page: String

  /// A scroll box around the table: what is wider than the page scrolls there, with the heads in sight.
  ///
  /// - Parameter rows: HTML of table rows.
  func table(_ rows: String, caption: String) -> String {
    let (start, end) = parts(caption: caption)
    return start + rows + end
  }

  /// The frame of the rows.
  func parts(caption: String) -> (start: String, end: String) {
    let start = """
      <div class="box" tabindex="0" role="region" aria-label="\(HTMLText.escaped(caption))"><table class="mx">\
      <caption>\(HTMLText.escaped(caption))</caption>
      <thead><tr><th scope="col">Scenario<th scope="col">Severity\(heads)</thead>
      <tbody>

      """
    return (start, "</tbody></table></div>\n")
  }

  private var heads: String {
    adapters.map { "<th scope=col><span>\(HTMLText.escaped($0.name))</span>" }.joined()
  }

  /// One row; several scenarios that show the same are one.
  ///
  /// - Parameter alike: how many of the others are named, so that rows which all look the same do not fill the page.
  func row(_ rows: [PageModel.Row], alike: Int = .max) -> String {
    guard let first = rows.first else { return "" }
    let up = PageFile.up(from: page)
    var text = "<tr><th scope=row>\(name(first, up))"
    if rows.count > 1 {
      text += "<details><summary>\(rows.count - 1) more alike</summary><ul>"
      text += rows.dropFirst().prefix(alike).map { "<li>\(name($0, up))" }.joined()
      if rows.count - 1 > alike { text += "<li>\(rows.count - 1 - alike) more, in their families" }
      text += "</ul></details>"
    }
    text += "<td>" + severity(first)
    for cell in first.cells {
      guard let cell else {
        text += "<td class=u>"
        continue
      }
      let look = CellLook(cell)
      let letter = HTMLText.escaped(look.letter)
      guard cell.hasPage else {
        text += "<td class=\(look.code)>\(letter)"
        // Rows that show the same need not have the same number of cases.
        if rows.count == 1, let part = cell.part { text += "<small>\(part)</small>" }
        continue
      }
      if rows.count == 1 {
        text += "<td class=\(look.code)><a href=\"\(up)\(PageName.cell(first.scenario, cell.adapter))\""
        text += " aria-label=\"\(letter), \(cell.worst.rawValue)\">\(letter)</a>"
      } else {
        text += "<td class=\(look.code)><b>\(letter)</b>"
      }
    }
    return text + "\n"
  }

  private func name(_ row: PageModel.Row, _ up: String) -> String {
    "<a href=\"\(up)\(PageName.scenario(row.scenario))\">\(HTMLText.escaped(row.title))</a>"
      + "<small>\(HTMLText.escaped(row.scenario))</small>"
  }

  private func severity(_ row: PageModel.Row) -> String {
    let severity = row.severity.map { "<i class=s-\($0.rawValue)>\($0.rawValue)</i>" } ?? ""
    return severity + "<small>\(row.level.rawValue)</small>"
  }

  /// Rows that show the same, side by side or not, as one; the order is that of the first of each.
  static func folded(_ rows: [PageModel.Row]) -> [[PageModel.Row]] {
    var groups: [[PageModel.Row]] = []
    var places: [[String]: Int] = [:]
    for row in rows {
      let look = row.look
      if let place = places[look] {
        groups[place].append(row)
      } else {
        places[look] = groups.count
        groups.append([row])
      }
    }
    return groups
  }
}
