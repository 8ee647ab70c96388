import RoguesGallery

extension Verb {
  static let coverage = Verb(
    name: "coverage",
    summary: "Show the decision tables: factors, rules, and which cells are run",
    discussion: """
      A decision table computes the right answer from the values of its factors. Its cells are run like scenarios, by the
      table's id or with values: rogues run -a curl 'pin/table[host=below-2]'.

      --adapter shows how many of the chosen cells an adapter can run, and how many cells are added for it, because only
      they cover combinations that more capable adapters meet in other cells.

      --panel reads the event log of a comparison instead, and counts the combinations in which its adapters differ: what
      one accepts and another refuses.
      """,
    examples: [
      Example(command: "rogues coverage", effect: "every table"),
      Example(command: "rogues coverage pin/table --json", effect: "one of them, with every cell that is run"),
      Example(command: "rogues coverage pin/table -a curl", effect: "the cells for curl, which pins leaf keys"),
      Example(
        command: "rogues coverage --panel run.jsonl -a openssl -a nss", effect: "where these two differ in a run"),
    ],
    flags: [
      .panel,
      .adapter.with("Adapter whose cells to count: a name or a path; with --panel one of the log (may be repeated)"),
      .json, .catalogue, .color,
    ],
    operand: Operand(usage: "[TABLE...]", kind: .scenarios),
    run: { (invocation) async throws(UsageError) in
      if invocation.has(.panel), let first = invocation.operands.first {
        throw UsageError("--panel reads a log and takes no '\(first)'", verb: "coverage")
      }
      let request = CoverageRequest(
        tables: invocation.operands, panel: invocation.value(.panel), adapters: invocation.values(.adapter),
        json: invocation.has(.json), catalogues: invocation.values(.catalogue))
      return await Gallery.coverage(request, terminal: try Judging.terminal(invocation)).rawValue
    })
}
