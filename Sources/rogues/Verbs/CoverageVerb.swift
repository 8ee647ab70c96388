import RoguesGallery

extension Verb {
  static let coverage = Verb(
    name: "coverage",
    summary: "Show the decision tables: factors, rules, and which cells are run",
    discussion: """
      A decision table computes the right answer from the values of its factors. Its cells are run like scenarios, by the
      table's id or with values: rogues run -a curl 'pin/table[host=below-2]'.

      --panel reads the event log of a comparison instead, and counts the combinations in which its adapters differ: what
      one accepts and another refuses.
      """,
    examples: [
      Example(command: "rogues coverage", says: "every table"),
      Example(command: "rogues coverage pin/table --json", says: "one of them, with every cell that is run"),
      Example(command: "rogues coverage --panel run.jsonl -a openssl -a nss", says: "where these two differ in a run"),
    ],
    flags: [.panel, .adapter, .json, .catalogue, .color],
    operand: Operand(usage: "[TABLE...]", kind: .scenarios),
    run: { (invocation) async throws(UsageError) in
      if invocation.has(.panel), let first = invocation.operands.first {
        throw UsageError("--panel reads a log and takes no '\(first)'", verb: "coverage")
      }
      if !invocation.has(.panel), let name = invocation.values(.adapter).first {
        throw UsageError("--adapter '\(name)' is for --panel", help: "such as: --panel run.jsonl", verb: "coverage")
      }
      let request = CoverageRequest(
        tables: invocation.operands, panel: invocation.value(.panel), adapters: invocation.values(.adapter),
        json: invocation.has(.json), catalogues: invocation.values(.catalogue))
      return Gallery.coverage(request, terminal: try Judging.terminal(invocation)).rawValue
    })
}
