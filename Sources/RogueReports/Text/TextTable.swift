/// Left-aligned columns, two spaces apart; the last one may be as long as it likes.
package struct TextTable {
  private var rows: [[String]] = []

  package mutating func add(_ cells: String...) { rows.append(cells) }

  package mutating func add(_ cells: [String]) { rows.append(cells) }

  package init() {}

  package func lines(indent: String = "") -> [String] {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
    return rows.map { row in
      var line = indent
      for (column, cell) in row.enumerated() {
        line += column == row.count - 1 ? cell : cell.padded(to: widths[column] + 2)
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
