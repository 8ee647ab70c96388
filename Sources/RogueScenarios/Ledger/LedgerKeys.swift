internal import RogueModel
internal import RogueYAML

/// The keys of a file in `Findings`, and of a baseline: that one has occurrences alone.
enum LedgerKeys {
  static let finding = Field("finding", .name, "the name of its file")
  static let title = Field("title", .line, "one line, the client and its behaviour; heading and anchor of the entry")
  static let kind = Field("kind", ValueParser<KnownFailure.Kind>.word, "the party at fault")
  static let happens = Field(
    "happens", ValueParser<[OccurrenceDraft]>.list(of: OccurrenceKeys.shape, "occurrences"), required: true,
    "which clients get which verdict in which scenarios; a run checks each of them")
  static let text = Field("text", .prose, "what happens and why, in Markdown")
  static let commands = Field("commands", .prose, "shell commands that show it without this project")
  static let withoutCommands = Field(
    "without-commands", .line, "why there are no such commands; exactly one of the two is given")
  static let afterwards = Field("afterwards", .prose, "what follows the commands, in Markdown")

  static let reported = Field(
    "reported", .reports,
    "public reports of it, identifiers or URLs: [CVE-2026-129482, https://…]; \(KnownFailure.noReport): none was found")
  static let fixed = Field(
    "fixed", ValueParser<[(YAMLNode.Scalar, [String])]>.map(keys: .names, of: .oneOrList(of: .line, "versions")),
    "the first versions without it, by client or stack: {okhttp: 4.5.0, go: [1.24.11, 1.25.5]}")

  static let table = Table(
    "ledger", subject: "a ledger",
    "Known failures of clients: a finding, which has all keys, or a team's baseline, which has 'happens' alone.",
    [
      finding.key, title.key, kind.key, happens.key, reported.key, fixed.key, text.key, commands.key,
      withoutCommands.key, afterwards.key,
    ])
}

/// One occurrence as it is written, before it is known what its patterns fit.
struct OccurrenceDraft {
  var clients: [(YAMLNode.Scalar, VersionRange)]
  var stacks: [(YAMLNode.Scalar, VersionRange)]
  var exceptions: [YAMLNode.Scalar]
  var scenarios: [YAMLNode.Scalar]
  /// Everything else.
  var occurrence: KnownFailure.Occurrence
  /// Where things are, for what depends on the kind of file.
  var entries: Entries
}

enum OccurrenceKeys {
  static let clients = Field(
    "clients", ValueParser<[(YAMLNode.Scalar, VersionRange)]>.map(keys: .text, of: .versions),
    "adapters, and the versions that fail: {curl: 7.88, openssl: 3.0-3.5}; '*' for any")
  static let stacks = Field(
    "stacks", ValueParser<[(YAMLNode.Scalar, VersionRange)]>.map(keys: .names, of: .versions),
    "stacks of which every client does it, and their versions: {openssl: 3.0-3.5}")
  static let exceptions = Field(
    "except", .list(of: ValueParser<YAMLNode.Scalar>.nameWithPlace, minimum: 1, "adapters"),
    "adapters whose clients are made of the stacks and do not do it")
  static let verdict = Field(
    "verdict", ValueParser<[Verdict]>.oneOrList(of: .words(possible), "verdicts").distinct(), required: true,
    "the verdict; a list where a race decides which")
  static let says = Field("says", ValueParser<Reason>.word, "the reason that the client gives; of a deviation only")
  /// The verdicts that either file can name.
  static let possible: [Verdict] =
    Verdict.allCases.filter(\.isReproducible) + Verdict.allCases.filter { $0.isAcceptable && !$0.isReproducible }
  static let scenarios = Field(
    "scenarios", .list(of: ValueParser<YAMLNode.Scalar>.scalar("a pattern of scenarios"), minimum: 1, "patterns"),
    required: true,
    "ids or patterns, with a bracket for some cases or cells: family/name[tls=1.2], pin/table[host=trailing-dot]")
  static let why = Field("why", .prose, "in a baseline: why the failure is accepted for now")
  static let issue = Field("issue", .line, "in a baseline: where it is tracked, such as a URL")
  static let since = Field("since", .day, "the day on which it was found, such as 2026-11-24")
  static let until = Field("until", .day, "in a baseline: the last day on which it is accepted")

  static let table = Table(
    "occurrence", subject: "an occurrence", "Which clients get which verdict in which scenarios.",
    [
      clients.key, stacks.key, exceptions.key, verdict.key, says.key, scenarios.key, why.key, issue.key, since.key,
      until.key,
    ])

