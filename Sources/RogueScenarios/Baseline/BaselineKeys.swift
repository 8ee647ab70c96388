internal import RogueModel
internal import RogueYAML

/// The keys of a baseline.
enum BaselineKeys {
  static let known = Field(
    "known", Shape<[BaselineDraft]>.list(of: BaselineEntryKeys.shape, "known failures"), required: true,
    "the failures that are accepted for now")

  static let table = Table(
    "baseline", subject: "a baseline", "Failures that a team knows of and accepts for now.", [known.key])
}

/// One entry as it is written, before it is known what its pattern fits.
struct BaselineDraft {
  var scenario: YAMLNode.Scalar
  var adapter: YAMLNode.Scalar
  var verdict: Verdict
  var why: String
  var issue: String?
  var since: Timestamp?
  var until: Timestamp?
  var versions: VersionRange?
}

enum BaselineEntryKeys {
  static let scenario = Field(
    "scenario", .scalar("an id or a pattern"), required: true,
    "an id, with a bracket where only some cases fail: family/name[tls=1.2]; or a pattern for up to twenty scenarios")
  static let adapter = Field("adapter", .scalar("the name of an adapter"), required: true, "the adapter's name")
  static let verdict = Field(
    "verdict", Shape<Verdict>.words(BaselineEntry.acceptable), required: true, "how it fails; another failure is new")
  static let why = Field("why", .prose, required: true, "why the failure is accepted for now")
  static let issue = Field("issue", .line, "where it is tracked, such as a URL")
  static let since = Field("since", .day, "the day on which it was found, such as 2026-11-24")
  static let until = Field("until", .day, "the last day on which it is accepted")
  static let versions = Field("versions", .versions, "the client's versions that fail, such as 7.88 or 3.0-3.5")

  static let table = Table(
    "known-failure", subject: "a known failure", "A failure that is accepted for now.",
    [scenario.key, adapter.key, verdict.key, why.key, issue.key, since.key, until.key, versions.key])

  static let shape = Shape<BaselineDraft>.table(table) { entries in
    if case .scalar(let word)? = entries.node(verdict), word.text == Verdict.error.rawValue {
      entries.reader.report(
        at: word.position, "an adapter that crashes, hangs or breaks the contract is never accepted",
        help: "exclude the scenario instead, visibly: --skip, or skip in rogues.yaml")
      return nil
    }
    let (since, until) = (entries[since], entries[until])
    if let since, let until, until < since {
      entries.reader.report(at: entries.position(Self.until), "the last day is before the first one")
    }
    guard let scenario = entries[scenario], let adapter = entries[adapter], let verdict = entries[verdict],
      let why = entries[why]
    else { return nil }
    return BaselineDraft(
      scenario: scenario, adapter: adapter, verdict: verdict, why: why, issue: entries[issue], since: since,
      until: until, versions: entries[versions])
  }
}

extension Shape where Value == Timestamp {
  /// A day, as midnight in UTC.
  static var day: Shape {
    let form = Form.text(what: "a day such as 2026-11-24", pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$")
    return Shape(form) { node, reader in
      guard case .scalar(let scalar) = node, scalar.text.utf8.count == 10,
        let day = Timestamp("\(scalar.text)T00:00:00Z")
      else { return reader.mismatch(node, form) }
      return day
    }
  }
}
