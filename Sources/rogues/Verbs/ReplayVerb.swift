import RogueModel
import RoguesGallery

extension Verb {
  static let replay = Verb(
    name: "replay",
    summary: "Run a case of an event log again, with the same certificates",
    discussion: """
      Takes adapter, scenario, seed, clock and responder port from the log, so the server presents the same bytes, also on
      another machine, and reports whether the bytes and the verdict are the same. Only RSA keys are random; they are kept
      for each user. Paths in the log are relative to the folder in which that run started.

      A log is untrusted data: it starts no program and writes no file. If its adapter is a program or a folder, or its
      run used another catalogue, name them on the command line.
      """,
    examples: [
      Example(
        command: "rogues replay events.jsonl 'trust/unknown-ca[tls=1.3,policy=system]'", effect: "one case of a log"),
      Example(
        command: "rogues replay events.jsonl trust/unknown-ca -a ./client", effect: "by a client at another path"),
    ],
    flags: [
      .adapter.with("Adapter of the case: its name in the log, or its path here (default: the only one of the case)"),
      .timeout, .artifacts, .log, .catalogue,
    ] + Flag.showing,
    operand: Operand(usage: "LOG ID", kind: .files, maximum: 2, minimum: 2),
    judges: true,
    run: { (invocation) async throws(UsageError) in
      let (log, id) = (invocation.operands[0], invocation.operands[1])
      let adapters = invocation.values(.adapter)
      guard adapters.count <= 1 else { throw UsageError("a case has one adapter", verb: "replay") }
      let (found, status) = Gallery.logged(id, adapter: adapters.first, in: log)
      guard let found else { return status.rawValue }
      let again = try logged(found.words, of: id)
      var options = try Judging.options(.run, again)
      options.patterns = again.operands
      // Conditions other than verdicts do not apply.
      options.baseline = nil
      options.catalogues = invocation.values(.catalogue)
      if let catalogue = again.values(.catalogue).first, options.catalogues.isEmpty {
        throw UsageError(
          "the log names the catalogue \(shown(catalogue)), in which adapters are; a log starts no program",
          help: "if you trust it: --catalogue \(shown(catalogue))", verb: "replay")
      }
      // A path is the present place of the log's adapter; a name selects one of several.
      if let adapter = adapters.first, adapter != found.adapter {
        options.adapters = [adapter]
      } else if let adapter = options.adapters.first(where: { !Gallery.isInstalled($0, options.catalogues) }) {
        throw UsageError(
          "the log names the adapter \(shown(adapter)), which is no name of one that is installed; a log starts no program",
          help: "say where it is: --adapter \(adapter.contains("/") ? shown(adapter) : "./client")", verb: "replay")
      }
      options.timeoutMilliseconds =
        try invocation.value(.timeout, as: "a time such as 800ms, 5s or 2m", Values.milliseconds)
        ?? options.timeoutMilliseconds
      options.artifacts = invocation.value(.artifacts)
      options.log = invocation.value(.log)
      options.arguments = invocation.arguments
      options.replays = found
      return await Gallery.run(options, terminal: try Judging.terminal(invocation)).rawValue
    })

  /// The command line of a case, as far as a log may decide it.
  private static func logged(_ words: [String], of id: String) throws(UsageError) -> Invocation {
    let known = Verb(
      name: run.name, summary: run.summary,
      flags: [
        .adapter, .seed, .axes, .at, .timeout, .responderPort, .strict, .repeats, .catalogue, .config, .baseline,
      ], operand: run.operand, run: run.run)
    do throws(UsageError) {
      guard case .run(_, let invocation) = try ArgumentParser(verbs: [known]).parse(words) else {
        throw UsageError("it names no verb but 'run'")
      }
      guard invocation.values(.adapter).count == 1 else { throw UsageError("it does not name one adapter") }
      return invocation
    } catch {
      throw UsageError(
        "the log's command line for \(shown(id)) is not one that a run writes: \(Gallery.printable(error.message))",
        verb: "replay")
    }
  }

  /// A word of a log, for the terminal.
  private static func shown(_ word: String) -> String { "'\(Gallery.printable(word))'" }
}
