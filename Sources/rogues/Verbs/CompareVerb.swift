import RogueModel
import RoguesGallery

extension Verb {
  /// Puts validators side by side; informs, never gates.
  static let compare = Verb(
    name: "compare",
    summary: "Judge validators side by side, and print the matrix",
    discussion: """
      Without names, it compares every adapter whose program is installed; it runs the negative controls (accept-all,
      crashes and the like) only if you name them. The exit status is 0 if everything was judged, whatever the verdicts.
      """,
    examples: [
      Example(command: "rogues compare", effect: "every client on this machine"),
      Example(command: "rogues compare curl openssl python-ssl", effect: "these three"),
      Example(command: "rogues compare urllib3@1.26,2.0", effect: "two versions of a package"),
      Example(command: "rogues compare curl@/opt/curl-8/bin/curl curl", effect: "a program beside the usual one"),
      Example(command: "rogues compare --scenario 'trust/*'", effect: "only one family"),
    ],
    flags: [.scenario, .adapter] + Flag.judging + [
      .all, .notes, .config.with("Settings (YAML) where the command line has none (default: none)"),
    ] + Flag.showing,
    operand: Operand(usage: "[ADAPTER...]", kind: .adapters),
    judges: true, gates: true,
    run: { (invocation) async throws(UsageError) in
      var options = try Judging.options(.compare, invocation)
      options.adapters += invocation.operands
      options.patterns = invocation.values(.scenario)
      let terminal = try Judging.terminal(invocation)
      if let path = invocation.value(.config) {
        if let status = Gallery.complete(&options, named: path) { return status.rawValue }
        // A comparison never gates.
        (options.baseline, options.strict) = (nil, false)
      }
      if let status = Gallery.chooseShard(&options) { return status.rawValue }
      return await Gallery.run(options, terminal: terminal).rawValue
    })
}
