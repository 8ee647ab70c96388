import Foundation
import Testing

@testable import RoguesGallery

/// The pages about real clients say what the ledger says. One has two parts that are made, which may not be written at once.
@Suite(.serialized) struct FindingsDocumentTests {
  private func check(
    _ made: String, _ page: String, from begin: String = FindingsDocument.begin, to end: String = FindingsDocument.end
  ) throws {
    try GeneratedDocumentTests.check(made, in: page, from: begin, to: end)
  }

  @Test func `the failures of docs are those of the ledger`() throws {
    try check(FindingsDocument(try Ledger()).failures, "records/findings.md")
  }

  /// Installations have that file, and not the page.
  @Test func `the page has the same setup of the commands as a site`() throws {
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
