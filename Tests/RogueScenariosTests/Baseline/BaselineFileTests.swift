import Foundation
import RogueModel
import Testing

@testable import RogueScenarios

/// A baseline as a file: what is read, what is refused, and what an update leaves as it was.
@Suite struct BaselineFileTests {
  private static let scenarios: [Scenario] = Fixture.load(
    ("trust/one", Fixture.scenario("", name: "trust/one")), ("trust/two", Fixture.scenario("", name: "trust/two")),
    ("time/new", Fixture.scenario("", name: "time/new")), ("time/crash", Fixture.scenario("", name: "time/crash")),
    (
      "time/may",
      Fixture.scenario("", name: "time/may").replacingOccurrences(of: "level: must", with: "level: may")
    )
  ).scenarios

  private static func file(_ text: String) -> SourceFile {
    SourceFile(path: "known.yaml", bytes: Array(text.utf8), isNamed: true)
  }

  private static func load(_ text: String) -> (baseline: Baseline?, findings: [Finding]) {
    BaselineLoader(scenarios: scenarios, tables: [], adapters: ["curl", "wget"], isWhole: true).load(file(text))
  }

  static let text = """
    # Ours.
    known:
      # Nobody uses it.
      - scenario: trust/one   # seen by chance
        adapter: curl
        verdict: false-accept
        why: |
          two
          # lines

      # The second one.
      - adapter: curl
        scenario: trust/two
        verdict: false-cancel
        why: because
        issue: https://tracker.example/SEC-1
        since: 2026-01-02
        until: 2026-02-03   # a promise
        versions: 7.88-8.2

    """

  @Test func `an entry is read with all that it says`() throws {
    let (baseline, findings) = Self.load(Self.text)
    #expect(findings.isEmpty)
    let entries = try #require(baseline?.entries)
    #expect(entries.map(\.place.scenarios) == [["trust/one"], ["trust/two"]])
    #expect(entries.map(\.verdict) == [.falseAccept, .falseCancel])
    #expect(entries[0].why == "two\n# lines\n" && entries[0].location.line == 4)
    #expect(entries[1].issue == "https://tracker.example/SEC-1" && entries[1].versions?.contains("8.2.1") == true)
    #expect(entries[1].since == Timestamp(year: 2026, month: 1, day: 2))
    #expect(entries[1].until == Timestamp(year: 2026, month: 2, day: 3))
  }

  @Test(arguments: [
    ("verdict: false-accept", "verdict: error", "crashes, hangs or breaks the contract is never accepted"),
    ("verdict: false-accept", "verdict: unstable", "expected one of"),
    ("verdict: false-accept", "verdict: pass", "expected one of"), ("    why: because\n", "", "missing key 'why'"),
    ("until: 2026-02-03", "until: 2025-02-03", "the last day is before the first one"),
    ("until: 2026-02-03", "until: 2026-02-30", "expected a day such as"), ("issue:", "isue:", "unknown key 'isue'"),
    ("versions: 7.88-8.2", "versions: new", "expected versions"),
  ])
  func `what cannot be accepted is an error with its place`(old: String, new: String, words: String) {
    let (baseline, findings) = Self.load(Self.text.replacingOccurrences(of: old, with: new))
    #expect(baseline == nil)
    #expect(findings.contains { $0.message.contains(words) && $0.location != nil }, "\(findings)")
  }

  @Test(arguments: [
    ("scenario: trust/two", "scenario: trust/tow", "did you mean 'trust/two'"),
    ("scenario: trust/two", "scenario: time/may", "never fails"),
    ("scenario: trust/two", "scenario: \"trust/two[policy=nobody]\"", "policy=nobody"),
    ("- adapter: curl", "- adapter: crul", "did you mean 'curl'?"),
  ])
  func `what can never apply is dead`(old: String, new: String, words: String) throws {
    let entries = try #require(Self.load(Self.text.replacingOccurrences(of: old, with: new)).baseline?.entries)
    #expect(entries[0].unusedBecause == nil)
    #expect(entries[1].unusedBecause?.contains(words) == true, "\(entries[1].unusedBecause ?? "")")
  }

  // MARK: - Updates

  private func result(
    _ verdict: Verdict, _ scenario: String, tls: TLSVersion = .tls13, level: Level = .must
  ) -> CaseResult {
    let axes = AxisValues(tls: tls, policy: "system")
    return CaseResult(
      adapter: "curl", caseID: "\(scenario)[\(axes)]", scenario: scenario, axes: axes, level: level, severity: .high,
      title: "", why: "", location: SourceLocation(file: "", line: 1, column: 1), judgement: Judgement(verdict, ""),
      steps: [], control: Judgement(.pass, ""), milliseconds: 0, reproduce: "")
  }

  private static let today = Timestamp(year: 2026, month: 3, day: 1)

