import RogueModel
import RoguesGallery

/// Every flag there is, once; verbs list the ones that they have.
extension Flag {
  static let adapter = Flag(
    "adapter", short: "a", value: .adapter("NAME"), repeats: true,
    "Validator to judge: a name, a path to a program or adapter.yaml, or - for the program that started this one "
      + "(may be repeated)")
  static let scenario = Flag(
    "scenario", short: "s", value: .text("PATTERN"), repeats: true,
    "Only these scenarios: 'trust/*', '**', an id, a file (may be repeated)")
  static let tag = Flag(
    "tag", short: "t", value: .text("TAGS"), repeats: true,
    "Only scenarios with these tags: 'a,b' means both, '!a' means without a; repeated flags are alternatives")
  static let skip = Flag(
    "skip", value: .text("PATTERN"), repeats: true,
    "Leave these scenarios or cases out; '!PATTERN' among the patterns means the same (may be repeated)")
  static let level = Flag(
    "level", value: .word("LEVEL", Level.allCases.map(\.rawValue)), "Only scenarios of at least this level")
  static let severity = Flag(
    "severity", value: .word("SEVERITY", Severity.allCases.map(\.rawValue)),
    "Only scenarios of at least this severity")
  static let profile = Flag(
    "profile", value: .profile("NAME"),
    "Only the scenarios of a profile (see: list --profiles)")
  static let profiles = Flag("profiles", "List the profiles: selections of scenarios for kinds of clients")
  static let findings = Flag("findings", "List the findings about clients; with -a NAME those about one")
  static let lastFailed = Flag("last-failed", "Only the cases that did not pass in the last run")
  static let failFast = Flag("fail-fast", "Stop at the first failure")
  static let repeats = Flag(
    "repeat", value: .text("N"), "Run each case N times; one whose verdicts differ is unstable, which fails")
  static let baseline = Flag(
    "baseline", value: .file("FILE"), "Known failures (YAML): only new failures fail, and entries that no longer occur")
  static let config = Flag(
    "config", value: .file("FILE"), "Settings (YAML) instead of the nearest rogues.yaml; none: no settings")
  static let door = Flag(
    "door", value: .word("DOOR", Gallery.adapterDoors),
    "How the harness runs the adapter: exec (default), session, recipe, swift")
  static let copiedFrom = Flag(
    "from", value: .text("NAME"),
    "Copy this adapter of the catalogue, such as okhttp, python-ssl or go-tls; or one for an app: android, ios, browser"
  )
  static let initAdapter = Flag(
    "adapter", value: .file("PATH"), "Take this adapter: a program, or a folder with an adapter.yaml")
  static let owner = Flag(
    "owner", value: .text("ACCOUNT"), "The GitHub account that has the release (default: the runner's image has it)")
  static let world = Flag("world", value: .text("NAME"), "The world of the new scenario (default: FAMILY-site)")
  static let folder = Flag("folder", value: .directory("DIR"), "Write into DIR (default: here)")
  static let shard = Flag(
    "shard", value: .text("I/N"),
    "Only the I-th of N parts of the plan; 'report' joins the logs (default: from the CI system's variables)")
  static let from = Flag("from", value: .text("VERSION"), "The first version to examine (default: the oldest release)")
  static let toVersion = Flag(
    "to", value: .text("VERSION"), "The last version to examine (default: the newest release)")
  static let pinsFrom = Flag(
    "from", value: .word("FORM", Gallery.pinFormats), "The form of FILE (default: detected from its content)")
  static let pinsTo = Flag("to", value: .word("FORM", Gallery.writtenPinFormats), "The form to write")
  static let pinsValue = Flag(
    "value", value: .text("NAME=VALUE"), repeats: true,
    "The value of a name that FILE uses and does not define, such as one of BuildConfig")
  static let position = Flag(
    "position", value: .word("PLACE", Gallery.pinPositions),
    "Which certificate the pins refer to, where FILE names no position (default: anywhere in the path)")
  static let host = Flag("host", value: .text("HOST"), "The pinned host, if FILE names none (curl)")
  static let grep = Flag(
    "grep", short: "g", value: .text("TEXT"), repeats: true,
    "Only scenarios about TEXT, in id, title, keyword, RFC or CVE (may be repeated: all must match)")
  static let axes = Flag(
    "axes",
    value: .open(
      "AXES",
      ["pairwise", "full"] + TLSVersion.allCases.map { "tls=\($0.rawValue)" }
        + KeyType.allCases.map { "key=\($0.rawValue)" }
        + ["policy=", "engine="]),
    "Combinations of TLS version, policy, key and engine: pairwise (default), full, tls=1.3,policy=NAME")
  static let jobs = Flag(
    "jobs", short: "j", value: .text("N"), "Attempts at once (default: two for each core, at least four)")
  static let timeout = Flag(
    "timeout", value: .text("TIME"), "Deadline of one attempt, such as 800ms or 5s (default: 5s)")
  static let seed = Flag(
    "seed", value: .text("TEXT"), "Repeat the certificates, plan and verdicts of a run (with --at also its bytes)")
  static let at = Flag("at", value: .text("MOMENT"), "The clock of the run, RFC 3339 in UTC (default: now)")
  static let artifacts = Flag(
    "artifacts", value: .directory("DIR"), "Keep the evidence of cases that did not pass in DIR")
  static let report = Flag(
    "report", value: .open("KIND=PATH", kindNames.map { "\($0)=" }), repeats: true,
    "Write a report; KIND is \(kinds); PATH - is standard output, of html it is a folder (may be repeated)")
  private static let kindNames = RunOptions.ReportRequest.Kind.allCases.map(\.rawValue)
  private static let kinds = kindNames.joined(separator: ", ")
  static let to = Flag(
    "to", value: .open("KIND=PATH", kindNames.map { "\($0)=" }), repeats: true,
    "The report to write; KIND is \(kinds); PATH - is standard output, of html it is a folder (may be repeated)")
  static let across = Flag("across", "Compare logs of other versions and catalogues, by the scenarios' names alone")
  static let add = Flag("add", "Add new failures; --why gives the reason")
  static let why = Flag("why", value: .text("TEXT"), "Why the added failures are accepted for now")
  static let issue = Flag("issue", value: .text("TEXT"), "Where the added failures are tracked, such as a URL")
  static let until = Flag(
    "until", value: .text("DATE"), "Last day of expired and added entries, such as 2027-03-31")
  static let log = Flag("log", value: .file("PATH"), "Write the event log (JSON Lines) to PATH; - is standard output")
  static let strict = Flag("strict", "Fail for a deviation too (refused, but for another reason or in another phase)")
  static let responderPort = Flag(
    "responder-port", value: .text("PORT"),
    "Fixed port of the revocation responders, so that a seed repeats the URLs in certificates")
  static let catalogue = Flag(
    "catalogue", value: .directory("DIR"), repeats: true,
    "Folder with Scenarios, Certs or Adapters to add to the built-in ones (default: searched upwards; may be repeated)")
  static let listenAt = Flag(
    "listen", value: .text("ADDRESS[:PORT]"),
    "The IPv4 address of this machine to listen at, and one port for all cases in turn (default: 127.0.0.1, for this machine only, and free ports)"
  )
  static let ownHost = Flag(
    "host", value: .text("NAME"), repeats: true,
    "The client's own host, instead of the worlds' (for a client that is built once; may be repeated)")
  static let page = Flag(
    "page", value: .text("ADDRESS[:PORT]"),
    "Show the run on a web page at this IPv4 address of this machine (default: no page)")
  static let roots = Flag(
    "roots", value: .file("FILE"),
    "The root of every world, with its key, which the client trusts; made if there is none (for a client that is built once)"
  )
  static let output = Flag(
    "output", short: "o", value: .directory("DIR"), "Where trust material and pins are written (default: rogues-serve)")
  static let all = Flag("all", "Show every scenario, including those that all clients pass")
  static let corpusAll = Flag("all", "Show every case, including those in which all agree")
  static let corpusResults = Flag(
    "results", value: .directory("DIR"),
    "Write NAME.json of each validator into DIR, in the results format of x509-limbo")
  static let corpusTable = Flag(
    "table", value: .file("FILE"), "Write the matrix of cases and validators to FILE as CSV")
  static let minutes = Flag("minutes", value: .text("N"), "End after N minutes")
  static let cases = Flag("cases", value: .text("N"), "End after N chains, those of shrinking included")
  static let foundFolder = Flag(
    "folder", value: .directory("DIR"), "Keep the finds and the state of the search in DIR (default: found)")
  static let diffPage = Flag("html", value: .file("FILE"), "Write the differences to FILE, as a page of its own")
  static let exportFormat = Flag(
    "format", value: .word("FORMAT", ExportRequest.Format.allCases.map(\.rawValue)), "The format (default: limbo)")
  static let exportFile = Flag("file", value: .file("FILE"), "Write into FILE (default: standard output)")
  static let notes = Flag("notes", "Explain every verdict")
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
  static let panel = Flag(
    "panel", value: .file("LOG"), "Read the event log of a comparison and count the ways in which its adapters differ")
  static let ids = Flag("ids", "Print only ids, one per line")
  static let adapters = Flag("adapters", "List the adapters instead of the scenarios")
  static let behaviours = Flag("behaviours", "List the behaviours: faults of a server's handshake")
  static let defects = Flag("defects", "List the defects: faults of a certificate")
  static let help = Flag("help", short: "h", "Show this help")

  /// The common flags of `run` and `compare`, in the order of help: frequent ones first.
  static let judging: [Flag] =
    choosing + [
      .axes, .jobs, .timeout, .seed, .at, .artifacts, .report, .log, .shard, .dryRun, .responderPort,
      .catalogue,
    ]

  /// Which scenarios, beside patterns.
  static let choosing: [Flag] = [.tag, .skip, .level, .severity, .profile]

  /// The groups of long lists, in the order of help; what belongs to none comes last.
  static let topics: [(title: String, flags: [Flag])] = [
    (
      "What is judged",
      [adapter, scenario] + choosing + [axes, lastFailed, shard, catalogue, config]
    ),
    ("Servers and certificates", [seed, at, roots, ownHost, listenAt, responderPort]),
    ("The client", [jobs, timeout, repeats]),
    ("What is shown and kept", [report, artifacts, log, page, dryRun, all, notes] + showing),
    ("What fails the run", [strict, baseline, failFast]),
  ]

  /// How things are shown.
  static let showing: [Flag] = [.verbose, .quiet, .color, .progress]
}
