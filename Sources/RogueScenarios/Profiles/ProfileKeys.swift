internal import RogueModel

/// The keys of a file `Scenarios/profiles/NAME.yaml`.
enum ProfileKeys {
  static let profile = Field("profile", .name, required: true, "the name of its file")
  static let title = Field("title", .line, required: true, "one line: for what kind of client")
  static let text = Field("text", .prose, required: true, "its users, and what it leaves out")
  static let scenarios = Field(
    "scenarios", .list(of: ValueParser<String>.text("a pattern of scenarios"), "patterns"),
    "ids or patterns; those with '!' take scenarios out (default: all)")
  static let tables = Field(
    "tables", .list(of: ValueParser<String>.text("a pattern of decision tables"), "patterns"),
    "decision tables whose cells run as well: 'pin/*', '**' for all, 'pin/table[host=below-2]' (default: none)")
  static let misses = Field(
    "misses", .prose, "what a validator may get wrong all the same; said where a run of the profile ends")
  static let tags = Field(
    "tags", .list(of: ValueParser<String>.text("tags"), "tag expressions"),
    "'a,b' means both, '!a' without a; alternatives")
  static let requires = Field(
    "requires", .list(of: ValueParser<String>.text("a capability"), "capabilities"),
    "capabilities that a client of this kind has, 'pin.*' for one that begins so; scenarios that need others may be "
      + "unsupported (default: every scenario of level must needs a case that is judged)")
  static let level = Field("level", ValueParser<Level>.word, "at least this level")
  static let severity = Field("severity", ValueParser<Severity>.word, "at least this severity")
  static let controls = Field(
    "controls", ValueParser<[Profile.Control]>.list(of: ControlKeys.shape, "controls"),
    "requirements of others, and the scenarios that test them")

  static let table = Table(
    "profile", subject: "a profile", "A named choice of scenarios for one kind of client.",
    [
      profile.key, title.key, text.key, misses.key, scenarios.key, tables.key, tags.key, requires.key, level.key,
      severity.key,
      controls.key,
    ])
}

enum ControlKeys {
  static let id = Field("id", .line, required: true, "as its authors call it, such as MASVS-NETWORK-2")
  static let title = Field("title", .line, required: true, "as its authors call it")
  static let scenarios = Field(
    "scenarios", .list(of: ValueParser<String>.text("a pattern of scenarios"), minimum: 1, "patterns"), required: true,
    "the scenarios of the profile that test it")

  static let table = Table(
    "control", subject: "a control", "A requirement of a published standard.", [id.key, title.key, scenarios.key])

  static let shape = ValueParser<Profile.Control>.table(table) { entries in
    guard let id = entries[id], let title = entries[title], let scenarios = entries[scenarios] else { return nil }
    return Profile.Control(id: id, title: title, scenarios: scenarios)
  }
}