  private func update(
    _ text: String, _ results: [CaseResult], why: String? = nil, until: Timestamp? = nil
  ) throws -> (text: String, summary: BaselineUpdate.Summary) {
    let baseline = try #require(Self.load(text).baseline)
    let curl = AdapterDescription(name: "curl", door: .recipe, library: "", version: "8.0", capabilities: [])
    let update = BaselineUpdate(baseline, results: results, adapters: [curl], strict: false, required: false)
    let written = try update.text(
      of: Self.file(text), adding: why.map { BaselineUpdate.Addition(why: $0, since: Self.today) }, until: until,
      now: Self.today)
    // Whatever is written can be read, and says the same again.
    let again = try #require(Self.load(written.text).baseline, "\(written.text)")
    let second = try BaselineUpdate(again, results: results, adapters: [curl], strict: false, required: false).text(
      of: Self.file(written.text), adding: why.map { BaselineUpdate.Addition(why: $0, since: Self.today) },
      until: until, now: Self.today)
    #expect(second.text == written.text && second.summary.changesNothing)
    return written
  }

  @Test func `where nothing has changed, no byte changes`() throws {
    let (text, summary) = try update(Self.text, [result(.falseAccept, "trust/one"), result(.falseCancel, "trust/two")])
    #expect(text == Self.text && summary.changesNothing)
    // What was not asked for stays.
    #expect(try update(Self.text, [result(.pass, "time/other")]).text == Self.text)
    #expect(try update(Self.text, [result(.inconclusive, "trust/one")]).text == Self.text)
  }

  @Test func `what is fixed goes with its comment, and the rest stays`() throws {
    let (text, summary) = try update(Self.text, [result(.pass, "trust/one"), result(.falseCancel, "trust/two")])
    #expect(summary.removed == 1)
    #expect(text.hasPrefix("# Ours.\nknown:\n\n  # The second one.\n  - adapter: curl\n"), "\(text)")
    #expect(text.hasSuffix("    versions: 7.88-8.2\n"))
    let (none, all) = try update(Self.text, [result(.pass, "trust/one"), result(.pass, "trust/two")])
    #expect(all.removed == 2)
    #expect(none.contains("known: []"), "\(none)")
    #expect(try #require(Self.load(none).baseline).entries.isEmpty)
  }

  @Test func `an entry is narrowed to what still fails`() throws {
    let (text, summary) = try update(
      Self.text, [result(.falseAccept, "trust/one"), result(.pass, "trust/one", tls: .tls12)])
    #expect(summary.narrowed == 1)
    #expect(text.contains("  - scenario: \"trust/one[tls=1.3,policy=system]\"   # seen by chance\n"), "\(text)")
    #expect(text.contains("      # lines\n"))
    let wide = Self.text.replacingOccurrences(of: "scenario: trust/one ", with: "scenario: trust/* ")
    let (named, _) = try update(
      wide, [result(.falseAccept, "trust/one"), result(.falseAccept, "trust/two"), result(.pass, "x/y")])
    #expect(named.contains("- scenario: trust/one   # seen") && named.contains("- scenario: trust/two   # seen"))
  }

  @Test func `new failures are added only on request, with a reason`() throws {
    let results = [
      result(.falseAccept, "trust/one"), result(.falseCancel, "trust/two"), result(.leak, "time/new"),
      result(.pass, "time/new", tls: .tls12), result(.error, "time/crash"),
    ]
    let (same, told) = try update(Self.text, results)
    #expect(same == Self.text && told.left == 1)
    let (text, summary) = try update(Self.text, results, why: "a \"quoted\" reason", until: Self.today)
    #expect(summary.added == 1 && summary.extended == 1)
    // The crash is not in it.
    #expect(summary.left == 1)
    #expect(text.contains("    until: 2026-03-01   # a promise\n"), "\(text)")
    #expect(
      text.hasSuffix(
        """
          - scenario: "time/new[tls=1.3,policy=system]"
            adapter: curl
            verdict: leak
            why: "a \\"quoted\\" reason"
            since: 2026-03-01
            until: 2026-03-01

        """), "\(text)")
  }

  @Test func `the later of two entries about one case goes`() throws {
    let double =
      Self.text + """
          - {scenario: trust/one, adapter: curl, verdict: false-accept, why: again}

        """
    let (text, summary) = try update(double, [result(.falseAccept, "trust/one"), result(.falseCancel, "trust/two")])
    #expect(summary.removed == 1)
    #expect(text == Self.text)
  }

  @Test func `a list on one line is not edited but refused`() throws {
    let flow = "known: [{scenario: trust/one, adapter: curl, verdict: leak, why: x}]\n"
    let error = #expect(throws: Finding.self) { _ = try update(flow, [result(.pass, "trust/one")]) }
    #expect(error?.message.contains("begins with '- ' on a separate line") == true)
  }

  @Test func `texts survive YAML`() throws {
    for text in ["plain", "- dash", "a: b", "# no", "null", "1.5", "ü \"x\" \\ y\nz", "[tls=1.2]", "a\rb\u{202e}c"] {
      let quoted = BaselineUpdate.quoted(text)
      let entry = try #require(
        Self.load("known:\n  - scenario: trust/one\n    adapter: curl\n    verdict: leak\n    why: \(quoted)\n")
          .baseline?
          .entries.first, "\(quoted)")
      #expect(entry.why == text)
    }
  }
}
