public import RogueModel
internal import RogueYAML

/// Brings a baseline in line with the results of runs: what does not happen any more goes, what is too wide is narrowed, and,
/// only if that is asked for, what is new is added.
public struct BaselineUpdate {
  /// What is written into the entries that are added.
  public struct Addition: Sendable, Hashable {
    public var why: String
    public var issue: String?
    /// The day on which they were found.
    public var since: Timestamp

    public init(why: String, issue: String? = nil, since: Timestamp) {
      self.why = why
      self.issue = issue
      self.since = since
    }
  }

  /// What was done.
  public struct Summary: Sendable, Hashable {
    public var removed = 0
    public var narrowed = 0
    public var extended = 0
    public var added = 0
    /// Failures that are not in the baseline, and were not to be added.
    public var left = 0
    public var changesNothing: Bool { removed + narrowed + extended + added == 0 }
  }

  private let baseline: Baseline
  private let results: [CaseResult]
  private let versions: [String: String]
  private let strict: Bool
  private let required: Bool

  /// - Parameters:
  ///   - results: final ones, of whole runs.
  ///   - required: the runs had a profile, so an unsupported `must` needs an entry.
  public init(
    _ baseline: Baseline, results: [CaseResult], adapters: [AdapterDescription], strict: Bool, required: Bool
  ) {
    self.baseline = baseline
    self.results = results
    self.strict = strict
    self.required = required
    versions = Dictionary(adapters.map { ($0.name, $0.version) }) { first, _ in first }
  }

  /// - Parameters:
  ///   - file: nil: a new baseline.
  ///   - addition: nil: nothing is added.
  ///   - until: the last day of expired entries, and of those that are added; nil: they stay as they are.
  /// - Throws: what keeps the file from being edited.
  public func text(
    of file: SourceFile?, adding addition: Addition?, until: Timestamp?, now: Timestamp
  ) throws(Finding) -> (text: String, summary: Summary) {
    var text: BaselineText
    if let file { text = try BaselineText(file) } else { text = BaselineText() }
    var summary = Summary()
    var claimed: Set<String> = []
    for (index, entry) in baseline.entries.enumerated() {
      guard entry.unusedBecause == nil else {
        text.remove(index)
        summary.removed += 1
        continue
      }
      // What these runs did not ask for stays as it is.
      let all = results.filter { $0.level != .may && covers(entry, $0) }
      // Where the adapter lacks what a case needs, the entry is about the others.
      let asked = all.filter { $0.judgement.verdict != .unsupported }
      let covered = entry.verdict == .unsupported || asked.isEmpty ? all : asked
      guard !covered.isEmpty else { continue }
      let known = covered.filter { isKnown($0, entry) && !claimed.contains(Self.key($0)) }
      claimed.formUnion(known.map(Self.key))
      if known.isEmpty {
        let verdicts = covered.map(\.judgement.verdict)
        guard verdicts.contains(where: { $0.isProof || $0.isRight || $0 == .unsupported }) else { continue }
        text.remove(index)
        summary.removed += 1
        continue
      }
      if known.count < covered.count || entry.breadth != nil {
        text.narrow(index, to: patterns(of: known, among: covered))
        summary.narrowed += 1
      }
      if let until, entry.isExpired(at: now) {
        text.set("until", to: Self.day(until), of: index)
        summary.extended += 1
      }
    }
    let new = results.filter { needsEntry($0) && !claimed.contains(Self.key($0)) }.sorted {
      ($0.adapter, $0.scenario, $0.caseID) < ($1.adapter, $1.scenario, $1.caseID)
    }
    guard let addition else {
      summary.left = new.count
      return (text.text, summary)
    }
    for group in groups(new) {
      for pattern in patterns(of: group, among: results.filter { $0.adapter == group[0].adapter && $0.level != .may }) {
        var keys = [
          ("scenario", pattern), ("adapter", group[0].adapter), ("verdict", group[0].judgement.verdict.rawValue),
          ("why", Self.quoted(addition.why)),
        ]
        if let issue = addition.issue { keys.append(("issue", Self.quoted(issue))) }
        keys.append(("since", Self.day(addition.since)))
        if let until { keys.append(("until", Self.day(until))) }
        text.add(keys)
        summary.added += 1
      }
    }
    summary.left = results.count { result in
      result.gates(strict: strict) && !BaselineEntry.acceptable.contains(result.judgement.verdict)
    }
    return (text.text, summary)
  }

  private func covers(_ entry: BaselineEntry, _ result: CaseResult) -> Bool {
    entry.covers(result.scenario, result.axes, adapter: result.adapter, version: versions[result.adapter] ?? "")
  }

  private func isKnown(_ result: CaseResult, _ entry: BaselineEntry) -> Bool {
    let alone = Baseline(file: baseline.file, entries: [entry])
    let version = versions[result.adapter] ?? ""
    return alone.mark(of: result, version: version, strict: strict)?.state == .known
  }

  /// A failure that an entry can accept, or a requirement that the adapter lacks.
  private func needsEntry(_ result: CaseResult) -> Bool {
    let verdict = result.judgement.verdict
    if required, verdict == .unsupported, result.level == .must { return true }
    return result.gates(strict: strict) && BaselineEntry.acceptable.contains(verdict)
  }

  /// By adapter, scenario and verdict, in the order of the run.
  private func groups(_ results: [CaseResult]) -> [[CaseResult]] {
    var order: [String] = []
    var groups: [String: [CaseResult]] = [:]
    for result in results {
      let key = "\(result.adapter)\u{0}\(result.scenario)\u{0}\(result.judgement.verdict.rawValue)"
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(result)
    }
    return order.compactMap { groups[$0] }
  }

  /// The scenario's id where all of its cases are meant, else the ids of the cases.
  private func patterns(of meant: [CaseResult], among all: [CaseResult]) -> [String] {
    var patterns: [String] = []
    var done: Set<String> = []
    for result in meant where done.insert(result.scenario).inserted {
      let cases = meant.filter { $0.scenario == result.scenario }
      let siblings = all.filter { sibling in
        sibling.scenario == result.scenario && sibling.adapter == result.adapter
          && (sibling.judgement.verdict != .unsupported || result.judgement.verdict == .unsupported)
      }
      if cases.count == siblings.count {
        patterns.append(result.scenario)
      } else {
        let keys = Set(siblings.map(\.axes.key))
        patterns += cases.map { Self.pattern($0, namesKey: keys.count > 1) }
      }
    }
    return patterns.map(Self.quoted)
  }

  private static func pattern(_ result: CaseResult, namesKey: Bool) -> String {
    guard namesKey, result.axes.key == .p256, result.caseID.hasSuffix("]") else { return result.caseID }
    return "\(result.caseID.dropLast()),key=\(result.axes.key.rawValue)]"
  }

  private static func key(_ result: CaseResult) -> String { "\(result.adapter)\u{0}\(result.caseID)" }

  private static func day(_ moment: Timestamp) -> String { String(moment.description.prefix(10)) }

  /// Text that YAML reads as it is.
  static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      (0x61...0x7a).contains(byte) || (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte)
        || "-/._".utf8.contains(byte)
    }
    if isPlain, let first = text.utf8.first, (0x61...0x7a).contains(first), !["null", "true", "false"].contains(text) {
      return text
    }
    return YAMLText.quoted(text)
  }
}
