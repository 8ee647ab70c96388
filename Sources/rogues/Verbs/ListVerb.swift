import RoguesGallery

extension Verb {
  static let list = Verb(
    name: "list",
    summary: "List scenarios, adapters, behaviours or defects",
    examples: [
      Example(command: "rogues list", says: "every scenario with its level, title and tags"),
      Example(command: "rogues list 'revocation/*' --json", says: "one family, for a program"),
      Example(command: "rogues list --adapters", says: "what can be judged, and whether it is installed"),
      Example(command: "rogues list --behaviours", says: "what servers can be made to do wrong, for server.behaviours"),
    ],
    flags: [.tag, .adapters, .behaviours, .defects, .ids, .json, .catalogue, .color],
    operand: Operand(usage: "[PATTERN...]", kind: .scenarios),
    run: { (invocation) async throws(UsageError) in
      guard !invocation.has(.ids) || !invocation.has(.json) else {
        throw UsageError("--ids and --json exclude each other", verb: "list")
      }
      let subjects: [(Flag, ListRequest.Subject)] = [
        (.adapters, .adapters), (.behaviours, .behaviours), (.defects, .defects),
      ]
      let chosen = subjects.filter { invocation.has($0.0) }
      guard chosen.count <= 1 else {
        let names = chosen.map { "--\($0.0.name)" }.joined(separator: " and ")
        throw UsageError("\(names) exclude each other", verb: "list")
      }
      let format: ListRequest.Format = invocation.has(.json) ? .json : invocation.has(.ids) ? .ids : .table
      let request = ListRequest(
        subject: chosen.first?.1 ?? .scenarios, format: format, patterns: invocation.operands,
        tags: invocation.values(.tag), catalogues: invocation.values(.catalogue))
      return Gallery.list(request, terminal: try Judging.terminal(invocation)).rawValue
    })
}
