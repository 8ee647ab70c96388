/// A team's ledger: failures that it knows of and accepts for now. Every case of it is run all the same: what is listed and
/// does not happen is as wrong as what happens and is not listed.
public struct Baseline: Sendable {
  /// The path of the file, as it was named.
  public var file: String
  public var entries: [KnownFailure.Occurrence]

  public init(file: String, entries: [KnownFailure.Occurrence]) {
    self.file = file
    self.entries = entries
  }
}

extension Verdict {
  /// A baseline can accept it. A crash, a hang and a broken contract say nothing about the validator, and what is unstable is
  /// sometimes something else: neither can be known.
  public var isAcceptable: Bool {
    isWrongDecision || self == .deviation || self == .inconclusive || self == .unsupported
  }
}

extension KnownFailure.Occurrence {
  /// Whether the case fails as this entry of a baseline says.
  public func accepts(_ result: CaseResult) -> Bool {
    guard result.judgement.verdict.isAcceptable, result.level != .may, matches(result) else { return false }
    // Where the control failed, nothing is known of the client: it may not even be there.
    guard result.judgement.verdict == .inconclusive else { return true }
    return result.control.map { $0.verdict == .pass } ?? false
  }

  fileprivate func state(of result: CaseResult, strict: Bool) -> BaselineMark.State? {
    if accepts(result) { return .known }
    if result.gates(strict: strict) { return .changed }
    // Right in this run, whether another run would call it a deviation or not.
    return result.judgement.verdict.isRight ? .fixed : nil
  }
}

/// Holds the results of a run against its baseline.
public struct BaselineCheck: Sendable {
  private let baseline: Baseline
  private let clients: [String: AdapterDescription]
  private let strict: Bool
  private let required: ProfileRequirement?
  /// The results that the report is about, without their evidence.
  private let seen = ResultMemory()

  /// - Parameters:
  ///   - adapters: those of the run.
  ///   - required: by the run's profile; nil: nothing is.
  public init(
    _ baseline: Baseline, adapters: [AdapterDescription], strict: Bool, required: ProfileRequirement? = nil
  ) {
    self.baseline = baseline
    self.strict = strict
    self.required = required
    clients = Dictionary(adapters.map { ($0.name, $0) }) { first, _ in first }
  }

  /// The entries about a case, by their places in the baseline.
  private func entries(about result: CaseResult) -> [Int] {
    guard let client = clients[result.adapter] else { return [] }
    return baseline.entries.indices.filter { place in
      baseline.entries[place].concern(client) == .version && baseline.entries[place].covers(result)
    }
  }

  /// The mark of a case; nil: the baseline has no entry about it, and it does not fail.
  public func mark(of result: CaseResult) -> BaselineMark? {
    let entries = entries(about: result).map { baseline.entries[$0] }
    guard let entry = entries.first(where: { $0.accepts(result) }) ?? entries.first else {
      return result.gates(strict: strict) ? BaselineMark(.new) : nil
    }
    guard let state = entry.state(of: result, strict: strict) else { return nil }
    return BaselineMark(state, entry: entry.name, why: entry.why, issue: entry.issue)
  }

  /// Marks a result, and remembers it; a later result of the same case replaces an earlier one.
  public func add(_ result: CaseResult) -> CaseResult {
    var result = result
    result.baseline = mark(of: result)
    if isReported(result) || seen.result(of: result.caseID, result.adapter) != nil {
      var kept = result
      // Without steps, what is unsupported was never asked.
      if result.judgement.verdict != .unsupported { kept.steps = [] }
      kept.missedDeadline = nil
      seen.record(.caseFinished(kept))
    }
    return result
  }

  private func isReported(_ result: CaseResult) -> Bool {
    result.baseline != nil || required?.concerns(result) ?? false || !entries(about: result).isEmpty
  }

  /// A result, with the entries about it, by their places in the baseline.
  private typealias Seen = (result: CaseResult, entries: [Int])

