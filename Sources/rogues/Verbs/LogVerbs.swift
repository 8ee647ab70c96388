import RogueModel
import RoguesGallery

/// The verbs for event logs of completed runs.
extension Verb {
  static let report = Verb(
    name: "report",
    summary: "Write reports from event logs: of one run, of shards, of several adapters",
    discussion: """
      Joins several logs: all shards of a run, or runs of different adapters. A truncated log, a log of another catalogue,
      and a missing or foreign shard are errors. Without --to it prints the summary.
      """,
    examples: [
      Example(
        command: "rogues report run.jsonl --to junit=out.xml --to markdown=out.md", effect: "two reports of a run"),
      Example(command: "rogues report shard-1.jsonl shard-2.jsonl --to sarif=out.sarif", effect: "shards as one run"),
    ],
    flags: [.to, .color],
    operand: Operand(usage: "LOG...", kind: .files, minimum: 1),
    run: { (invocation) async throws(UsageError) in
      let reports = try Judging.reports(invocation, .to)
      guard reports.count(where: { $0.path == "-" }) <= 1 else {
        throw UsageError("two reports go to standard output", verb: "report")
      }
      let request = ReportRequest(logs: invocation.operands, reports: reports)
      return Gallery.report(request, terminal: try Judging.terminal(invocation)).rawValue
    })

  static let diff = Verb(
    name: "diff",
    summary: "Compare two runs: regressions, fixes and other changes",
    discussion: """
      Reads two event logs, such as those of two versions of a client. If each has one adapter, it compares these two under
      any name. The exit status is 1 if something regressed, 2 if something is no longer judged, and 65 if the logs cannot
      be compared.
      """,
    examples: [
      Example(command: "rogues diff before.jsonl after.jsonl", effect: "what changed between two runs"),
      Example(command: "rogues diff before.jsonl after.jsonl --json", effect: "the same, for programs"),
      Example(command: "rogues diff before.jsonl after.jsonl --html diff.html", effect: "and as a page"),
    ],
    flags: [.across, .json, .diffPage, .color],
    operand: Operand(usage: "BEFORE AFTER", kind: .files, maximum: 2, minimum: 2),
    run: { (invocation) async throws(UsageError) in
      let request = DiffRequest(
        before: invocation.operands[0], after: invocation.operands[1], across: invocation.has(.across),
        json: invocation.has(.json), page: invocation.value(.diffPage))
      return Gallery.diff(request, terminal: try Judging.terminal(invocation)).rawValue
    })

  static let baseline = Verb(
    name: "baseline",
    summary: "Update a baseline of known failures with the results of a run",
    discussion: """
      'update FILE' reads the event log of the last run, or the named logs. It removes fixed, obsolete and duplicate
      entries, and narrows patterns that match too much. It accepts new failures with --add only. Comments and the order of
      entries stay.
      """,
    examples: [
      Example(command: "rogues baseline update rogues-known.yaml", effect: "after a run with --baseline"),
      Example(
        command: "rogues baseline update rogues-known.yaml --add --why 'SEC-412'", effect: "accept what fails now"),
    ],
    flags: [.add, .why, .issue, .until, .catalogue],
    operand: Operand(usage: "update FILE [LOG...]", kind: .actions(["update"]), minimum: 2),
    run: { (invocation) async throws(UsageError) in
      guard invocation.operands[0] == "update" else {
        throw UsageError(
          "'baseline' does not know '\(invocation.operands[0])'", help: "such as: rogues baseline update FILE",
          verb: "baseline")
      }
      guard invocation.has(.add) == invocation.has(.why), invocation.value(.why)?.isEmpty != true else {
        throw UsageError("--add and --why belong together: a failure is accepted for a reason", verb: "baseline")
      }
      guard !invocation.has(.issue) || invocation.has(.add) else {
        throw UsageError("--issue is about failures that --add adds", verb: "baseline")
      }
      let until = try invocation.value(.until, as: "a day such as 2027-03-31") { Timestamp("\($0)T00:00:00Z") }
      let request = BaselineRequest(
        file: invocation.operands[1], logs: Array(invocation.operands.dropFirst(2)), why: invocation.value(.why),
        issue: invocation.value(.issue), until: until, catalogues: invocation.values(.catalogue))
      return Gallery.updateBaseline(request, terminal: try Judging.terminal(invocation)).rawValue
    })
}
