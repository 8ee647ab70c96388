import RogueModel

// The lines about a run as a whole.

extension RunHeader {
  static let logForm = LogForm<RunHeader>.object(
    "The header: the first line, once.",
    // A later line has the plan; for a killed run it is unknown.
    RunHeader(
      mode: .run, version: "", seed: "", clock: Timestamp(secondsSince1970: 0), adapters: [], planned: [],
      arguments: [])
  ) {
    constant("type", "run")
    constant("format", .integer(Int64(EventLog.format)), "raised when an older reader would misunderstand a log")
    has("version", \.version, .text, "of the command")
    has("mode", \.mode, .word, "'run' gates, 'compare' informs")
    has("seed", \.seed, .text, "repeats certificates, plan and verdicts")
    has("clock", \.clock, .moment, "of certificates and validators (--at), or when the run began")
    has("clockFixed", \.isClockFixed, .flag, "validators were given that clock")
    may("responderPort", \.responderPort, .count, "of the revocation responders, whose URLs are in certificates")
    has("started", \.started, .moment, "when the run began, by the machine's clock")
    has("strict", \.strict, .flag, "a deviation fails as well")
    may("catalogue", \.catalogue, .text, "a digest of the catalogue; null: files were named")
    may("profile", \.profile, .text, "the profile that chose the scenarios")
    may("coverage", \.coverage, RunCoverage.logForm)
    may("shard", \.shard, Shard.logForm)
    has("arguments", \.arguments, .list(.text), "the command line")
    has("adapters", \.adapters, .list(AdapterDescription.logForm.defined("adapter")))
  }
}

extension RunCoverage {
  fileprivate static let logForm = LogForm<RunCoverage>.object(
    "What of the catalogue was chosen; null: the run does not say.",
    RunCoverage(scenarios: 0, allScenarios: 0, cells: 0, tables: 0, allTables: 0)
  ) {
    has("scenarios", \.scenarios, .count, "chosen")
    has("allScenarios", \.allScenarios, .count, "that there are")
    has("cells", \.cells, .count, "of decision tables")
    has("tables", \.tables, .count, "that they are of")
    has("allTables", \.allTables, .count, "that there are")
    may("misses", \.misses, .text, "what the profile does not see, in its own words")
  }
}

extension Shard {
  fileprivate static let logForm = LogForm<Shard>.object(
    "One of several runs that share a plan.",
    [
      only("index", .ordinal) { $0.index }, only("count", .ordinal) { $0.count },
      only("plan", .text, "a digest of the whole plan") { $0.plan },
    ]
  ) { (json, _) throws(EventLogMismatch) in
    let (index, count): (Int, Int) = (try json.member("index", .ordinal), try json.member("count", .ordinal))
    guard var shard = Shard(index: index, count: count) else {
      throw EventLogMismatch(message: "'shard' is not one: \(index) of \(count)")
    }
    shard.plan = try json.member("plan", .text)
    return shard
  }
}

extension AdapterDescription {
  static let logForm = LogForm<AdapterDescription>.object(
    "A validator, as it was described before the run.",
    AdapterDescription(name: "", door: .exec, library: "", version: "", capabilities: [])
  ) {
    has("name", \.name, .text)
    has("door", \.door, .word)
    has("library", \.library, .text)
    has("version", \.version, .text)
    has("summary", \.summary, .text)
    has("capabilities", \.capabilityNames, .sortedTexts)
    has("declined", \.declinedInOrder, .list(declinedForm))
    has("startupMilliseconds", \.startupMilliseconds, .count, "added to every deadline")
    has("usesProxy", \.usesProxy, .flag)
    has("control", \.isControl, .flag, "a negative control of the harness")
    may("connections", \.unusualConnections, .connections, "whose connections count; null: those of what it starts")
    may("stacks", \.knownStacks, .texts, "versions of its stacks; empty: unknown")
  }

  private typealias Declined = (capability: String, why: String)

  private static let declinedForm = LogForm<Declined>.object(
    "A capability that it lacks, with its reason.", (capability: "", why: "")
  ) {
    has("capability", \.capability, .text)
    has("why", \.why, .text)
  }

  private var capabilityNames: Set<String> {
    get { Set(capabilities.map(\.rawValue)) }
    set { capabilities = Set(newValue.map { Capability($0) }) }
  }

  private var declinedInOrder: [Declined] {
    get { declined.sorted { $0.key < $1.key }.map { ($0.key.rawValue, $0.value) } }
    set { for (capability, why) in newValue { declined[Capability(capability)] = why } }
  }

  /// Usual values are omitted.
  private var unusualConnections: ConnectionRule? {
    get { connections == .started ? nil : connections }
    set { connections = newValue ?? .started }
  }

  private var knownStacks: [String: String]? {
    get { stacks.isEmpty ? nil : stacks }
    set { stacks = newValue ?? [:] }
  }
}

