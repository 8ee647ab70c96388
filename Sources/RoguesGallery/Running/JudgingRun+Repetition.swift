internal import RogueModel
internal import RogueRunner

extension JudgingRun {
  /// The command line of one case of this run.
  ///
  /// - Parameter adapters: the adapters' names on the command line, by their own names.
  func repetition(adapters: [String: String]) -> Repetition {
    var flags: [String] = []
    if let at = options.at { flags += ["--at", "\(at)"] }
    if let milliseconds = options.timeoutMilliseconds { flags += ["--timeout", "\(milliseconds)ms"] }
    if let port = options.responderPort { flags += ["--responder-port", "\(port)"] }
    if let listen = options.listen { flags += ["--listen", listen.text] }
    for host in options.hosts { flags += ["--host", host] }
    if let roots = options.roots { flags += ["--roots", roots] }
    if options.strict { flags.append("--strict") }
    // All its output is here.
    if options.usesProject { flags += ["--config", "none"] }
    if options.repeats > 1 { flags += ["--repeat", "\(options.repeats)"] }
    if let baseline = options.baseline { flags += ["--baseline", baseline] }
    for catalogue in Catalogues.named(options.catalogues) { flags += ["--catalogue", catalogue] }
    return Repetition(
      program: options.program, flags: flags, adapters: adapters,
      files: Set(options.patterns.filter(Listing.isFile)))
  }
}
