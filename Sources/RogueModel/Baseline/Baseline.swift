/// A team's list of known failures. Every case of it is run all the same: what is listed and does not happen is as wrong as
/// what happens and is not listed.
public struct Baseline: Sendable {
  /// The path of the file, as it was named.
  public var file: String
  public var entries: [BaselineEntry]

  public init(file: String, entries: [BaselineEntry]) {
    self.file = file
    self.entries = entries
  }

  /// What the baseline says about a case; nil: nothing.
  ///
  /// - Parameter version: the adapter's.
  public func mark(of result: CaseResult, version: String, strict: Bool) -> BaselineMark? {
    let about = entries(about: result.scenario, result.axes, result.adapter, version)
    guard let entry = about.first(where: { $0.accepts(result) }) ?? about.first else {
      return result.gates(strict: strict) ? BaselineMark(.new) : nil
    }
    guard let state = entry.state(of: result, strict: strict) else { return nil }
    return BaselineMark(state, entry: entry.name, why: entry.why, issue: entry.issue)
  }

  fileprivate func entries(
    about scenario: String, _ axes: AxisValues, _ adapter: String, _ version: String
  ) -> [BaselineEntry] {
    entries.filter { $0.covers(scenario, axes, adapter: adapter, version: version) }
  }
}

extension BaselineEntry {
  /// `FILE:LINE`.
  public var name: String { "\(location.file):\(location.line)" }

