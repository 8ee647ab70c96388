public import RogueModel

/// A completed run, the input of most reports.
///
/// Some bytes of each case are kept. Its result is read again when a report needs it.
public struct RunRecord: Sendable {
  /// A planned case, with its result if it has one.
  @dynamicMemberLookup
  struct Item: Sendable {
    var entry: RunLedger.Entry
    /// Nil: the case was not run.
    var result: CaseResult?

    subscript<Value>(dynamicMember member: KeyPath<RunLedger.Entry, Value>) -> Value { entry[keyPath: member] }

    var judgement: Judgement { Judgement(entry.verdict, entry.explanation) }
  }

  let header: RunHeader
  let footer: RunFooter
  private let ledger: RunLedger
  private let table: RunTable

  /// Nil: the run has not ended.
  init?(_ table: RunTable) {
    let ledger = table.ledger
    guard let header = ledger.header, let footer = ledger.footer else { return nil }
    self.header = header
    self.footer = footer
    self.ledger = ledger
    self.table = table
  }

  /// Every case in the order of the plan, without its result.
  var entries: RunLedger.Entries { ledger.entries }

  /// The case at a place of the plan.
  func item(_ place: Int) throws(HarnessFailure) -> Item {
    let entry = ledger.entry(place)
    return Item(
      entry: entry, result: ledger.hasResult(place) ? try table.result(of: entry.caseID, entry.adapter) : nil)
  }

  /// As JUnit and its kin count.
  func status(_ entry: RunLedger.Entry) -> CaseStatus {
    entry.verdict.status(at: entry.level, isKnown: entry.isKnown, strict: header.strict)
  }

  /// Cases of the same scenario, adapter and verdict together.
  func groups(of places: some Sequence<Int>) -> [RunLedger.Group] { ledger.groups(of: places) }

  /// The cases that fail or prove nothing, in groups, worst first: by level, severity and verdict.
  var groups: [RunLedger.Group] {
    var notable: [(place: Int32, rank: Int32)] = []
    for (place, entry) in entries.enumerated() where [.failed, .error].contains(status(entry)) {
      let rank = (entry.level.rank * 10 + entry.severity.rank) * 100 + entry.verdict.rank
      notable.append((Int32(place), Int32(rank)))
    }
    // Stable: equal ranks keep the order of the plan.
    return groups(of: notable.sorted { $0.rank < $1.rank }.map { Int($0.place) })
  }

  /// "33 scenarios: 32 pass; 1 for information; 213 cases", as the console ends.
  var phrase: String { RunSummary.sentence(ledger, ReportStyle(color: false, unicode: true, width: 120)) }

  /// A heading such as "curl 7.88.1, openssl 3.0.17".
  var adapters: String {
    header.adapters.map { $0.version.isEmpty ? $0.name : "\($0.name) \($0.version)" }.joined(separator: ", ")
  }
}

extension RunRecord.Item {
  /// The failure, for people who know neither the scenario nor this project: "FALSE-ACCEPT (must, high): An untrusted CA
  /// issues for the host; …".
  var message: String {
    let verdict = entry.verdict
    let title = result.map { "\($0.title): " } ?? ""
    return "\(verdict.word(at: entry.level)) (\(entry.level.rawValue), \(entry.severity.rawValue)): "
      + "\(title)\(entry.explanation)"
  }
}

/// Writes reports over a run when it is over.
public final class WholeRunRecorder: Recorder {
  /// Writes the text of a report, in pieces.
  public typealias Report = @Sendable (RunRecord, @escaping ReportWriter) throws(HarnessFailure) -> Void

  private let table: RunTable
  private let reports: [(report: Report, write: ReportWriter)]

  /// - Parameters:
  ///   - table: the run's, which records each event before.
  ///   - reports: each with where it goes.
  public init(table: RunTable, reports: [(report: Report, write: ReportWriter)]) {
    self.table = table
    self.reports = reports
  }

  public func record(_ event: RunEvent) throws(HarnessFailure) {
    guard case .finished = event, let run = RunRecord(table) else { return }
    for (report, write) in reports {
      let pieces = PiecedWriter(write)
      try report(run) { (text) throws(HarnessFailure) in try pieces.write(text) }
      try pieces.flush()
    }
  }
}
