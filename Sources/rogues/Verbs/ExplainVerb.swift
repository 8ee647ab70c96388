import RogueModel
import RoguesGallery

extension Verb {
  static let explain = Verb(
    name: "explain",
    summary: "Explain a scenario: its world, its one mutation, what each side should see",
    examples: [
      Example(command: "rogues explain trust/rogue-ca-in-system-store", effect: "one scenario, its world drawn"),
      Example(command: "rogues explain 'rotation/*'", effect: "all scenarios of a family"),
    ],
    flags: [.axes, .json, .catalogue, .color],
    operand: Operand(usage: "ID...", kind: .scenarios, minimum: 1),
    run: { (invocation) async throws(UsageError) in
      let axes =
        try invocation.value(
          .axes, as: "a choice of axes: pairwise, full, or such as tls=1.3", AxesSelection.init(text:))
        ?? .pairwise
      let request = ExplainRequest(
        ids: invocation.operands, axes: axes, json: invocation.has(.json), catalogues: invocation.values(.catalogue))
      return Gallery.explain(request, terminal: try Judging.terminal(invocation)).rawValue
    })
}
