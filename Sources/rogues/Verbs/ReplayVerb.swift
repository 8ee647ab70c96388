import RogueModel
import RoguesGallery

extension Verb {
  static let replay = Verb(
    name: "replay",
    summary: "Run a case of an event log again, with the same certificates",
    discussion: """
      Takes adapter, scenario, seed, clock and responder port from the log, so that the server presents the same bytes,
      on another machine too, and says whether it did and whether the verdict is the same. Only RSA keys are random: they
      are kept for each user. Paths in the log are relative to the folder in which that run was started.
      """,
    examples: [
      Example(
        command: "rogues replay events.jsonl 'trust/unknown-ca[tls=1.3,policy=system]'", says: "one case of a log"),
      Example(command: "rogues replay events.jsonl trust/unknown-ca -a ./client", says: "by a client at another path"),
    ],
    flags: [.adapter, .timeout, .artifacts, .log, .catalogue] + Flag.showing,
    operand: Operand(usage: "LOG ID", kind: .files, maximum: 2, minimum: 2),
    judges: true,
    run: { (invocation) async throws(UsageError) in
      let (log, id) = (invocation.operands[0], invocation.operands[1])
      let adapters = invocation.values(.adapter)
      guard adapters.count <= 1 else { throw UsageError("a case has one adapter", verb: "replay") }
      let (found, status) = Gallery.logged(id, adapter: adapters.first, in: log)
      guard let found else { return status.rawValue }
      guard case .run(_, let again) = try ArgumentParser(verbs: [.run]).parse(found.words) else {
        throw UsageError("the log has no command line for '\(id)'", verb: "replay")
      }
      var options = try Judging.options(.run, again)
      options.patterns = again.operands
      // A path says where the adapter of the log is now; a name says which one is meant.
      if let adapter = adapters.first, adapter != found.adapter { options.adapters = [adapter] }
      if !invocation.values(.catalogue).isEmpty { options.catalogues = invocation.values(.catalogue) }
      options.timeoutMilliseconds =
        try invocation.value(.timeout, as: "a time such as 800ms, 5s or 2m", Values.milliseconds)
        ?? options.timeoutMilliseconds
      options.artifacts = invocation.value(.artifacts)
      options.log = invocation.value(.log)
      options.arguments = invocation.arguments
      options.replays = found
      return await Gallery.run(options, terminal: try Judging.terminal(invocation)).rawValue
    })
}
