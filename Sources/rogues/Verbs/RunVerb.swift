import RogueModel
import RoguesGallery

extension Verb {
  /// Judges and gates, for CI.
  static let run = Verb(
    name: "run",
    summary: "Judge validators, and fail if one gets a scenario wrong",
    discussion: """
      Starts a rogue server for each case, lets the validator connect, and judges its report together with the server's
      record. A pattern with ! in front excludes its matches.

      Without patterns and profile, it runs every scenario and no cell of a decision table; '--profile full' adds the
      cells. The last lines say what a run covered, and so does "coverage" in the first line of its log.

      The nearest rogues.yaml, from the working folder upwards, has the settings that the command line leaves out.
      """,
    examples: [
      Example(command: "rogues run --adapter curl", effect: "judge curl with every scenario"),
      Example(command: "rogues run --adapter curl 'trust/*'", effect: "only one family"),
      Example(
        command: "rogues run -a ./my-client --profile core --strict", effect: "your own program; deviations fail too"),
      Example(command: "rogues run -a curl --report junit=out.xml", effect: "with a report for CI"),
      Example(command: "rogues run -a curl --level must '!session/*'", effect: "binding scenarios, without a family"),
      Example(command: "rogues run -a curl --baseline rogues-known.yaml", effect: "fail for new failures only"),
    ],
    flags: [.adapter]
      + Flag.judging.replacing(
        .profile.with("Only the scenarios of a profile; fails if the adapter lacks a must of it (see: list --profiles)")
      )
      + [
        .strict, .baseline, .failFast, .lastFailed, .repeats, .listenAt, .ownHost, .roots, .page, .config,
      ]
      + Flag.showing,
    operand: Operand(usage: "[PATTERN...]", kind: .scenarios),
    judges: true, gates: true,
    run: { (invocation) async throws(UsageError) in
      var options = try Judging.options(.run, invocation)
      options.patterns = invocation.operands
      options.listen = try invocation.value(.listenAt, as: Values.listenWords, Values.listen)
      options.page = try invocation.value(.page, as: Values.listenWords, Values.listen)
      options.hosts = invocation.values(.ownHost)
      options.roots = invocation.value(.roots)
      let terminal = try Judging.terminal(invocation)
      if let status = Gallery.complete(&options, named: invocation.value(.config)) { return status.rawValue }
      guard !options.adapters.isEmpty else {
        if let meant = options.patterns.first(where: { Gallery.isInstalled($0, options.catalogues) }) {
          let command = (["rogues run --adapter \(meant)"] + options.patterns.filter { $0 != meant }).joined(
            separator: " ")
          throw UsageError(
            "'run' takes scenarios, and '\(meant)' is an adapter", help: "did you mean: \(command)", verb: "run")
        }
        throw UsageError(
          "'run' needs a validator to judge: --adapter NAME",
          help: options.usesProject
            ? "rogues.yaml has no 'adapters:'; name one there or here ('rogues list --adapters'), or run 'swift test' if Swift tests "
              + "judge your handler" : Gallery.adapterChoice(catalogues: options.catalogues), verb: "run")
      }
      if let status = Gallery.chooseShard(&options) { return status.rawValue }
      return await Gallery.run(options, terminal: terminal).rawValue
    })
}
