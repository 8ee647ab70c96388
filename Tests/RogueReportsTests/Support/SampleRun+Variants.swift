import RogueModel

@testable import RogueReports

extension SampleRun {
  /// A run of some verdicts of one adapter, by scenario; with a header and footer.
  static func run(
    _ verdicts: KeyValuePairs<String, Verdict>, adapter: AdapterDescription = curl, level: Level = .must,
    complete: Bool = true, catalogue: String? = "c1", version: String = "0.1.0", shard: Shard? = nil,
    change: (inout CaseResult) -> Void = { _ in }
  ) -> [RunEvent] {
    var results: [CaseResult] = []
    for (scenario, verdict) in verdicts {
      var result = SampleRun.result(adapter.name, scenario, level: level, Judgement(verdict, "because"))
      change(&result)
      results.append(result)
    }
    var header = SampleRun.header(.run)
    header.version = version
    header.adapters = [adapter]
    header.catalogue = catalogue
    header.strict = false
    header.shard = shard
    header.started = header.clock
    header.planned = results.map {
      PlannedCase(
        adapter: $0.adapter, caseID: $0.caseID, scenario: $0.scenario, level: $0.level, severity: $0.severity,
        unsupported: $0.judgement.verdict == .unsupported ? "lacks it" : nil)
    }
    var footer = SampleRun.footer
    footer.complete = complete
    footer.counts = Dictionary(results.map { ($0.judgement.verdict, 1) }, uniquingKeysWith: +)
    return [.started(header)] + results.map(RunEvent.caseFinished) + [.finished(footer)]
  }

  /// The log of a run, or of one that was cut off.
  static func log(_ name: String, _ events: some Sequence<RunEvent>) throws -> CheckedLog {
    let bytes = Array(try record(Array(events)) { EventLogRecorder(write: $0) }.utf8)
    return try EventLogReader(name: name, truncation: .accepted).check(LogSource(bytes))
  }
}
