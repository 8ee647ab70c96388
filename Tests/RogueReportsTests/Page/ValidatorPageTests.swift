import Foundation
import RogueModel
import Testing

@testable import RogueReports

/// The pages about validators, and the files for other programs: they count what the matrix shows.
@Suite struct ValidatorPageTests {
  static let events = PageSizeTests.events(scenarios: 60, validators: 3) { scenario, column in
    switch (scenario + column) % 5 {
    case 0: .falseAccept
    case 1: .unsupported
    case 2: .inconclusive
    case 3: .deviation
    default: .pass
    }
  }

  static func files(_ events: [RunEvent] = events, references: PageReferences = PageReferences()) -> [String: String] {
    Dictionary(HTMLReport(events: events, references: references).files.map { ($0.path, $0.text) }) { first, _ in first
    }
  }

  static func model(_ events: [RunEvent]) -> PageModel {
    let table = RunTable()
    for event in events { table.record(event) }
    return PageModel(table.rows, facts: [:], references: PageReferences())
  }

  @Test func `every scenario is counted once`() {
    let model = Self.model(Self.events)
    for column in model.adapters.indices {
      let tally = model.tallies[column]
      #expect(
        tally.failures + tally.passed + tally.partly + tally.unclear + tally.unjudged + tally.informs
          == model.rows.count)
      #expect(tally.failures > 0 && tally.passed > 0 && tally.unclear > 0 && tally.unjudged > 0 && tally.informs > 0)
    }
  }

  @Test func `a pass in part does not look like a whole one`() throws {
    var events = SampleRun.events(.compare)
    guard case .started(var header) = events[0] else { return }
    let passed = try #require(
      events.compactMap { event -> CaseResult? in
        guard case .caseFinished(let result) = event, result.judgement.verdict == .pass else { return nil }
        return result
      }.first)
    header.planned.append(
      PlannedCase(
        adapter: passed.adapter, caseID: passed.caseID + "+", scenario: passed.scenario, level: passed.level,
        severity: passed.severity, unsupported: "pin.spki.ca: looks at the leaf only"))
    events[0] = .started(header)
    let files = Self.files(events)
    let word = "pass (1 of 2)"
    #expect(files["matrix.csv"]?.contains(word) == true)
    #expect(files["matrix.json"]?.contains(#""verdict":"pass","of":2,"cases":1"#) == true)
    #expect(files["index.html"]?.contains("passed in part") == true)
    let family = try #require(files["families/\(passed.scenario.prefix { $0 != "/" }).html"])
    #expect(family.contains("<td class=h>◐<small>1/2</small>"), "\(family)")
    let row = try #require(files["data.js"]?.split(separator: "\n").first { $0.hasPrefix("[\"\(passed.scenario)\"") })
    #expect(row.contains(#":"1/2"}"#), "\(row)")
    #expect(!Self.files(SampleRun.events(.compare))["index.html"]!.contains("passed in part"))
  }

  @Test func `each validator has a page with its failures, and a badge`() throws {
    let files = Self.files()
    let page = try #require(files["validators/validator-1.html"])
    let model = Self.model(Self.events)
    for row in model.rows {
      let isFailure = row.cells[1]?.isFailure == true
      #expect(page.contains("scenarios/\(row.results.scenario)/validator-1.html\">evidence") == isFailure)
    }
    let badge = try #require(files["badges/validator-1.svg"])
    let rule = try #require(model.badges["validator-1"])
    #expect(rule.color == .red && badge.contains(rule.message) && badge.contains(rule.color.code))
  }

  /// The families' tallies add up to the run's, and the terminal counts the same.
  @Test func `one fold counts scenarios everywhere`() {
    let model = Self.model(Self.events)
    let cases = CaseRows(events: Self.events)
    for (column, adapter) in model.adapters.enumerated() {
      let tally = model.tallies[column]
      #expect(model.families.map { $0.tallies[column].failures }.reduce(0, +) == tally.failures)
      #expect(model.families.map { $0.tallies[column].partly }.reduce(0, +) == tally.partly)
      let folds = cases.lazy.filter { $0.adapter == adapter.name && $0.level != .may }.folds
      #expect(folds.values.count(where: \.isPartial) == tally.partly)
      #expect((folds.scenarios[.pass] ?? 0) == tally.passed + tally.partly)
      #expect(folds.values.count { $0.worst.kind == .failure } == tally.failures)
    }
  }

  @Test(
    arguments: [
      ["a/b": .pass, "a/c": .unsupported], ["a/b": .pass, "a/c": .falseAccept],
      ["a/b": .pass, "a/c": .inconclusive],
      ["a/c": .unsupported],
    ] as [KeyValuePairs<String, Verdict>])
  func `the picture of a badge and the endpoint for Shields say the same`(
    verdicts: KeyValuePairs<String, Verdict>
  ) throws {
    for isComplete in [true, false] {
      let events = SampleRun.run(verdicts, complete: isComplete)
      let endpoint = try WholeReportTests.text(events, BadgeReport.write)
      let badge = try #require(Self.model(events).badges["curl"])
      #expect(endpoint.contains("\"message\": \"\(badge.message)\""))
      #expect(endpoint.contains("\"color\": \"\(badge.color.rawValue)\""))
      #expect(Self.files(events)["badges/curl.svg"]?.contains(badge.message) == true)
    }
  }

  @Test func `a badge of a run that ended early claims nothing`() throws {
    let files = Self.files(Array(Self.events.dropLast()))
    #expect(try #require(files["badges/validator-1.svg"]).contains("incomplete"))
  }

  @Test func `the table has a row for each scenario and a column for each validator, and no formula`() throws {
    let csv = try #require(Self.files()["matrix.csv"])
    let lines = csv.split(separator: "\r\n")
    #expect(lines.count == 61)
    #expect(lines.allSatisfy { $0.contains("family-") || $0.hasPrefix("scenario,") })
    guard case .started(var header) = Self.events[0] else { return }
    header.adapters[0].name = "=1+1"
    let evil = try #require(Self.files([.started(header)] + Self.events.dropFirst())["matrix.csv"])
    #expect(evil.prefix { $0 != "\r\n" }.contains(",'=1+1") && !evil.contains(",=1+1"))
  }

  @Test func `the page of a validator says what is new and what is fixed since the run before`() throws {
    let first = Self.files()
    let history = try PageHistory(parsing: Array(try #require(first["history.json"]).utf8))
    // The verdicts of the neighbour: some failures go, others come.
    let later = PageSizeTests.events(scenarios: 60, validators: 3) { scenario, column in
      (scenario + column) % 5 == 1 ? .falseAccept : .pass
    }
    let page = try #require(
      Self.files(later, references: PageReferences(history: history))["validators/validator-0.html"])
    #expect(page.contains("New failures") && page.contains("No longer fails"))
    #expect(page.contains("a-name-as-long-as-names-of-scenarios-are-1<"))
    // One run is no history.
    #expect(!first["validators/validator-0.html"]!.contains("New failures"))
  }

  @Test func `a run that was cut off leaves the history as it is`() throws {
    let history = try PageHistory(parsing: Array(try #require(Self.files()["history.json"]).utf8))
    let files = Self.files(Array(Self.events.dropLast()), references: PageReferences(history: history))
    #expect(files["history.json"] == Self.files()["history.json"])
  }

  @Test(arguments: ["", "{}", #"{"version":1,"runs":[{}]}"#, #"{"version":2,"runs":[]}"#, "[1"])
  func `a file that is not a history is refused`(text: String) {
    #expect(throws: HarnessFailure.self) { try PageHistory(parsing: Array(text.utf8)) }
  }

  @Test func `hundreds of runs stay small, and each remembers its failures`() throws {
    var history = PageHistory()
    let model = Self.model(Self.events)
    for _ in 0..<500 { history.add(model) }
    let entries = history.entries(of: "validator-2")
    #expect(history.file.bytes.count < 400 * 600)
    #expect(entries.isEmpty || entries.last?.failures.isEmpty == false)
    history.add(model)
    #expect(history.entries(of: "validator-2").last?.failures.isEmpty == false)
  }
}
