import Foundation
import Testing

/// `rogues coverage` on a terminal: the rules of a table are longer than a line.
@Suite struct CoverageCommandTests {
  @Test func `the lines of a table are no wider than what reads them, and nothing of a rule is cut`() async throws {
    let ending = try await BuiltCommand.run(["coverage", "client-hello/table"])
    try #require(ending.status == 0, "\(ending)")
    let lines = ending.output.split(separator: "\n").map(String.init)
    #expect(lines.allSatisfy { $0.count <= 120 }, "\(lines.max { $0.count < $1.count } ?? "")")
    let document = try await BuiltCommand.run(["coverage", "client-hello/table", "--json"])
    let tables = try JSONDecoder().decode([Table].self, from: Data(document.output.utf8))
    let rules = try #require(tables.first).rules
    #expect(rules.count > 3)
    func words(_ text: String) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    let all = words(ending.output)
    for rule in rules { #expect(all.contains(words("\(rule.answer) \(rule.when) \(rule.because)")), "\(rule)") }
  }

  private struct Table: Decodable {
    struct Rule: Decodable {
      var when, answer, because: String
    }
    var rules: [Rule]
  }
}
