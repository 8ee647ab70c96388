import RogueModel
import RoguesGallery

extension Verb {
  /// Measures the catalogue, not a validator.
  static let mutants = Verb(
    name: "mutants",
    summary: "Show which scenario catches which mutant",
    discussion: """
      A mutant is a validator or a client with one mistake. The built-in ones are judged like any adapter, in process.
      Without patterns they run the whole catalogue, which takes a quarter of an hour; mutants of TLS, redirects and
      sessions need only their families.

      A mutant survives if no scenario of level must or should fails it. A scenario is idle if no mutant falls for its rogue.
      Neither changes the exit status.
      """,
    examples: [
      Example(command: "rogues mutants 'pin/*' 'rotation/*'", says: "which mutants the pin scenarios catch"),
      Example(command: "rogues mutants own/rogue-ca", says: "what a scenario of your own catches"),
      Example(command: "rogues mutants -a mutant-ignores-crls 'revocation/*' --json", says: "one, as JSON"),
    ],
    flags: [
      .adapter, .tag, .axes, .jobs, .timeout, .seed, .at, .log, .responderPort, .catalogue, .json, .quiet, .color,
      .progress,
    ],
    operand: Operand(usage: "[SCENARIO...]", kind: .scenarios),
    judges: true,
    run: { (invocation) async throws(UsageError) in
      var options = try Judging.options(.compare, invocation)
      if options.adapters.isEmpty { options.adapters = Gallery.mutantNames }
      if let other = options.adapters.first(where: { !Gallery.mutantNames.contains($0) }) {
        throw UsageError(
          "'\(other)' is not a mutant", help: "rogues list --adapters --json names them: mutant-…", verb: "mutants")
      }
      options.patterns = invocation.operands
      var terminal = try Judging.terminal(invocation)
      terminal.mutants = invocation.has(.json) ? .json : .text
      return await Gallery.run(options, terminal: terminal).rawValue
    })
}