  static let shape = ValueParser<OccurrenceDraft>.table(table) { entries in
    let (clients, stacks, exceptions) = (entries[clients] ?? [], entries[stacks] ?? [], entries[exceptions] ?? [])
    if clients.isEmpty, stacks.isEmpty {
      entries.reader.report(at: entries.mapping.position, "an occurrence has clients, or stacks, or both")
    }
    if stacks.isEmpty, !exceptions.isEmpty {
      entries.reader.report(at: entries.keyPosition(Self.exceptions), "'except' belongs to 'stacks'")
    }
    let verdicts = entries[verdict].map { Set($0) }
    if entries.has(says), let verdicts, verdicts != [.deviation] {
      entries.reader.report(at: entries.keyPosition(says), "'says' belongs to a deviation")
    }
    let (since, until) = (entries[since], entries[until])
    if let since, let until, until < since {
      entries.reader.report(at: entries.position(Self.until), "the last day is before the first one")
    }
    let (reason, why, issue) = (entries[says], entries[why], entries[issue])
    guard let verdicts, let scenarios = entries[scenarios] else { return nil }
    let occurrence = KnownFailure.Occurrence(
      clients: clients.map { KnownFailure.Occurrence.Client(adapter: $0.text, versions: $1) },
      stacks: Dictionary(stacks.map { ($0.text, $1) }) { first, _ in first }, exceptions: Set(exceptions.map(\.text)),
      verdicts: verdicts, reason: reason, places: [], why: why, issue: issue, since: since, until: until,
      location: SourceLocation(entries.mapping.position))
    return OccurrenceDraft(
      clients: clients, stacks: stacks, exceptions: exceptions, scenarios: scenarios, occurrence: occurrence,
      entries: entries)
  }
}

extension ValueParser where Value == [String] {
  /// Public reports of a failure, or the words that there is none; then the list is empty.
  static var reports: ValueParser {
    let pattern = "^(CVE-[0-9]{4}-[0-9]{4,}|GHSA(-[0-9a-z]{4}){3}|https://[^ ]+)$"
    let report = ValueSyntax.text(what: "an identifier such as CVE-2026-129482, or a URL", pattern: pattern)
    let none = ValueSyntax.words([KnownFailure.noReport])
    let form = ValueSyntax.either([none, .list(of: report, minimum: 1, what: "reports")])
    let item = ValueParser<String>(report) { node, reader in
      guard case .scalar(let scalar) = node, isReport(scalar.text) else { return reader.mismatch(node, report) }
      return scalar.text
    }
    let list = ValueParser.list(of: item, minimum: 1, "reports").distinct()
    return ValueParser(form) { node, reader in
      if case .scalar(let scalar) = node {
        return scalar.text == KnownFailure.noReport ? [] : reader.mismatch(node, form)
      }
      return list.read(node, reader)
    }
  }

  private static func isReport(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let isNumber = { (text: Substring) in !text.isEmpty && text.allSatisfy { ("0"..."9").contains($0) } }
    switch parts.first {
    case "CVE":
      return parts.count == 3 && parts[1].count == 4 && parts[2].count >= 4 && parts.dropFirst().allSatisfy(isNumber)
    case "GHSA":
      let isLetter = { (letter: Character) in ("0"..."9").contains(letter) || ("a"..."z").contains(letter) }
      return parts.count == 4 && parts.dropFirst().allSatisfy { $0.count == 4 && $0.allSatisfy(isLetter) }
    default: return text.hasPrefix("https://") && text.count > 8 && !text.contains(" ")
    }
  }
}

extension ValueParser where Value == Timestamp {
  /// A day, as midnight in UTC.
  static var day: ValueParser {
    let form = ValueSyntax.text(what: "a day such as 2026-11-24", pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$")
    return ValueParser(form) { node, reader in
      guard case .scalar(let scalar) = node, scalar.text.utf8.count == 10,
        let day = Timestamp("\(scalar.text)T00:00:00Z")
      else { return reader.mismatch(node, form) }
      return day
    }
  }
}

extension ValueParser where Value == VersionRange {
  /// Versions of a client.
  static var versions: ValueParser {
    let form = ValueSyntax.text(what: "versions such as 7.88, 3.0-3.5, 3.11/3.0 or *", pattern: nil)
    return ValueParser(form) { node, reader in
      guard case .scalar(let scalar) = node, !scalar.isNull, let range = VersionRange(scalar.text) else {
        return reader.mismatch(node, form)
      }
      return range
    }
  }
}
