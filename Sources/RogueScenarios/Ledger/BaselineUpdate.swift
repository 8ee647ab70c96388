public import RogueModel
internal import RogueYAML

/// Updates a baseline from the results of runs: it removes fixed entries, narrows ones that are too broad, and,
/// only on request, adds new failures.
public struct BaselineUpdate {
  /// The fields of added entries.
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

  /// The changes made.
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
  private let clients: [String: AdapterDescription]
  private let strict: Bool
  private let required: Bool
  /// The scenarios of which an adapter was asked a case.
  private let judged: Set<CaseKey>

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
    clients = Dictionary(adapters.map { ($0.name, $0) }) { first, _ in first }
    judged = Set(
      results.lazy.filter { !$0.judgement.verdict.neverMetFault }
        .map { CaseKey($0.adapter, $0.scenario) })
  }

  /// - Parameters:
  ///   - file: nil: a new baseline.
  ///   - addition: nil: nothing is added.
  ///   - until: the last day of expired entries, and of those that are added; nil: they stay as they are.
  /// - Throws: the reason why the file cannot be edited.
  public func text(
    of file: SourceFile?, adding addition: Addition?, until: Timestamp?, now: Timestamp
  ) throws(Finding) -> (text: String, summary: Summary) {
    var text: BaselineText
    if let file { text = try BaselineText(file) } else { text = BaselineText() }
    var summary = Summary()
    var claimed: Set<CaseKey> = []
    for (index, entry) in baseline.entries.enumerated() {
      let covered = covered(by: entry)
      let known = covered.filter { entry.accepts($0) && !claimed.contains(CaseKey($0)) }
      claimed.formUnion(known.map { CaseKey($0) })
      guard !covered.isEmpty || !entry.unused.isEmpty else { continue }
      if known.isEmpty {
        let verdicts = covered.map(\.judgement.verdict)
        guard !entry.unused.isEmpty || verdicts.contains(where: { $0.isProof || $0.isRight || $0 == .unsupported })
        else { continue }
        text.remove(index)
        summary.removed += 1
        continue
      }
      if known.count < covered.count || entry.breadth != nil || !entry.unused.isEmpty {
        text.replace(index, by: narrowed(entry, to: known, among: covered))
        summary.narrowed += 1
      }
      if let until, entry.isExpired(at: now) {
        text.set("until", to: Self.day(until), of: index)
        summary.extended += 1
      }
    }
    let new = results.filter { needsEntry($0) && !claimed.contains(CaseKey($0)) }.sorted {
      ($0.adapter, $0.scenario, $0.caseID) < ($1.adapter, $1.scenario, $1.caseID)
    }
    guard let addition else {
      summary.left = new.count
      return (text.text, summary)
    }
    for group in groups(new) {
      text.add(keys(of: group, addition, until: until))
      summary.added += 1
    }
    summary.left = results.count { result in
      result.gates(strict: strict) && !result.judgement.verdict.isAcceptable
    }
    return (text.text, summary)
  }

  /// A new entry.
  private func keys(
    of group: [CaseResult], _ addition: Addition, until: Timestamp?
  ) -> [(String, String)] {
    let adapter = group[0].adapter
    let siblings = results.filter { $0.adapter == adapter && $0.level != .may }
    var keys = [
      ("clients", Self.clients([(adapter, "*")])), ("verdict", group[0].judgement.verdict.rawValue),
      ("scenarios", Self.list(patterns(of: group, among: siblings))), ("why", Self.quoted(addition.why)),
    ]
    if let issue = addition.issue { keys.append(("issue", Self.quoted(issue))) }
    keys.append(("since", Self.day(addition.since)))
    if let until { keys.append(("until", Self.day(until))) }
    return keys
  }

  /// The results that an entry is about.
  private func covered(by entry: KnownFailure.Occurrence) -> [CaseResult] {
    // Entries without a case in these runs stay as they are.
    let all = results.filter { $0.level != .may && covers(entry, $0) }
    // Where the adapter lacks what a case needs, the entry is about the others.
    let asked = all.filter { $0.judgement.verdict != .unsupported }
    return entry.verdicts.contains(.unsupported) || asked.isEmpty ? all : asked
  }

  private func covers(_ entry: KnownFailure.Occurrence, _ result: CaseResult) -> Bool {
    clients[result.adapter].flatMap { entry.concern($0) } == .version && entry.covers(result)
  }

  /// An entry without what is no longer known: its keys, once for all clients that have the same patterns left.
  private func narrowed(
    _ entry: KnownFailure.Occurrence, to known: [CaseResult], among covered: [CaseResult]
  ) -> [[(key: String, value: String)]] {
    guard entry.clients.count > 1, entry.stacks.isEmpty else {
      return [[("scenarios", Self.list(patterns(of: known, among: covered)))]]
    }
    var parts: [(scenarios: String, clients: [(String, String)])] = []
    for client in entry.clients {
      func own(_ results: [CaseResult]) -> [CaseResult] {
        results.filter { [$0.adapter, AdapterVariant.adapter(of: $0.adapter)].contains(client.adapter) }
      }
      // A client that these runs did not have keeps what it has.
      let patterns = own(covered).isEmpty ? entry.places.map(\.pattern) : patterns(of: own(known), among: own(covered))
      guard !patterns.isEmpty else { continue }
      let scenarios = Self.list(patterns)
      let versions = (client.adapter, client.versions.description)
      if let place = parts.firstIndex(where: { $0.scenarios == scenarios }) {
        parts[place].clients.append(versions)
      } else {
        parts.append((scenarios, [versions]))
      }
    }
    return parts.map { [("clients", Self.clients($0.clients)), ("scenarios", $0.scenarios)] }
  }

  /// A failure that an entry can accept, or a requirement that the adapter lacks.
  private func needsEntry(_ result: CaseResult) -> Bool {
    let verdict = result.judgement.verdict
    if required, verdict == .unsupported, result.level == .must {
      // One case that was judged meets the profile.
      return !judged.contains(CaseKey(result.adapter, result.scenario))
    }
    return result.gates(strict: strict) && verdict.isAcceptable
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
    return patterns
  }

  private static func pattern(_ result: CaseResult, namesKey: Bool) -> String {
    guard namesKey, result.axes.key == .p256, result.caseID.hasSuffix("]") else { return result.caseID }
    return "\(result.caseID.dropLast()),key=\(result.axes.key.rawValue)]"
  }

  /// `[a/b, "c/d[tls=1.2]"]`.
  private static func list(_ patterns: [String]) -> String { "[\(patterns.map(quoted).joined(separator: ", "))]" }

  /// `{curl: "8.14"}`.
  private static func clients(_ clients: [(adapter: String, versions: String)]) -> String {
    "{\(clients.map { "\(quoted($0.adapter)): \(quoted($0.versions))" }.joined(separator: ", "))}"
  }

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
