internal import RogueModel

/// The keys of a file `Scenarios/FAMILY/family.yaml`.
enum FamilyKeys {
  static let family = Field("family", .name, required: true, "the name of the folder that its file is in")
  static let title = Field("title", .line, required: true, "what its scenarios are about, in a few words")
  static let fix = Field(
    "fix", FixKeys.shape, required: true, "what to change in the client's code, by what went wrong")

  static let table = Table(
    "family", subject: "a family", "What the scenarios of a family have in common.",
    [family.key, title.key, fix.key])
}

enum FixKeys {
  /// The verdicts with possible advice.
  static let verdicts = Verdict.allCases.filter(\.isReproducible)

  static let fields = verdicts.map { verdict in
    Field(verdict.rawValue, .prose, "one to three sentences after a \(verdict.rawValue): what to change")
  }

  static let table = Table(
    "fix", subject: "the fixes", "What to change in the client's code.", fields.map(\.key))

  static let shape = ValueParser<[Verdict: String]>.table(table) { entries in
    var fixes: [Verdict: String] = [:]
    for (verdict, field) in zip(verdicts, fields) { fixes[verdict] = entries[field] }
    return fixes
  }
}
