import RogueModel
import Testing

@testable import RogueReports

/// 2,000 scenarios, 40 validators: the first page stays small enough to open on a telephone.
@Suite struct PageSizeTests {
  static let limit = 300_000

  /// What a validator did, chosen by both numbers.
  static func events(scenarios: Int, validators: Int, _ verdict: (Int, Int) -> Verdict) -> [RunEvent] {
    let adapters = (0..<validators).map { number in
      var adapter = SampleRun.curl
      adapter.name = "validator-\(number)"
      return adapter
    }
    var planned: [PlannedCase] = []
    var results: [RunEvent] = []
    let levels: [Level] = [.must, .should, .may]
    let severities: [Severity] = [.critical, .high, .medium, .low]
    for number in 0..<scenarios {
      let scenario = "family-\(number % 25)/a-name-as-long-as-names-of-scenarios-are-\(number)"
      for (column, adapter) in adapters.enumerated() {
        let verdict = verdict(number, column)
        var result = SampleRun.result(
          adapter.name, scenario, level: levels[number % 3], Judgement(verdict, "because of \(verdict.rawValue)"))
        result.severity = severities[number % 4]
        result.title = "A title as long as titles of scenarios are, about \(number)"
        planned.append(
          PlannedCase(
            adapter: adapter.name, caseID: result.caseID, scenario: scenario, level: result.level,
            severity: .high, unsupported: verdict == .unsupported ? "pin.spki.ca: looks at the leaf only" : nil))
        results.append(.caseFinished(result))
      }
    }
    var header = SampleRun.header(.compare)
    header.adapters = adapters
    header.planned = planned
    var footer = SampleRun.footer
    footer.complete = true
    return [.started(header)] + results + [.finished(footer)]
  }

  /// Passes, failures and gaps without any order: no two rows alike.
  static func scattered(_ scenario: Int, _ column: Int) -> Verdict {
    var state = UInt64(scenario * 64 + column) &* 0x9e37_79b9_7f4a_7c15
    state = (state ^ (state >> 31)) &* 0xbf58_476d_1ce4_e5b9
    return switch (state ^ (state >> 29)) % 10 {
    case 0: .falseAccept
    case 1: .falseCancel
    case 2: .deviation
    case 3, 4: .unsupported
    default: .pass
    }
  }

  @Test func `the first page of a run in which no two rows are alike stays under 300 KB`() throws {
    let index = try #require(
      HTMLReport(events: Self.events(scenarios: 2000, validators: 40, Self.scattered)).first { $0.path == "index.html" }
    )
    #expect(index.text.utf8.count < Self.limit)
    // The rest is counted and linked, not forgotten.
    #expect(index.text.contains(/[0-9]+ more with details/))
    #expect(Set(index.text.matches(of: /href="families\/family-[0-9]+\.html"/).map(\.output)).count == 25)
  }

  @Test func `the first page of a run in which all rows are alike, and fail, stays under 300 KB`() throws {
    let index = try #require(
      HTMLReport(events: Self.events(scenarios: 2000, validators: 40) { _, _ in .falseAccept })
        .first { $0.path == "index.html" })
    #expect(index.text.utf8.count < Self.limit, "\(index.text.utf8.count) bytes")
    #expect(index.text.contains(/[0-9]+ more, in their families/))
  }

  @Test func `the first page of a usual run, in which a third of the rows differ, shows every one of them`() throws {
    let events = Self.events(scenarios: 900, validators: 12) { scenario, column in
      guard scenario % 3 == 0, column % 7 == 0 else { return column % 9 == 0 ? .unsupported : .pass }
      return [.falseAccept, .falseCancel, .deviation, .pass][(scenario / 60 + column) % 4]
    }
    let index = try #require(HTMLReport(events: events).first { $0.path == "index.html" })
    #expect(index.text.utf8.count < Self.limit)
    #expect(!index.text.contains("more with details"), "\(index.text.utf8.count) bytes")
  }

  @Test func `every scenario is in the data of the filters, and every one has a page`() {
    let files = HTMLReport(events: Self.events(scenarios: 100, validators: 3) { _, _ in .pass }).files
    #expect(files.count { $0.path.hasPrefix("scenarios/") } == 100)
    #expect(files.count { $0.path.hasPrefix("families/") } == 25)
    let data = files.first { $0.path == "data.js" }?.text ?? ""
    #expect(data.split(separator: "\n").count { $0.hasPrefix("[\"family-") } == 100)
  }
}

extension HTMLReport {
  /// The first file that fits; the others are not kept.
  fileprivate func first(where fits: (PageFile) -> Bool) throws -> PageFile? {
    var found: PageFile?
    do throws(HarnessFailure) {
      try write { (file) throws(HarnessFailure) in
        guard fits(file) else { return }
        found = file
        throw HarnessFailure(.files, "found")
      }
    } catch { return found }
    return found
  }
}
