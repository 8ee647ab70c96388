import RoguesGallery

extension Verb {
  static let coverage = Verb(
    name: "coverage",
    summary: "Show the decision tables: factors, rules, and which cells are run",
    discussion: """
      A decision table computes the right answer from the values of its factors. Its cells are run like scenarios, by the
      table's id or with values: rogues run -a curl -s 'pin/table[host=below-2]'.
      """,
    examples: [
      Example(command: "rogues coverage", says: "every table"),
      Example(command: "rogues coverage pin/table --json", says: "one of them, with every cell that is run"),
    ],
    flags: [.json, .catalogue, .color],
    operand: Operand(usage: "[TABLE...]", kind: .scenarios),
    run: { (invocation) async throws(UsageError) in
      let request = CoverageRequest(
        tables: invocation.operands, json: invocation.has(.json), catalogues: invocation.values(.catalogue))
      return Gallery.coverage(request, terminal: try Judging.terminal(invocation)).rawValue
    })
}
