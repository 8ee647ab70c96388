import Foundation
import Testing

/// The pages about real clients say what the ledger says.
@Suite struct FindingsDocumentTests {
  /// Compares the part of a page that is made, or writes it under `make record`.
  private func check(_ made: String, _ page: String) throws {
    let file = GeneratedDocumentTests.docs.appendingPathComponent(page)
    let text = try String(contentsOf: file, encoding: .utf8)
    let begin = try #require(text.range(of: FindingsDocument.begin + "\n"), "\(page) has no place for it")
    let end = try #require(text.range(of: FindingsDocument.end), "\(page) has no end of it")
    let whole = text[..<begin.upperBound] + "\n" + made + "\n" + text[end.lowerBound...]
    try GeneratedDocumentTests.check(String(whole), page)
  }

  @Test func `the failures of docs are those of the ledger`() throws {
    try check(FindingsDocument(try Ledger()).failures, "records/findings.md")
  }

  @Test func `the refusals for another reason of docs are those of the ledger`() throws {
    try check(FindingsDocument(try Ledger()).otherReasons, "records/other-reasons.md")
  }

  @Test func `every link within the page leads to a heading`() throws {
    let page = try String(
      contentsOf: GeneratedDocumentTests.docs.appendingPathComponent("records/findings.md"), encoding: .utf8)
    var anchors: Set<String> = []
    for line in page.split(separator: "\n") where line.hasPrefix("#") {
      let title = line.drop { $0 == "#" }.dropFirst()
      anchors.insert(
        String(
          title.lowercased().compactMap { character -> Character? in
            if character == " " { return "-" }
            return character.isLetter || character.isNumber || "-_".contains(character) ? character : nil
          }))
    }
    var links = 0
    for part in page.components(separatedBy: "](#").dropFirst() {
      let anchor = String(part.prefix { $0 != ")" })
      links += 1
      #expect(anchors.contains(anchor), "#\(anchor)")
    }
    #expect(links > 40)
  }
}
