/// Every verb, in the order of help: one new verb is one new file and one line here.
enum CommandTable {
  static let verbs: [Verb] = [
    .run, .compare, .bisect, .replay, .serve, .explore, .corpus, .export, .report, .diff, .baseline, .list, .explain,
    .coverage,
    .lint,
    .doctor, .start, .new, .pins, .schema, .completions, .man, .help, .version, .negativeControl, .clock,
  ]

  /// The listed verbs.
  static var shown: [Verb] { verbs.filter { !$0.isHidden } }

  /// Their names; separate from `verbs` because the help verb, which is one of them, lists them.
  static let names = [
    "run", "compare", "bisect", "replay", "serve", "explore", "corpus", "export", "report", "diff", "baseline", "list",
    "explain",
    "coverage",
    "lint", "doctor", "init", "new", "pins", "schema", "completions", "man", "help", "version",
  ]

  /// The groups of the command's help.
  static let groups: [(title: String, verbs: [String])] = [
    ("Judge", ["run", "compare", "bisect", "replay", "serve"]), ("Read event logs", ["report", "diff", "baseline"]),
    ("Search", ["explore"]), ("Exchange with other suites", ["corpus", "export"]),
    ("Look around", ["list", "explain", "coverage"]),
    ("Write scenarios and adapters", ["init", "new", "pins", "lint", "doctor", "schema"]),
    ("Set up", ["completions", "man", "help", "version"]),
  ]
}
