import RoguesGallery

extension Verb {
  static let lint = Verb(
    name: "lint",
    summary: "Check scenario, world and adapter files, and show each error with its position",
    discussion: """
      Without files, it checks the whole catalogue. Each finding has line and column, and suggests the nearest known word.
      The exit status is 65 if there is an error.
      """,
    examples: [
      Example(command: "rogues lint", effect: "the whole catalogue"),
      Example(
        command: "rogues lint Scenarios/trust/mine.yaml", effect: "one file, against the worlds of the catalogue"),
    ],
    flags: [.json, .catalogue, .color],
    operand: Operand(usage: "[FILE...]", kind: .files),
    run: { (invocation) async throws(UsageError) in
      let request = LintRequest(
        files: invocation.operands, json: invocation.has(.json), catalogues: invocation.values(.catalogue))
      return Gallery.lint(request, terminal: try Judging.terminal(invocation)).rawValue
    })
}
