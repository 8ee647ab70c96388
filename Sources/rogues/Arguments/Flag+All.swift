import RoguesGallery

/// Every flag there is, once; verbs list the ones that they have.
extension Flag {
  static let adapter = Flag(
    "adapter", short: "a", value: .adapter("NAME"), repeats: true,
    "Validator to judge: a name, or a path to a program or adapter.yaml (may be repeated)")
  static let scenario = Flag(
    "scenario", short: "s", value: .text("PATTERN"), repeats: true,
    "Only these scenarios: 'trust/*', '**', an id, a file (may be repeated)")
  static let tag = Flag(
    "tag", short: "t", value: .text("TAGS"), repeats: true,
    "Only scenarios with these tags: 'a,b' is both, '!a' is not a; repeated flags are alternatives")
  static let axes = Flag(
    "axes", value: .text("AXES"),
    "Combinations of TLS version, policy, key and engine: pairwise (default), full, tls=1.3,policy=NAME")
  static let jobs = Flag(
    "jobs", short: "j", value: .text("N"), "Attempts at once (default: two for each core, at least four)")
  static let timeout = Flag(
    "timeout", value: .text("TIME"), "Deadline of one attempt, such as 800ms or 5s (default: 5s)")
  static let seed = Flag(
    "seed", value: .text("TEXT"), "Repeat certificates, plan and verdicts of a run (its bytes too with --at)")
  static let at = Flag("at", value: .text("MOMENT"), "The clock of the run, RFC 3339 in UTC (default: now)")
  static let artifacts = Flag(
    "artifacts", value: .directory("DIR"), "Keep the evidence of cases that did not pass in DIR")
  static let report = Flag(
    "report", value: .text("KIND=PATH"), repeats: true,
    "Write a report; KIND is junit, PATH - is standard output (may be repeated)")
  static let log = Flag("log", value: .file("PATH"), "Write the event log (JSON Lines) to PATH; - is standard output")
  static let strict = Flag("strict", "A deviation (right answer, other reason or phase) fails as well")
  static let responderPort = Flag(
    "responder-port", value: .text("PORT"),
    "Fixed port of the revocation responders, so that a seed repeats embedded URLs")
  static let catalogue = Flag(
    "catalogue", value: .directory("DIR"), repeats: true,
    "Folder with Scenarios, Certs or Adapters beside the built-in ones (default: looked for; may be repeated)")
  static let verbose = Flag("verbose", short: "v", "Show every case")
  static let quiet = Flag("quiet", short: "q", "Show the summary only")
  static let color = Flag(
    "color", value: .word("WHEN", TerminalOptions.Color.allCases.map(\.rawValue)),
    "Colour: auto (default), always, never")
  static let progress = Flag(
    "progress", value: .word("HOW", TerminalOptions.Progress.allCases.map(\.rawValue)),
    "Progress on standard error: auto (default), plain, none")
  static let dryRun = Flag("dry-run", short: "n", "Print what would run, and run nothing")
  static let json = Flag("json", "Print JSON")
  static let ids = Flag("ids", "Print ids only, one a line")
  static let adapters = Flag("adapters", "List the adapters instead of the scenarios")
  static let behaviours = Flag("behaviours", "List what servers can be made to do wrong")
  static let defects = Flag("defects", "List what certificates can have wrong")
  static let help = Flag("help", short: "h", "Show this help")

  /// What `run` and `compare` share, in the order of help: common ones first.
  static let judging: [Flag] = [
    .tag, .axes, .jobs, .timeout, .seed, .at, .artifacts, .report, .log, .dryRun, .responderPort, .catalogue,
  ]

  /// How things are shown.
  static let showing: [Flag] = [.verbose, .quiet, .color, .progress]
}
