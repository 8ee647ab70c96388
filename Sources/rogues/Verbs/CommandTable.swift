/// Every verb, in the order of help: one new verb is one new file and one line here.
enum CommandTable {
  static let verbs: [Verb] = [
    .run, .compare, .list, .explain, .coverage, .mutants, .lint, .doctor, .schema, .completions, .man, .help, .version,
    .negativeControl,
  ]

  /// The verbs that people are told about.
  static var shown: [Verb] { verbs.filter { !$0.isHidden } }

  /// Their names; stands apart from `verbs` because the help verb, which is one of them, lists them.
  static let names = [
    "run", "compare", "list", "explain", "coverage", "mutants", "lint", "doctor", "schema", "completions", "man",
    "help",
    "version",
  ]

  /// The groups of the command's help.
  static let groups: [(title: String, verbs: [String])] = [
    ("Judge", ["run", "compare"]), ("Look around", ["list", "explain", "coverage", "mutants"]),
    ("Write scenarios and adapters", ["lint", "doctor", "schema"]),
    ("Set up", ["completions", "man", "help", "version"]),
  ]
}
