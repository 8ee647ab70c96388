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
}