  /// Whether the case fails as this entry says.
  fileprivate func accepts(_ result: CaseResult) -> Bool {
    guard result.judgement.verdict == verdict, result.level != .may else { return false }
    // Where the control failed, nothing is known of the client: it may not even be there.
    guard verdict == .inconclusive else { return true }
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
  private let versions: [String: String]
  private let strict: Bool
  private let required: Bool
  /// What there is to say something about, in the order in which it ended.
  private var seen: [Seen?] = []
  private var places: [CaseKey: Int] = [:]

  /// What the report needs of a result.
  private struct Seen: Sendable {
    var adapter: String
    var caseID: String
    var scenario: String
    var axes: AxisValues
    var level: Level
    var judgement: Judgement
    var mark: BaselineMark?
    /// An entry is about it.
    var isCovered: Bool
  }

  /// - Parameters:
  ///   - adapters: those of the run.
  ///   - required: an unsupported `must` needs an entry.
  public init(_ baseline: Baseline, adapters: [AdapterDescription], strict: Bool, required: Bool) {
    self.baseline = baseline
    self.strict = strict
    self.required = required
    versions = Dictionary(adapters.map { ($0.name, $0.version) }) { first, _ in first }
  }

  /// Marks a result, and remembers it; a later result of the same case replaces an earlier one.
  public mutating func add(_ result: CaseResult) -> CaseResult {
    var result = result
    result.baseline = baseline.mark(of: result, version: versions[result.adapter] ?? "", strict: strict)
    let isCovered = entry(about: result.scenario, result.axes, result.adapter) != nil
    let isMissingRequired = required && result.judgement.verdict == .unsupported
    let key = CaseKey(result)
    guard isCovered || isMissingRequired || result.baseline != nil else {
      if let place = places[key] { seen[place] = nil }
      return result
    }
    let place = places[key] ?? seen.count
    if place == seen.count {
      places[key] = place
      seen.append(nil)
    }
    seen[place] = Seen(
      adapter: result.adapter, caseID: result.caseID, scenario: result.scenario, axes: result.axes, level: result.level,
      judgement: result.judgement, mark: result.baseline, isCovered: isCovered)
    return result
  }

  /// - Parameter now: the day that entries have to be valid on.
  public func report(at now: Timestamp) -> BaselineReport {
    let all = seen.compactMap(\.self)
    var problems = all.compactMap(problem)
    for entry in baseline.entries { problems += self.problems(of: entry, at: now) }
    problems += overlaps(all)
    return BaselineReport(file: baseline.file, known: all.count { $0.mark?.state == .known }, problems: problems)
  }

  private func problem(of result: Seen) -> BaselineReport.Problem? {
    let (verdict, mark) = (result.judgement.verdict, result.mark)
    func problem(_ kind: BaselineReport.Kind, _ text: String) -> BaselineReport.Problem {
      BaselineReport.Problem(kind, adapter: result.adapter, subject: result.caseID, entry: mark?.entry, text)
    }
    let expected = entry(about: result.scenario, result.axes, result.adapter)?.verdict.rawValue ?? ""
    switch mark?.state {
    case .known: return nil
    case .new:
      return problem(
        .new,
        BaselineEntry.acceptable.contains(verdict)
          ? "\(verdict.rawValue), a new failure (not in the baseline)"
          : "\(verdict.rawValue), which no entry can accept")
    case .changed: return problem(.changed, "\(verdict.rawValue), and its entry says \(expected)")
    case .fixed: return problem(.fixed, "\(verdict.rawValue), and its entry says \(expected)")
    case nil: break
    }
    // Of a decision table an adapter gets the cells that it can be asked about; nobody has to be able to do all of it.
    guard verdict == .unsupported, !result.isCovered, required, result.level == .must, !result.scenario.contains("[")
    else { return nil }
    return problem(.missingRequired, "required by the profile, and the adapter declares it unsupported")
  }

  private func entry(about scenario: String, _ axes: AxisValues, _ adapter: String) -> BaselineEntry? {
    baseline.entries(about: scenario, axes, adapter, versions[adapter] ?? "").first
  }

  private func problems(of entry: BaselineEntry, at now: Timestamp) -> [BaselineReport.Problem] {
    func problem(_ kind: BaselineReport.Kind, _ text: String) -> BaselineReport.Problem {
      BaselineReport.Problem(kind, adapter: entry.adapter, subject: entry.place.pattern, entry: entry.name, text)
    }
    if let unusedBecause = entry.unusedBecause { return [problem(.unused, unusedBecause)] }
    // What another run is about is that run's business.
    guard let version = versions[entry.adapter], entry.versions?.contains(version) ?? true else { return [] }
    var problems: [BaselineReport.Problem] = []
    if let unasked = unasked(entry) { problems.append(unasked) }
    if entry.isExpired(at: now) { problems.append(problem(.expired, "its last day is over")) }
    if let breadth = entry.breadth { problems.append(problem(.tooBroad, breadth)) }
    return problems
  }

  /// An entry of whose cases none is asked any more: some of them may be, because an adapter lacks what they need.
  private func unasked(_ entry: BaselineEntry) -> BaselineReport.Problem? {
    guard entry.verdict != .unsupported else { return nil }
    let covered = seen.compactMap(\.self).filter { result in
      entry.covers(result.scenario, result.axes, adapter: result.adapter, version: versions[result.adapter] ?? "")
    }
    guard let first = covered.first, covered.allSatisfy({ $0.judgement.verdict == .unsupported }) else { return nil }
    return BaselineReport.Problem(
      .unasked, adapter: entry.adapter, subject: entry.place.pattern, entry: entry.name,
      "unsupported now (\(first.judgement.explanation)), and the entry says \(entry.verdict.rawValue)")
  }

  /// Cases with two entries; of each pair of entries the first case.
  private func overlaps(_ results: [Seen]) -> [BaselineReport.Problem] {
    var seen: Set<[String]> = []
    return results.compactMap { result in
      let about = baseline.entries(
        about: result.scenario, result.axes, result.adapter, versions[result.adapter] ?? "")
      guard about.count > 1, seen.insert(about.map(\.name)).inserted else { return nil }
      return BaselineReport.Problem(
        .overlapping, adapter: result.adapter, subject: result.caseID, entry: about[1].name,
        "the entries \(about.map(\.name).joined(separator: " and ")) are both about it")
    }
  }
}
