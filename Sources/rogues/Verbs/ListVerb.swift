import RoguesGallery

extension Verb {
  static let list = Verb(
    name: "list",
    summary: "List the scenarios of the catalogue, or the adapters",
    examples: [
      Example(command: "rogues list", says: "every scenario with its level, title and tags"),
      Example(command: "rogues list 'revocation/*' --json", says: "one family, for a program"),
      Example(command: "rogues list --adapters", says: "what can be judged, and whether it is installed"),
    ],
    flags: [.tag, .adapters, .ids, .json, .catalogue, .color],
    operand: Operand(usage: "[PATTERN...]", kind: .scenarios),
    run: { (invocation) async throws(UsageError) in
      guard !invocation.has(.ids) || !invocation.has(.json) else {
        throw UsageError("--ids and --json exclude each other", verb: "list")
      }
      let format: ListRequest.Format = invocation.has(.json) ? .json : invocation.has(.ids) ? .ids : .table
      let request = ListRequest(
        subject: invocation.has(.adapters) ? .adapters : .scenarios, format: format, patterns: invocation.operands,
        tags: invocation.values(.tag), catalogue: invocation.value(.catalogue))
      return Gallery.list(request, terminal: try Judging.terminal(invocation)).rawValue
    })
}
