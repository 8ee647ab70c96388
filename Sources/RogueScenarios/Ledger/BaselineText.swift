internal import RogueModel
internal import RogueYAML

/// A baseline's text, edited entry by entry: comments and the order of what stays are kept.
struct BaselineText {
  private struct Item {
    /// The lines of the entry, its leading comments among them.
    var lines: [String]
    /// How many of the lines are leading comments.
    var comments: Int
    var isRemoved = false
    /// Its replacements: copies of it, with other values of some keys.
    var copies: [[(key: String, value: String)]] = [[]]
  }

  private var head: [String]
  private var items: [Item]
  /// Lines between an entry and the next one's comments, by the index of the entry before.
  private var gaps: [[String]]
  private var added: [String] = []
  private let indentation: String

  /// An empty baseline.
  init() {
    head = ["# Failures that are known and accepted for now; docs/guides/baseline.md explains the keys.", "happens:"]
    items = []
    gaps = []
    indentation = "  "
  }

  /// - Throws: the reason why the text cannot be edited.
  init(_ file: SourceFile) throws(Finding) {
    let tree: YAMLNode
    do throws(YAMLError) { tree = try YAMLParser.parse(file.bytes, file: file.path) } catch { throw Finding(error) }
    var lines = String(decoding: file.bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
    if lines.last == "" { lines.removeLast() }
    guard case .mapping(let root) = tree, case .sequence(let list)? = root[LedgerKeys.happens.key.name] else {
      throw Finding(.error, "\(file.path) has no list 'happens'")
    }
    guard let first = list.items.first else {
      head = lines.map { $0.hasPrefix("happens:") ? "happens:" : $0 }
      items = []
      gaps = []
      indentation = "  "
      return
    }
    let starts = try Self.starts(of: list.items, lines)
    let column = Self.indentation(lines[first.position.line - 1])
    indentation = String(repeating: " ", count: column)
    var place = starts[0]
    while place > 0, Self.isComment(lines[place - 1], column) { place -= 1 }
    head = Array(lines[..<place])
    (items, gaps) = Self.items(from: starts, lines, column, place)
  }

  /// The line of each entry.
  private static func starts(of items: [YAMLNode], _ lines: [String]) throws(Finding) -> [Int] {
    try items.map { (item) throws(Finding) in
      let start = item.position.line - 1
      guard lines.indices.contains(start), lines[start].drop(while: { $0 == " " }).hasPrefix("- ") else {
        throw Finding(
          at: item.position, "an entry that is to be edited begins with '- ' on a separate line",
          help: "write one key a line below 'happens:'")
      }
      return start
    }
  }

  /// - Parameter place: the first line, with the comments above it.
  private static func items(
    from starts: [Int], _ lines: [String], _ column: Int, _ place: Int
  ) -> (items: [Item], gaps: [[String]]) {
    var (items, gaps): ([Item], [[String]]) = ([], [])
    var place = place
    for (index, start) in starts.enumerated() {
      var end = start + 1
      let limit = index + 1 < starts.count ? starts[index + 1] : lines.count
      for line in start + 1..<max(limit, start + 1) {
        let text = lines[line]
        if text.allSatisfy({ $0 == " " }) { continue }
        if indentation(text) > column { end = line + 1 } else { break }
      }
      items.append(Item(lines: Array(lines[place..<end]), comments: start - place))
      var next = limit
      if index + 1 < starts.count { while next > end, isComment(lines[next - 1], column) { next -= 1 } }
      gaps.append(Array(lines[end..<next]))
      place = next
    }
    return (items, gaps)
  }

  private static func indentation(_ line: String) -> Int { line.prefix { $0 == " " }.count }

  private static func isComment(_ line: String, _ column: Int) -> Bool {
    line.drop(while: { $0 == " " }).hasPrefix("#") && (column == 0 || indentation(line) > 0)
  }

  mutating func remove(_ index: Int) { items[index].isRemoved = true }

  /// Replaces an entry by copies with other values of some keys; comments stay above the first.
  mutating func replace(_ index: Int, by copies: [[(key: String, value: String)]]) { items[index].copies = copies }

  /// Sets a key of an entry.
  mutating func set(_ key: String, to value: String, of index: Int) {
    items[index].copies = items[index].copies.map { $0 + [(key, value)] }
  }

  /// The lines of an entry in which a key has another value, which is written on one line.
  private func lines(_ lines: [String], with key: String, _ value: String) -> [String] {
    let margin = indentation + "  "
    var lines = lines
    let place = lines.indices.first { line in
      lines[line].hasPrefix("\(margin)\(key):") || lines[line].hasPrefix("\(indentation)- \(key):")
    }
    guard let place else { return lines + ["\(margin)\(key): \(value)"] }
    // The rest of a value of several lines.
    var end = place + 1
    while end < lines.count,
      Self.indentation(lines[end]) > margin.count || lines[end].hasPrefix("\(margin)- ")
        || lines[end].hasPrefix("\(margin)]")
    { end += 1 }
    let text = lines[place]
    lines.replaceSubrange(place..<end, with: ["\(text.prefix { $0 != ":" }): \(value)\(Self.comment(of: text))"])
    return lines
  }

  /// Adds an entry at the end.
  mutating func add(_ keys: [(name: String, value: String)]) {
    for (index, key) in keys.enumerated() {
      added.append(indentation + (index == 0 ? "- " : "  ") + "\(key.name): \(key.value)")
    }
  }

  var text: String {
    var lines = head
    for (index, item) in items.enumerated() {
      if !item.isRemoved {
        for (number, changes) in item.copies.enumerated() {
          let entry = changes.reduce(Array(item.lines.dropFirst(item.comments))) { lines, change in
            self.lines(lines, with: change.key, change.value)
          }
          lines += (number == 0 ? item.lines.prefix(item.comments) : []) + entry
        }
      }
      lines += gaps[index]
    }
    lines += added
    if added.isEmpty, items.allSatisfy(\.isRemoved), let place = lines.lastIndex(where: { $0.hasPrefix("happens:") }) {
      lines[place] = "happens: []"
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The comment at the end of a line, with the spaces before it.
  private static func comment(of line: String) -> String {
    guard let range = line.firstRange(of: " #") else { return "" }
    let before = line[..<range.lowerBound]
    let spaces = before.reversed().prefix { $0 == " " }.count
    return String(before.suffix(spaces)) + line[range.lowerBound...]
  }
}
