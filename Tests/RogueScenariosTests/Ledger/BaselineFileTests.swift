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
    LedgerLoader(scenarios: scenarios, adapters: ["curl", "wget"], stacks: ["openssl"], tables: []).baseline(file(text))
  }

  static let text = """
    # Ours.
    happens:
      # Nobody uses it.
      - scenarios: [trust/one]   # seen by chance
        clients: {curl: "*"}
        verdict: false-accept
        why: |
          two
          # lines

      # The second one.
      - clients: {curl: 7.88-8.2}
        scenarios:
          - trust/two
        verdict: false-cancel
        why: because
        issue: https://tracker.example/SEC-1
        since: 2026-01-02
        until: 2026-02-03   # a promise

    """

  @Test func `an entry is read with all its keys`() throws {
    let (baseline, findings) = Self.load(Self.text)
    #expect(findings.isEmpty)
    let entries = try #require(baseline?.entries)
    #expect(entries.map(\.places).map { $0.flatMap(\.scenarios) } == [["trust/one"], ["trust/two"]])
    #expect(entries.map(\.verdicts) == [[.falseAccept], [.falseCancel]])
    #expect(entries[0].why == "two\n# lines\n" && entries[0].location.line == 4)
    #expect(
      entries[1].issue == "https://tracker.example/SEC-1"
        && entries[1].clients.first?.versions.contains("8.2.1") == true)
    #expect(entries[1].since == Timestamp(year: 2026, month: 1, day: 2))
    #expect(entries[1].until == Timestamp(year: 2026, month: 2, day: 3))
  }

  @Test(arguments: [
    ("verdict: false-accept", "verdict: error", "crashes, hangs or breaks the contract is never accepted"),
    ("verdict: false-accept", "verdict: unstable", "expected one of"),
    ("verdict: false-accept", "verdict: pass", "expected one of"), ("    why: because\n", "", "missing key 'why'"),
    ("until: 2026-02-03", "until: 2025-02-03", "the last day is before the first one"),
    ("until: 2026-02-03", "until: 2026-02-30", "expected a day such as"), ("issue:", "isue:", "unknown key 'isue'"),
    ("{curl: 7.88-8.2}", "{curl: new}", "expected versions"),
    ("happens:", "title: Ours.\nhappens:", "a baseline has 'happens' alone"),
  ])
  func `an entry that cannot be accepted is an error at its position`(old: String, new: String, words: String) {
    let (baseline, findings) = Self.load(Self.text.replacingOccurrences(of: old, with: new))
    #expect(baseline == nil)
    #expect(findings.contains { $0.message.contains(words) && $0.location != nil }, "\(findings)")
  }

  @Test(arguments: [
    ("- trust/two", "- trust/tow", "did you mean 'trust/two'"),
    ("- trust/two", "- time/may", "never fails"),
    ("- trust/two", "- \"trust/two[policy=nobody]\"", "policy=nobody"),
    ("{curl: 7.88-8.2}", "{crul: 7.88-8.2}", "did you mean 'curl'?"),
    ("clients: {curl: 7.88-8.2}", "stacks: {opensll: 3.0}", "did you mean 'openssl'?"),
  ])
  func `an entry that can never apply is an error`(old: String, new: String, words: String) throws {
    let entries = try #require(Self.load(Self.text.replacingOccurrences(of: old, with: new)).baseline?.entries)
    #expect(entries[0].unused.isEmpty)
    #expect(entries[1].unused.map(\.rendered).joined().contains(words), "\(entries[1].unused)")
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

  @Test func `without a change no byte changes`() throws {
    let (text, summary) = try update(Self.text, [result(.falseAccept, "trust/one"), result(.falseCancel, "trust/two")])
    #expect(text == Self.text && summary.changesNothing)
    // What was not asked for stays.
    #expect(try update(Self.text, [result(.pass, "time/other")]).text == Self.text)
    #expect(try update(Self.text, [result(.inconclusive, "trust/one")]).text == Self.text)
  }

  @Test func `a fixed entry is removed with its comment, and the rest stays`() throws {
    let (text, summary) = try update(Self.text, [result(.pass, "trust/one"), result(.falseCancel, "trust/two")])
    #expect(summary.removed == 1)
    #expect(text.hasPrefix("# Ours.\nhappens:\n\n  # The second one.\n  - clients: {curl: 7.88-8.2}\n"), "\(text)")
    #expect(text.hasSuffix("    until: 2026-02-03   # a promise\n"))
    let (none, all) = try update(Self.text, [result(.pass, "trust/one"), result(.pass, "trust/two")])
    #expect(all.removed == 2)
    #expect(none.contains("happens: []"), "\(none)")
    #expect(try #require(Self.load(none).baseline).entries.isEmpty)
  }

  @Test func `an entry is narrowed to the cases that still fail`() throws {
    let (text, summary) = try update(
      Self.text, [result(.falseAccept, "trust/one"), result(.pass, "trust/one", tls: .tls12)])
    #expect(summary.narrowed == 1)
    #expect(text.contains("  - scenarios: [\"trust/one[tls=1.3,policy=system]\"]   # seen by chance\n"), "\(text)")
    #expect(text.contains("      # lines\n"))
    let wide = Self.text.replacingOccurrences(of: "[trust/one] ", with: "[trust/*] ")
    let (named, _) = try update(
      wide, [result(.falseAccept, "trust/one"), result(.falseAccept, "trust/two"), result(.pass, "x/y")])
    #expect(named.contains("  - scenarios: [trust/one, trust/two]   # seen"), "\(named)")
    let dead = Self.text.replacingOccurrences(of: "[trust/one] ", with: "[trust/one, trust/none] ")
    #expect(try update(dead, [result(.falseAccept, "trust/one"), result(.falseCancel, "trust/two")]).text == Self.text)
    // A list of several lines becomes one line.
    let (lines, _) = try update(
      Self.text, [result(.falseCancel, "trust/two"), result(.pass, "trust/two", tls: .tls12)])
    #expect(
      lines.contains("    scenarios: [\"trust/two[tls=1.3,policy=system]\"]\n    verdict: false-cancel"), "\(lines)")
  }

  @Test func `an entry about several clients is split where they no longer fail alike`() throws {
    let both = Self.text.replacingOccurrences(
      of: "scenarios: [trust/one]   # seen by chance\n    clients: {curl: \"*\"}",
      with: "scenarios: [trust/one, time/new]   # seen by chance\n    clients: {curl: \"*\", wget: 1.21}")
    // A run of curl alone leaves wget's part as it is.
    let (text, summary) = try update(both, [result(.falseAccept, "trust/one"), result(.pass, "time/new")])
    #expect(summary.narrowed == 1)
    let parts = try #require(Self.load(text).baseline?.entries.prefix(2))
    #expect(parts.map(\.subject) == ["curl", "wget"])
    #expect(parts.map(\.pattern) == ["trust/one", "trust/one, time/new"])
    #expect(parts.map { $0.clients.map(\.versions.description) } == [["*"], ["1.21"]])
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
          - clients: {curl: "*"}
            verdict: leak
            scenarios: ["time/new[tls=1.3,policy=system]"]
            why: "a \\"quoted\\" reason"
            since: 2026-03-01
            until: 2026-03-01

        """), "\(text)")
  }

  @Test func `of two entries about one case the later is removed`() throws {
    let double =
      Self.text + """
          - {scenarios: [trust/one], clients: {curl: "*"}, verdict: false-accept, why: again}

        """
    let (text, summary) = try update(double, [result(.falseAccept, "trust/one"), result(.falseCancel, "trust/two")])
    #expect(summary.removed == 1)
    #expect(text == Self.text)
  }

  @Test func `a list on one line is not edited but refused`() throws {
    let flow = "happens: [{scenarios: [trust/one], clients: {curl: 8.0}, verdict: leak, why: x}]\n"
    let error = #expect(throws: Finding.self) { _ = try update(flow, [result(.pass, "trust/one")]) }
    #expect(error?.message.contains("begins with '- ' on a separate line") == true)
  }

  @Test func `texts survive YAML`() throws {
    for text in ["plain", "- dash", "a: b", "# no", "null", "1.5", "ü \"x\" \\ y\nz", "[tls=1.2]", "a\rb\u{202e}c"] {
      let quoted = BaselineUpdate.quoted(text)
      let entry = try #require(
        Self.load(
          "happens:\n  - scenarios: [trust/one]\n    clients: {curl: 8.0}\n    verdict: leak\n    why: \(quoted)\n"
        )
        .baseline?
        .entries.first, "\(quoted)")
      #expect(entry.why == text)
    }
  }
}
