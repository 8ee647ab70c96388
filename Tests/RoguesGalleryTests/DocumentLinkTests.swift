import Foundation
import Testing

/// Every relative link of a document, and every path below `docs` in code, messages and catalogue files, leads to a file,
/// and its fragment to a heading.
@Suite struct DocumentLinkTests {
  static let root = ArchitectureTests.root

  static let pages =
    ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"]
    + files(below: "docs").filter { $0.hasSuffix(".md") }

  static func files(below folder: String) -> [String] {
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: root.path + "/" + folder)) ?? []
    return paths.sorted().map { "\(folder)/\($0)" }
  }

  static func text(_ path: String) -> String? {
    (try? Data(contentsOf: root.appendingPathComponent(path))).flatMap { String(data: $0, encoding: .utf8) }
  }

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path)
  }

  /// The text of a page without its blocks of code, whose lines are no headings and no links.
  static func prose(_ text: String) -> String {
    text.components(separatedBy: "\n```").enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
      .joined(separator: "\n")
  }

  /// The fragments that lead into a page: those of its headings, as forges derive them (equal headings are numbered), and
  /// those of `<a id="…">`.
  static func anchors(_ page: String) -> Set<String> {
    var seen: [String: Int] = [:]
    var anchors: Set<String> = []
    for line in prose(text(page) ?? "").split(separator: "\n") where line.hasPrefix("#") {
      let title = line.drop { $0 == "#" }.dropFirst().lowercased()
      let anchor = String(
        title.compactMap { character -> Character? in
          if character == " " { return "-" }
          return character.isLetter || character.isNumber || "-_".contains(character) ? character : nil
        })
      let count = seen[anchor, default: 0]
      seen[anchor] = count + 1
      anchors.insert(count == 0 ? anchor : "\(anchor)-\(count)")
    }
    for part in (text(page) ?? "").components(separatedBy: "<a id=\"").dropFirst() {
      anchors.insert(String(part.prefix { $0 != "\"" }))
    }
    return anchors
  }

  static let headings: [String: Set<String>] = Dictionary(uniqueKeysWithValues: pages.map { ($0, anchors($0)) })

  /// The targets of the links of a page that are relative, as they are written.
  static func links(_ page: String) -> [String] {
    prose(text(page) ?? "").components(separatedBy: "](").dropFirst().map { String($0.prefix { $0 != ")" }) }
      .filter { !$0.contains("://") && !$0.contains(" ") }
  }

  @Test func `every relative link leads to a file and to a heading`() throws {
    var count = 0
    for page in Self.pages {
      for link in Self.links(page) {
        count += 1
        let parts = link.components(separatedBy: "#")
        let folder = Self.root.appendingPathComponent(page).deletingLastPathComponent()
        let target =
          parts[0].isEmpty
          ? page
          : String(
            folder.appendingPathComponent(parts[0]).standardizedFileURL.path.dropFirst(Self.root.path.count + 1))
        #expect(Self.exists(target), "\(page): \(link)")
        guard parts.count == 2 else { continue }
        #expect(Self.headings[target]?.contains(parts[1]) == true, "\(page): \(link)")
      }
    }
    #expect(count > 200)
  }

  /// A row that is broken into two lines ends the table.
  @Test func `every row of a table is one line`() {
    var count = 0
    for page in Self.pages {
      for line in Self.prose(Self.text(page) ?? "").split(separator: "\n") {
        let row = line.trimmingCharacters(in: .whitespaces)
        guard row.hasPrefix("|") else { continue }
        count += 1
        #expect(row.hasSuffix("|"), "\(page): \(row)")
      }
    }
    #expect(count > 1000)
  }

  /// Rows of tables are one line, however long.
  @Test func `text is broken into lines of at most 160 characters`() {
    for page in Self.written + [Self.glossary] {
      for line in Self.prose(Self.text(page) ?? "").split(separator: "\n") where line.count > 160 {
        #expect(line.drop { $0 == " " }.hasPrefix("|"), "\(page): \(line)")
      }
    }
  }

  @Test func `every page has a link from README or from the page of contents`() {
    var reached: Set<String> = []
    for page in ["README.md", "docs/README.md"] {
      let folder = Self.root.appendingPathComponent(page).deletingLastPathComponent()
      for link in Self.links(page) {
        let file = folder.appendingPathComponent(link.components(separatedBy: "#")[0]).standardizedFileURL.path
        reached.insert(String(file.dropFirst(Self.root.path.count + 1)))
      }
    }
    for page in Self.pages where page.hasPrefix("docs/") && page != "docs/README.md" {
      #expect(reached.contains(page), "\(page)")
    }
  }

  static let glossary = "docs/reference/glossary.md"

  /// The pages that people write, without the glossary.
  static let written = pages.filter { $0 != glossary && $0 != "CHANGELOG.md" && !$0.hasPrefix("docs/records/") }

  /// Words of the language and of the standards, which are no uses of a term.
  static let otherUses = [
    "rogues' gallery", "control characters", "control sequences", "control group", "negative control",
    "negative controls",
    "letter case", "upper case", "lower case", "in case", "in this case", "in that case", "in each case",
    "in these cases",
    "in both cases", "in most cases", "in nearly all cases", "test case", "test cases", "curious case",
    "certificate policy", "certificate policies", "warning level", "level warning", "security level", "second level",
  ].map { $0.split(separator: " ") }

  /// The words of a page: those of links to the glossary are `⟦term⟧`; headings, code and other links are left out.
  static func words(_ page: String) -> [Substring] {
    // What is made from the code cannot link the first use on each page.
    let written = prose(text(page) ?? "").replacing(
      #/<!-- Made from .*?<!-- The end of/#.dotMatchesNewlines(), with: "")
    let lines = written.components(separatedBy: "\n").filter { !$0.hasPrefix("    ") && !$0.hasPrefix("#") }
    return lines.joined(separator: " ").components(separatedBy: "`").enumerated()
      .filter { $0.offset % 2 == 0 }.map(\.element).joined(separator: " ").lowercased()
      .replacing(/\[[^\]]*\]\([^)]*glossary\.md#([a-z]+)\)/) { "⟦\($0.1)⟧" }
      .replacing(/\[[^\]]*\]\([^)]*\)/, with: "").replacing(/<[^>]*>/, with: "")
      .split { !$0.isLetter && !$0.isNumber && !"-'⟦⟧".contains($0) }
  }

  /// The terms that are used before they are linked, or without a link.
  static func unlinked(_ terms: Set<String>, in words: [Substring]) -> Set<String> {
    var (linked, unlinked): (Set<String>, Set<String>) = ([], [])
    var index = 0
    while index < words.count {
      if let other = otherUses.first(where: { words[index...].starts(with: $0) }) {
        index += other.count
        continue
      }
      var word = String(words[index].prefix { $0 != "'" })
      if word.hasPrefix("⟦") { linked.insert(word.filter(\.isLetter)) }
      if word == "policies" { word = "policy" }
      if !terms.contains(word), word.last == "s" { word.removeLast() }
      // A table of something else is none.
      if terms.contains(word), word != "table" || index > 0 && words[index - 1] == "decision", !linked.contains(word) {
        unlinked.insert(word)
      }
      index += 1
    }
    return unlinked
  }

  @Test func `the glossary has at most fifteen terms, and each page links a term at its first use`() {
    let terms = (Self.headings[Self.glossary] ?? []).subtracting(["glossary"])
    #expect((10...15).contains(terms.count), "\(terms.sorted())")
    #expect(Self.written.count > 30)
    for page in Self.written { #expect(Self.unlinked(terms, in: Self.words(page)).sorted() == [], "\(page)") }
    let links: [Substring] = ["in", "this", "case", "⟦case⟧", "cases", "decision", "tables", "a", "table", "door's"]
    #expect(Self.unlinked(terms, in: links) == ["table", "door"])
  }

  /// Tests invent anchors of findings, so only their files are checked.
  @Test func `every path below docs that code and files name leads to a file`() throws {
    let folders = [
      "Sources", "Tests", "Benchmarks", "Adapters", "Certs", "Findings", "Packaging",
      "Scenarios", ".ci", "Tools",
    ]
    let single = ["Package.swift", "Makefile", "action.yml"]
    let named = try Regex("(?<before>.?)docs/(?<path>[A-Za-z0-9_./-]*)(?:#(?<anchor>[A-Za-z0-9_-]+))?")
      .anchorsMatchLineEndings()
    var count = 0
    for file in folders.flatMap(Self.files) + single + Self.pages {
      // Recorded logs quote pages of others.
      guard let text = Self.text(file), !file.hasSuffix(".jsonl"), !file.hasSuffix("DocumentLinkTests.swift"),
        text.contains("docs/")
      else { continue }
      for match in text.matches(of: named) {
        let before = match["before"]?.substring?.first
        if let before, before.isLetter || before.isNumber || "/._-".contains(before) { continue }
        var path = "docs/" + (match["path"]?.substring ?? "")
        while path.hasSuffix(".") || path.hasSuffix("/") { path.removeLast() }
        count += 1
        #expect(Self.exists(path), "\(file): \(path)")
        guard !file.hasPrefix("Tests/"), let anchor = match["anchor"]?.substring else { continue }
        #expect(Self.headings[path]?.contains(String(anchor)) == true, "\(file): \(path)#\(anchor)")
      }
    }
    #expect(count > 150)
  }
}