extension LogForm<ConnectionRule> {
  fileprivate static var connections: LogForm {
    LogForm(
      ["type": "string"], "one of \(ConnectionRule.grammar)", { .string($0.description) },
      { $0.string.flatMap { ConnectionRule($0) } })
  }
}

extension LogForm<[String: String]> {
  fileprivate static var texts: LogForm {
    LogForm(
      ["type": "object", "additionalProperties": ["type": "string"]], "an object of strings",
      { .object($0.sorted { $0.key < $1.key }.map { JSON.Member($0.key, .string($0.value)) }) },
      { json in
        let texts = json.members?.compactMap { member in member.value.string.map { (member.name, $0) } }
        return texts.flatMap { $0.count == json.members?.count ? Dictionary(uniqueKeysWithValues: $0) : nil }
      })
  }
}

/// A line of the plan: the lines before the last.
struct LoggedPlan: Sendable {
  var planned: [PlannedCase] = []

  static let logForm = LogForm<LoggedPlan>.object(
    "What was planned, at most \(EventLog.longestPlan) cases in a line: the lines before the last, so that a client under test cannot "
      + "read them while it runs.", LoggedPlan()
  ) {
    constant("type", "plan")
    has("planned", \.planned, .list(PlannedCase.logForm))
  }
}

extension PlannedCase {
  fileprivate static let logForm = LogForm<PlannedCase>.object(
    "A case of an adapter, in order.",
    [
      only("adapter", .text) { $0.adapter }, only("case", .text) { $0.caseID },
      only("scenario", .text) { $0.scenario }, only("level", .word) { $0.level },
      only("severity", .word) { $0.severity },
      only("unsupported", .nullable(.text), "why the case is not run; null: it is run") { $0.unsupported },
    ]
  ) { (json, _) throws(EventLogMismatch) in
    PlannedCase(
      adapter: try json.member("adapter", .text), caseID: try json.member("case", .text),
      scenario: try json.member("scenario", .text), level: try json.member("level", .word),
      severity: try json.member("severity", .word),
      unsupported: try json.member("unsupported", .nullable(.text)))
  }
}

extension RunFooter {
  static let logForm = LogForm<RunFooter>.object(
    "The footer: the last line. Without it the run was cut off.",
    RunFooter(complete: false, milliseconds: 0, spent: [], counts: [:])
  ) {
    constant("type", "end")
    has("complete", \.complete, .flag, "false: interrupted, or stopped at a failure")
    has("milliseconds", \.milliseconds, .count, "of the whole run")
    has("counts", \.counts, .counts)
    has("spent", \.spent, .list(spentForm))
    has("stoppedAtFailure", \.stoppedAtFailure, .flag, "the first failure ended the run (--fail-fast)")
    may("baseline", \.baseline, BaselineReport.logForm)
    has("shortfall", \.shortfall, .list(.text), "why it is not green although no verdict says so")
  }

  private static let spentForm = LogForm<(activity: String, milliseconds: Int)>.object(
    "The total time of an activity, in parallel.", (activity: "", milliseconds: 0)
  ) {
    has("activity", \.activity, .text)
    has("milliseconds", \.milliseconds, .count)
  }
}

extension LogForm<[Verdict: Int]> {
  fileprivate static var counts: LogForm {
    LogForm(
      schema: [
        "type": "object", "propertyNames": LogForm<Verdict>.word.schema,
        "additionalProperties": LogForm<Int>.count.schema, "description": "final results by verdict",
      ],
      write: { counts, _ in
        .object(
          Verdict.allCases.compactMap { verdict in
            counts[verdict].map { JSON.Member(verdict.rawValue, .integer(Int64($0))) }
          })
      },
      read: { (json, name, table) throws(EventLogMismatch) in
        var counts: [Verdict: Int] = [:]
        for member in json.members ?? [] {
          let verdict = try LogForm<Verdict>.word.read(.string(member.name), name, table)
          counts[verdict] = try LogForm<Int>.count.read(member.value, member.name, table)
        }
        return counts
      })
  }
}

extension BaselineReport {
  fileprivate static let logForm = LogForm<BaselineReport>.object(
    "What became of the baseline.", BaselineReport(file: "", known: 0, problems: [])
  ) {
    has("file", \.file, .text)
    has("known", \.known, .count, "cases that fail as it says")
    has("problems", \.problems, .list(Problem.logForm))
  }
}

extension BaselineReport.Problem {
  fileprivate static let logForm = LogForm<Self>.object(
    "A problem with the baseline.", Self(.new, adapter: "", subject: "", entry: nil, "")
  ) {
    has("kind", \.kind, .word)
    has("adapter", \.adapter, .text)
    has("subject", \.subject, .text, "a case, or the entry's pattern")
    may("entry", \.entry, .text, "FILE:LINE")
    has("text", \.text, .text)
  }
}
