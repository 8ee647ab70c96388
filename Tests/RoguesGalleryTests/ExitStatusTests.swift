import Foundation
import RogueModel
import RoguesGallery
import Testing

@Suite struct ExitStatusTests {
  private func status(
    _ verdicts: [(Verdict, Level)], mode: RunHeader.Mode = .run, complete: Bool = true, strict: Bool = false
  ) -> RoguesGallery.ExitStatus {
    let results = verdicts.enumerated().map { index, item in
      CaseResult(
        adapter: "a", caseID: "f/\(index)", scenario: "f/s", axes: AxisValues(tls: .tls13, policy: "p"), level: item.1,
        severity: .high, title: "", why: "", location: SourceLocation(file: "", line: 1, column: 1),
        judgement: Judgement(item.0, ""), steps: [], control: nil, milliseconds: 0, reproduce: "")
    }
    return RoguesGallery.ExitStatus(results: results, mode: mode, complete: complete, strict: strict)
  }

  @Test(arguments: [
    Verdict.falseAccept, .leak, .falseCancel, .badClientChain, .badClientHello, .certificateLeak, .error,
  ])
  func `every failure at must or should gates, at may never`(verdict: Verdict) {
    #expect(status([(.pass, .must), (verdict, .must)]) == .unexpected)
    #expect(status([(.pass, .must), (verdict, .should)]) == .unexpected)
    #expect(status([(.pass, .must), (verdict, .may)]) == .asExpected)
    #expect(status([(.pass, .must), (verdict, .must)], mode: .compare) == .asExpected)
  }

  @Test func `the page lists every code, and none that there is not`() throws {
    let file = BuiltCommand.root.appending(path: "docs/verdicts.md")
    let page = try String(contentsOf: file, encoding: .utf8)
    let section = try #require(page.components(separatedBy: "\n## Exit codes\n").dropFirst().first)
    let rows = section.components(separatedBy: "\n## ")[0].split(separator: "\n").filter { $0.hasPrefix("| ") }
    let codes = rows.dropFirst().flatMap { row in
      row.split(separator: "|")[0].components(separatedBy: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    #expect(codes == RoguesGallery.ExitStatus.allCases.map { String($0.rawValue) })
  }

  @Test func `a deviation gates only when strict`() {
    #expect(status([(.deviation, .must)]) == .asExpected)
    #expect(status([(.deviation, .must)], strict: true) == .unexpected)
  }

  @Test func `nothing that proves something is never a success`() {
    #expect(status([]) == .nothingJudged)
    #expect(status([(.unsupported, .must)]) == .nothingJudged)
    #expect(status([(.inconclusive, .must), (.unsupported, .must)]) == .onlyInconclusive)
    #expect(status([], mode: .compare) == .nothingJudged)
    #expect(status([(.inconclusive, .may)]) == .onlyInconclusive)
  }

  @Test func `an inconclusive case beside passes is exit 2 in a run, and failures outrank it`() {
    #expect(status([(.pass, .must), (.inconclusive, .must)]) == .onlyInconclusive)
    #expect(status([(.inconclusive, .must), (.falseAccept, .must)]) == .unexpected)
  }

  @Test func `our own fault outranks everything, an interruption everything else`() {
    for mode in [RunHeader.Mode.run, .compare] {
      #expect(status([(.harnessError, .may), (.falseAccept, .must)], mode: mode) == .internal)
      #expect(status([(.notRun, .must), (.falseAccept, .must)], mode: mode) == .interrupted)
      #expect(status([(.pass, .must)], mode: mode, complete: false) == .interrupted)
    }
  }
}
