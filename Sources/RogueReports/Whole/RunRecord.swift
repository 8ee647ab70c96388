public import RogueModel
import Synchronization

/// A run that is over: what most reports are made from.
///
/// Of each case some bytes are kept. Its result is read again when a report tells of it.
public struct RunRecord: Sendable {
  /// A planned case, with its result if it has one.
  struct Item: Sendable {
    var adapter: String
    var caseID: String
    var scenario: String
    var level: Level
    var severity: Severity
    var judgement: Judgement
    /// Nil: the case was not run.
    var result: CaseResult?
  }

  let header: RunHeader
  let footer: RunFooter
  private let ledger: RunLedger
  private let recorded: Recorded

  /// Nil: the run has not ended.
  init?(_ ledger: RunLedger, _ recorded: Recorded) {
    guard let header = ledger.header, let footer = ledger.footer else { return nil }
    self.header = header
    self.footer = footer
    self.ledger = ledger
    self.recorded = recorded
  }

  /// Every case in the order of the plan, without its result.
  var entries: RunLedger.Entries { ledger.entries }

  /// The case at a place of the plan.
  func item(_ place: Int) throws(HarnessFailure) -> Item {
    let entry = ledger.entry(place)
    let result =
      ledger.hasResult(place) ? try recorded.result(of: entry.caseID, entry.adapter) : nil
    return Item(
      adapter: entry.adapter, caseID: entry.caseID, scenario: entry.scenario, level: entry.level,
      severity: entry.severity,
      judgement: result?.judgement ?? Judgement(entry.verdict, entry.explanation), result: result)
  }

  /// As JUnit and its kin count.
  func status(_ entry: RunLedger.Entry) -> CaseStatus {
    entry.verdict.status(at: entry.level, isKnown: entry.isKnown, strict: header.strict)
  }

  /// Some cases of one scenario and adapter, with one verdict.
  struct Group {
    /// The place of the first.
    var first: Int
    var count: Int
  }

  /// Cases of the same scenario, adapter and verdict together.
  func groups(of places: some Sequence<Int>) -> [Group] {
    var groups: [Group] = []
    var known: [CaseKey: Int] = [:]
    for place in places {
      let entry = entries[place]
      let key = CaseKey(entry.adapter, "\(entry.scenario)\u{0}\(entry.verdict.rawValue)")
      if let index = known[key] {
        groups[index].count += 1
      } else {
        known[key] = groups.count
        groups.append(Group(first: place, count: 1))
      }
    }
    return groups
  }

  /// The cases that fail or prove nothing, in groups, worst first: by level, severity and verdict.
  var groups: [Group] {
    var notable: [(place: Int32, rank: Int32)] = []
    for (place, entry) in entries.enumerated() where [.failed, .error].contains(status(entry)) {
      let rank = (entry.level.rank * 10 + severity(place).rank) * 100 + entry.verdict.rank
      notable.append((Int32(place), Int32(rank)))
    }
    // Stable: what ranks the same keeps the order of the plan.
    return groups(of: notable.sorted { $0.rank < $1.rank }.map { Int($0.place) })
  }

  /// How severe a case is, run or not.
  func severity(_ place: Int) -> Severity { entries[place].severity }

  /// "12 pass, 2 FALSE-ACCEPT": counts of what gates, passes first.
  var phrase: String {
    var counts: [Verdict: Int] = [:]
    for entry in entries where entry.level != .may && !entry.isKnown { counts[entry.verdict, default: 0] += 1 }
    var parts = Verdict.passFirst.compactMap { verdict in counts[verdict].map { "\($0) \(verdict.word)" } }
    let known = entries.count(where: \.isKnown)
    if known > 0 { parts.append("\(known) known") }
    return parts.isEmpty ? "no case" : parts.joined(separator: ", ")
  }

  /// A heading such as "curl 7.88.1, openssl 3.0.17".
  var adapters: String {
    header.adapters.map { $0.version.isEmpty ? $0.name : "\($0.name) \($0.version)" }.joined(separator: ", ")
  }
}

extension RunRecord.Item {
  /// What is wrong, for people who know neither the scenario nor this project: "FALSE-ACCEPT (must, high): An untrusted CA
  /// issues for the host; …".
  var message: String {
    let verdict = judgement.verdict
    let title = result.map { "\($0.title): " } ?? ""
    return "\(verdict.word(at: level)) (\(level.rawValue), \(severity.rawValue)): \(title)\(judgement.explanation)"
  }
}

/// Folds a run, and writes reports over it when it is over.
public final class WholeRunRecorder: Recorder {
  /// Writes the text of a report, in pieces.
  public typealias Report = @Sendable (RunRecord, @escaping ReportWriter) throws(HarnessFailure) -> Void

  private let ledger = Mutex(RunLedger())
  private let recorded: Recorded
  private let reports: [(report: Report, write: ReportWriter)]

  /// - Parameters:
  ///   - results: where results are read again, recorded before they come here; nil: they are kept in memory.
  ///   - reports: each with where it goes.
  public init(results: (any RecordedResults)? = nil, reports: [(report: Report, write: ReportWriter)]) {
    recorded = Recorded(results)
    self.reports = reports
  }

  public func record(_ event: RunEvent) throws(HarnessFailure) {
    recorded.note(event)
    let ledger = ledger.withLock { ledger -> RunLedger? in
      ledger.add(event)
      if case .finished = event { return ledger }
      return nil
    }
    guard let run = ledger.flatMap({ RunRecord($0, recorded) }) else { return }
    for (report, write) in reports {
      let pieces = PiecedWriter(write)
      try report(run) { (text) throws(HarnessFailure) in try pieces.write(text) }
      try pieces.flush()
    }
  }
}