  /// - Parameter now: the day that entries have to be valid on.
  public func report(at now: Timestamp) -> BaselineReport {
    let all: [Seen] = seen.results.filter(isReported).map { ($0, entries(about: $0)) }
    var problems = all.compactMap(problem)
    problems +=
      required?.problems(of: all.map { ($0.result, isExcused: $0.result.isKnown || !$0.entries.isEmpty) }, clients)
      ?? []
    for place in baseline.entries.indices { problems += self.problems(of: place, all, at: now) }
    problems += overlaps(all)
    return BaselineReport(file: baseline.file, known: all.count { $0.result.isKnown }, problems: problems)
  }

  private func problem(of seen: Seen) -> BaselineReport.Problem? {
    let (result, verdict, mark) = (seen.result, seen.result.judgement.verdict, seen.result.baseline)
    func problem(_ kind: BaselineReport.Kind, _ text: String) -> BaselineReport.Problem {
      BaselineReport.Problem(kind, adapter: result.adapter, subject: result.caseID, entry: mark?.entry, text)
    }
    let expected = seen.entries.first.map { baseline.entries[$0].expected } ?? ""
    switch mark?.state {
    case .known: return nil
    case .new:
      return problem(
        .new,
        verdict.isAcceptable
          ? "\(verdict.rawValue), a new failure (not in the baseline)"
          : "\(verdict.rawValue), which no entry can accept")
    case .changed: return problem(.changed, "\(verdict.rawValue), and its entry says \(expected)")
    case .fixed: return problem(.fixed, "\(verdict.rawValue), and its entry says \(expected)")
    case nil: return nil
    }
  }

  private func problems(of place: Int, _ results: [Seen], at now: Timestamp) -> [BaselineReport.Problem] {
    let entry = baseline.entries[place]
    func problem(_ kind: BaselineReport.Kind, _ text: String) -> BaselineReport.Problem {
      BaselineReport.Problem(kind, adapter: entry.subject, subject: entry.pattern, entry: entry.name, text)
    }
    if !entry.unused.isEmpty {
      return entry.unused.map { problem(.unused, $0.message + ($0.help.map { "; \($0)" } ?? "")) }
    }
    // What another run is about is that run's business.
    guard clients.values.contains(where: { entry.concern($0) == .version }) else { return [] }
    var problems: [BaselineReport.Problem] = []
    // Of some cases an adapter may lack what they need, but not of all.
    let covered = results.filter { $0.entries.contains(place) }
    if !entry.verdicts.contains(.unsupported), let first = covered.first,
      covered.allSatisfy({ $0.result.judgement.verdict == .unsupported })
    {
      let why = first.result.judgement.explanation
      problems.append(problem(.unsupported, "unsupported now (\(why)), and the entry says \(entry.expected)"))
    }
    if entry.isExpired(at: now) { problems.append(problem(.expired, "its last day is over")) }
    if let breadth = entry.breadth { problems.append(problem(.tooBroad, breadth)) }
    return problems
  }

  /// Cases with two entries; of each pair of entries the first case.
  private func overlaps(_ results: [Seen]) -> [BaselineReport.Problem] {
    var seen: Set<[String]> = []
    return results.compactMap { result, entries in
      let about = entries.map { baseline.entries[$0].name }
      guard about.count > 1, seen.insert(about).inserted else { return nil }
      return BaselineReport.Problem(
        .overlapping, adapter: result.adapter, subject: result.caseID, entry: about[1],
        "the entries \(about.joined(separator: " and ")) are both about it")
    }
  }
}

/// The state of one case in the baseline.
public struct BaselineMark: Sendable, Hashable {
  public enum State: String, Sendable, Hashable, CaseIterable {
    /// It fails as the baseline says.
    case known
    /// It fails, and the baseline does not say so.
    case new
    /// It fails in another way than the baseline says.
    case changed
    /// It passes, and the baseline says that it fails.
    case fixed
  }

  public var state: State
  /// The entry's place, `FILE:LINE`; nil: there is no entry.
  public var entry: String?
  public var why: String?
  public var issue: String?

  public init(_ state: State, entry: String? = nil, why: String? = nil, issue: String? = nil) {
    self.state = state
    self.entry = entry
    self.why = why
    self.issue = issue
  }
}
