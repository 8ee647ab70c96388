import RoguesGallery

extension Verb {
  static let list = Verb(
    name: "list",
    summary: "List scenarios, adapters, findings, behaviours or defects",
    examples: [
      Example(command: "rogues list", effect: "every scenario with its level, title and tags"),
      Example(command: "rogues list 'revocation/*' --json", effect: "one family, as JSON"),
      Example(
        command: "rogues list --grep EKU", effect: "scenarios about extendedKeyUsage; also 'CRL DP', 'RFC 6962', CVEs"),
      Example(command: "rogues list --profiles", effect: "selections for kinds of clients, with their sizes"),
      Example(command: "rogues list --findings -a okhttp", effect: "what one client is known to do wrong"),
      Example(command: "rogues list --adapters", effect: "every adapter, and whether it is installed"),
      Example(command: "rogues list --behaviours", effect: "the faults of a handshake, for server.behaviours"),
    ],
    flags: Flag.choosing + [
      .grep, .adapters, .behaviours, .defects, .profiles, .findings,
      .adapter.with("Only the findings about this adapter, with --findings (may be repeated)"), .ids, .json, .catalogue,
      .color,
    ],
    operand: Operand(usage: "[PATTERN...]", kind: .scenarios),
    run: { (invocation) async throws(UsageError) in
      guard !invocation.has(.ids) || !invocation.has(.json) else {
        throw UsageError("--ids and --json exclude each other", verb: "list")
      }
      let subjects: [(Flag, ListRequest.Subject)] = [
        (.adapters, .adapters), (.behaviours, .behaviours), (.defects, .defects), (.profiles, .profiles),
        (.findings, .findings),
      ]
      let chosen = subjects.filter { invocation.has($0.0) }
      guard chosen.count <= 1 else {
        let names = chosen.map { "--\($0.0.name)" }.joined(separator: " and ")
        throw UsageError("\(names) exclude each other", verb: "list")
      }
      if let subject = chosen.first, invocation.has(.grep) {
        throw UsageError("--grep searches scenarios, and --\(subject.0.name) does not list them", verb: "list")
      }
      guard !invocation.has(.adapter) || invocation.has(.findings) else {
        throw UsageError("--adapter chooses findings: rogues list --findings --adapter NAME", verb: "list")
      }
      let format: ListRequest.Format = invocation.has(.json) ? .json : invocation.has(.ids) ? .ids : .table
      let request = ListRequest(
        subject: chosen.first?.1 ?? .scenarios, format: format, patterns: invocation.operands,
        tags: invocation.values(.tag), choice: Judging.choice(invocation), terms: invocation.values(.grep),
        adapters: invocation.values(.adapter),
        catalogues: invocation.values(.catalogue))
      return Gallery.list(request, terminal: try Judging.terminal(invocation)).rawValue
    })
}
