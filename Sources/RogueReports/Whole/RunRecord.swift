public import RogueModel

/// A completed run, the input of most reports.
///
/// It has the row of every case. Its result is read again when a report needs it.
public struct RunRecord: Sendable {
  let header: RunHeader
  let footer: RunFooter
  /// Every case in the order of the plan.
  let rows: CaseRows
  private let table: RunTable
  /// The working directory, with a slash at its end: paths below it are shown from there.
  private let here: String?

  /// Nil: the run has not ended.
  ///
  /// - Parameter directory: the working directory; nil: paths are shown as they are.
  init?(_ table: RunTable, in directory: String? = nil) {
    here = directory.map { $0.hasSuffix("/") ? $0 : $0 + "/" }
    let rows = table.rows
    guard let header = rows.header, let footer = rows.footer else { return nil }
    self.header = header
    self.footer = footer
    self.rows = rows
    self.table = table
  }

  /// Nil: the case has no result.
  func result(of row: CaseRow) throws(HarnessFailure) -> CaseResult? {
    guard row.axes != nil else { return nil }
    var result = try table.result(of: row.caseID, row.adapter)
    result.location.file = shown(result.location.file)
    result.artifacts = result.artifacts.map(shown)
    return result
  }

  /// A path below the working directory from there.
  func shown(_ path: String) -> String {
    guard let here, path.hasPrefix(here), path.count > here.count else { return path }
    return String(path.dropFirst(here.count))
  }

  /// As JUnit and its kin count.
  func status(_ row: CaseRow) -> CaseStatus {
    row.verdict.status(at: row.level, isKnown: row.isKnown, strict: header.strict)
  }

  /// The cases that fail or prove nothing, in groups, worst first: by level, severity and verdict.
  var groups: [CaseRows.Group] {
    var notable: [(place: Int32, rank: Int32)] = []
    for (place, row) in rows.enumerated() where [.failed, .error].contains(status(row)) {
      let rank = (row.level.rank * 10 + row.severity.rank) * 100 + row.verdict.rank
      notable.append((Int32(place), Int32(rank)))
    }
    // Stable: equal ranks keep the order of the plan.
    return rows.groups(of: notable.sorted { $0.rank < $1.rank }.map { Int($0.place) })
  }

  /// "33 scenarios: 32 pass; 1 for information; 213 cases", as the console ends.
  var phrase: String { RunSummary.sentence(rows, ReportStyle(color: false, unicode: true, width: 120)) }

  /// A heading such as "curl 7.88.1, openssl 3.0.17".
  var adapters: String {
    header.adapters.map { adapter in
      (adapter.version.isEmpty ? adapter.name : "\(adapter.name) \(adapter.version)")
        + (adapter.unverifiedOwner.map { ", \($0)" } ?? "")
    }.joined(separator: ", ")
  }
}

extension CaseRow {
  /// The failure, for people who know neither the scenario nor this project: "FALSE-ACCEPT (must, high): An untrusted CA
  /// issues for the host; …".
  ///
  /// - Parameter result: of the case, for its title; nil: it has none.
  func message(_ result: CaseResult?) -> String {
    let title = result.map { "\($0.title): " } ?? ""
    return "\(verdict.word(at: level)) (\(level.rawValue), \(severity.rawValue)): \(title)\(explanation)"
  }
}

/// Writes reports over a run when it is over.
public final class WholeRunRecorder: Recorder {
  /// Writes the text of a report, in pieces.
  public typealias Report = @Sendable (RunRecord, @escaping ReportWriter) throws(HarnessFailure) -> Void

  private let table: RunTable
  private let reports: [(report: Report, write: ReportWriter)]
  private let directory: String?

  /// - Parameters:
  ///   - table: the run's, which records each event before.
  ///   - reports: each with where it goes.
  ///   - directory: the working directory, from which paths below it are shown; nil: they are shown as they are.
  public init(
    table: RunTable, reports: [(report: Report, write: ReportWriter)], in directory: String? = nil
  ) {
    self.directory = directory
    self.table = table
    self.reports = reports
  }

  public func record(_ event: RunEvent) throws(HarnessFailure) {
    guard case .finished = event, let run = RunRecord(table, in: directory) else { return }
    for (report, write) in reports {
      let pieces = PiecedWriter(write)
      try report(run) { (text) throws(HarnessFailure) in try pieces.write(text) }
      try pieces.flush()
    }
  }
}
