import Foundation
import Testing

@testable import RoguesGallery

/// The pages about real clients say what the ledger says. One has two parts that are made, which may not be written at once.
@Suite(.serialized) struct FindingsDocumentTests {
  /// Compares the part of a page that is made, or writes it under `make record`.
  private func check(
    _ made: String, _ page: String, from begin: String = FindingsDocument.begin, to end: String = FindingsDocument.end
  ) throws {
    let file = GeneratedDocumentTests.docs.appendingPathComponent(page)
    let text = try String(contentsOf: file, encoding: .utf8)
    let start = try #require(text.range(of: begin + "\n"), "\(page) has no place for it")
    let stop = try #require(text.range(of: end), "\(page) has no end of it")
    let whole = text[..<start.upperBound] + "\n" + made + "\n" + text[stop.lowerBound...]
    try GeneratedDocumentTests.check(String(whole), page)
  }

  @Test func `the failures of docs are those of the ledger`() throws {
    try check(FindingsDocument(try Ledger()).failures, "records/findings.md")
  }

  /// Installations have that file, and not the page.
  @Test func `the setup of the commands is the one that a site shows`() throws {
    let setup = BuiltCommand.root.appendingPathComponent("Findings/setup.md")
    try check(
      String(contentsOf: setup, encoding: .utf8), "records/findings.md",
      from: "<!-- Made from Findings/setup.md: change it there. -->",
      to: "<!-- The end of what is made from Findings/setup.md. -->")
    let catalogue = Catalogues(only: BuiltCommand.root.path)
    #expect(catalogue.findingsSetup == (try String(contentsOf: setup, encoding: .utf8)))
  }

  @Test func `the refusals for another reason of docs are those of the ledger`() throws {
    try check(FindingsDocument(try Ledger()).otherReasons, "records/other-reasons.md")
  }
}
