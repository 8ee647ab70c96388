import Foundation
import Testing

/// docs/records/coverage.md against the catalogue.
@Suite struct CoverageTests {
  @Test func `the page on coverage names every scenario, and none that does not exist`() async throws {
    let page = try String(
      contentsOf: BuiltCommand.root.appendingPathComponent("docs/records/coverage.md"), encoding: .utf8)
    let ids = Set(try await BuiltCommand.run(["list", "--ids"]).output.split(separator: "\n").map(String.init))
    let families = Set(ids.map { $0.prefix { $0 != "/" } })
    // Ids stand in backquotes; so do file names and YAML keys, which begin with no family.
    let quoted = page.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    let named = Set(quoted.filter { $0.contains("/") && families.contains($0.prefix { $0 != "/" }) })
    #expect(named.subtracting(ids).sorted() == [])
    #expect(ids.subtracting(named).sorted() == [])
  }
}
