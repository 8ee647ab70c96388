public import RogueModel
import Synchronization

/// A run that is over: what most reports are made from.
public struct RunRecord: Sendable {
  /// A planned case, with its result if it has one.
  public struct Item: Sendable {
    public var adapter: String
    public var caseID: String
    public var scenario: String
    public var level: Level
    public var severity: Severity?
    public var judgement: Judgement
    /// Nil: the case was not run.
    public var result: CaseResult?
  }

  /// What a report with few words says of a case.
  public enum Status: String, Sendable, CaseIterable { case passed, failed, error, skipped }

  public var header: RunHeader
  public var footer: RunFooter
  /// In the order of the plan.
  public var items: [Item]
  public var strict: Bool

  /// - Parameters:
  ///   - results: final ones.
  ///   - strict: a deviation fails; for logs that do not say.
  init(header: RunHeader, footer: RunFooter, results: [String: CaseResult], strict: Bool) {
    self.header = header
    self.footer = footer
    self.strict = header.strict ?? strict
    var left = results
    items = header.planned.map { planned in
      let result = left.removeValue(forKey: Self.key(planned.adapter, planned.caseID))
      let missing =
        planned.unsupported.map { Judgement(.unsupported, $0) }
        ?? Judgement(.notRun, "the run ended before this case")
      return Item(
        adapter: planned.adapter, caseID: planned.caseID, scenario: planned.scenario, level: planned.level,
        severity: result?.severity ?? planned.severity, judgement: result?.judgement ?? missing, result: result)
    }
    for result in left.sorted(by: { $0.key < $1.key }).map(\.value) {
      items.append(
        Item(
          adapter: result.adapter, caseID: result.caseID, scenario: result.scenario, level: result.level,
          severity: result.severity, judgement: result.judgement, result: result))
    }
  }

  static func key(_ adapter: String, _ caseID: String) -> String { "\(adapter)\u{0}\(caseID)" }

  /// As JUnit and its kin count: what proves nothing is an error, what informs is skipped, and so is what is known.
  public func status(_ item: Item) -> Status { Self.status(item, strict: strict) }

  static func status(_ item: Item, strict: Bool) -> Status {
    let status: Status
    switch item.judgement.verdict {
    case .pass: return .passed
    case .deviation: status = strict ? .failed : .passed
    case .falseAccept, .leak, .falseCancel, .badClientChain, .badClientHello, .certificateLeak: status = .failed
    case .error, .unstable, .harnessError, .inconclusive, .notRun: status = .error
    case .unsupported, .notAsked: return .skipped
    }
    if item.level == .may || item.result?.isKnown ?? false { return status == .passed ? .passed : .skipped }
    return status
  }

  /// Cases that fail or prove nothing, worst first: by level, severity and verdict.
  var notable: [Item] {
    items.filter { [.failed, .error].contains(status($0)) }.sorted { left, right in
      if left.level != right.level { return left.level > right.level }
      let (a, b) = (left.severity ?? .low, right.severity ?? .low)
      if a != b { return a > b }
      return left.judgement.verdict.rank < right.judgement.verdict.rank
    }
  }

  /// One of the notable scenarios, with its cases.
  struct Group {
    var first: Item
    var cases: [String]
  }

  /// The notable cases of one scenario, adapter and verdict together.
  var groups: [Group] {
    var groups: [Group] = []
    var places: [String: Int] = [:]
    for item in notable {
      let key = [item.adapter, item.scenario, item.judgement.verdict.rawValue].joined(separator: "\u{0}")
      if let place = places[key] {
        groups[place].cases.append(item.caseID)
      } else {
        places[key] = groups.count
        groups.append(Group(first: item, cases: [item.caseID]))
      }
    }
    return groups
  }

  /// "12 pass, 2 FALSE-ACCEPT": counts of what gates, passes first.
  var phrase: String {
    var counts: [Verdict: Int] = [:]
    for item in items where item.level != .may && !(item.result?.isKnown ?? false) {
      counts[item.judgement.verdict, default: 0] += 1
    }
    var parts = Verdict.passFirst.compactMap { verdict in counts[verdict].map { "\($0) \(verdict.word)" } }
    let known = items.count { $0.result?.isKnown ?? false }
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
    let weight = [level.rawValue, severity?.rawValue].compactMap(\.self).joined(separator: ", ")
    let title = result.map { "\($0.title): " } ?? ""
    return "\(verdict.word(at: level)) (\(weight)): \(title)\(judgement.explanation)"
  }
}

/// Collects a run, and writes a report over it when it is over.
public final class WholeRunRecorder: Recorder {
  private struct State {
    var header: RunHeader?
    var results: [String: CaseResult] = [:]
  }

  private let state = Mutex(State())
  private let strict: Bool
  private let render: @Sendable (RunRecord) -> String
  private let write: ReportWriter

  /// - Parameters:
  ///   - strict: a deviation fails as well.
  ///   - render: the report's text.
  public init(strict: Bool, write: @escaping ReportWriter, _ render: @escaping @Sendable (RunRecord) -> String) {
    self.strict = strict
    self.write = write
    self.render = render
  }

  public func record(_ event: RunEvent) throws(HarnessFailure) {
    switch event {
    case .started(let header): state.withLock { $0.header = header }
    case .caseStarted, .controlFinished: break
    case .caseFinished(let result):
      state.withLock { $0.results[RunRecord.key(result.adapter, result.caseID)] = result }
    case .finished(let footer):
      let (header, results) = state.withLock { ($0.header, $0.results) }
      guard let header else { return }
      try write(render(RunRecord(header: header, footer: footer, results: results, strict: strict)))
    }
  }
}
