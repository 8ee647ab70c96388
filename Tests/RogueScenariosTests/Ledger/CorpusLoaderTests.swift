import Foundation
import RogueModel
import RogueScenarios
import Testing

struct CorpusLoaderTests {
  static let text = """
    corpus: made
    title: A corpus of these tests
    explained:
      - title: One difference
        kind: corpus-is-stricter
        answer: accepts
        cases: ["a::*"]
        validators: [curl]
        text: |
          The standard asks nothing of the kind.
        references: ["RFC 5280, section 6.1"]
    """

  private func load(_ text: String) -> (explanations: [String: [CorpusExplanation]], findings: [Finding]) {
    CorpusLoader.load([SourceFile(path: "Findings/corpora/made.yaml", bytes: Array(text.utf8))])
  }

  @Test func `an explanation is read`() throws {
    let (explanations, findings) = load(Self.text)
    #expect(findings.isEmpty, "\(findings.map(\.rendered))")
    let explanation = try #require(explanations["made"]?.first)
    #expect(explanation.explains("a::b", of: "curl") && !explanation.explains("a::b", of: "wget"))
    #expect(!explanation.explains("b", of: "curl") && explanation.kind == .corpusIsStricter)
  }

  @Test(arguments: [
    ("corpus: made", "corpus: other", "both must be the same"), ("corpus-is-stricter", "it-is-so", "expected"),
    ("    cases: [\"a::*\"]\n", "", "missing key 'cases'"), ("cases: [\"a::*\"]", "cases: []", "found an empty one"),
    ("    text: |\n      The standard asks nothing of the kind.\n", "", "missing key 'text'"),
    ("validators: [curl]", "validator: [curl]", "validator"), ("answer: accepts", "answer: agrees", "expected"),
  ])
  func `a mistake is reported`(part: String, replacement: String, words: String) {
    let (_, findings) = load(Self.text.replacing(part, with: replacement))
    #expect(findings.contains { $0.severity == .error && $0.rendered.contains(words) }, "\(findings.map(\.rendered))")
  }
}
