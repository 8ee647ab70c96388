internal import RogueModel
internal import RogueYAML

/// The keys of `rogues.yaml`.
enum ProjectKeys {
  private static func texts(_ what: String) -> ValueParser<[String]> {
    .list(of: ValueParser<String>.text(what), "\(what)s")
  }

  static let adapters = Field(
    "adapters", texts("the name or path of an adapter"), "the validators to judge; a path is relative to this file")
  static let catalogues = Field(
    "catalogues", texts("a folder"), "repositories beside the built-in one (default: the nearest, upwards)")
  static let scenarios = Field(
    "scenarios", texts("a pattern"), "patterns of scenarios; those with '!' leave out (default: all, or the profile's)")
  static let skip = Field("skip", texts("a pattern"), "patterns of scenarios or cases that are left out")
  static let tags = Field("tags", texts("a tag expression"), "'a,b' means both, '!a' without a; alternatives")
  static let level = Field("level", ValueParser<Level>.word, "at least this level")
  static let severity = Field("severity", ValueParser<Severity>.word, "at least this severity")
  static let profile = Field("profile", .name, "a profile, which chooses scenarios and requires its musts")
  static let baseline = Field("baseline", .text("a path"), "the file of known failures")
  static let reports = Field(
    "reports", ValueParser<[(YAMLNode.Scalar, String)]>.map(keys: .names, of: .text("a path")),
    "reports by kind: {junit: results.xml}")
  static let artifacts = Field("artifacts", .text("a folder"), "the folder for the evidence of failures")
  static let strict = Field("strict", .flag, "a deviation fails as well")
  static let timeout = Field(
    "timeout-ms", .integer(1...3_600_000), "the deadline of one attempt, in milliseconds (default: 5000)")

  static let listen = Field(
    "listen", .text("an address"),
    "for a client that is built once: the address of this machine, and the port, that it connects to")
  static let host = Field("host", texts("a host"), "the hosts of such a client, in the place of the scenarios'")
  static let roots = Field("roots", .text("a path"), "the file with the roots that such a client has installed")

  static let table = Table(
    "project", subject: "rogues.yaml", "What a team runs by default; flags override it.",
    [
      adapters.key, catalogues.key, profile.key, scenarios.key, skip.key, tags.key, level.key, severity.key,
      baseline.key,
      reports.key, artifacts.key, strict.key, timeout.key, listen.key, host.key, roots.key,
    ])
}
