internal import RogueModel
internal import RogueYAML

/// The keys of a file in `Findings`.
enum FindingKeys {
  static let finding = Field("finding", .name, required: true, "the name of its file")
  static let title = Field("title", .line, required: true, "one line: who does what; its heading and its anchor")
  static let kind = Field("kind", Shape<KnownFailure.Kind>.word, required: true, "the party at fault")
  static let happens = Field(
    "happens", Shape<[OccurrenceDraft]>.list(of: OccurrenceKeys.shape, minimum: 1, "occurrences"), required: true,
    "which clients get which verdict in which scenarios; tests check each of them")
  static let text = Field("text", .prose, required: true, "what happens and why, in Markdown")
  static let commands = Field("commands", .prose, "shell commands that show it without this project")
  static let withoutCommands = Field(
    "without-commands", .line, "why there are no such commands; exactly one of the two is given")
  static let afterwards = Field("afterwards", .prose, "what follows the commands, in Markdown")

  static let table = Table(
    "finding", subject: "a finding", "A failure of real clients that has been analysed.",
    [
      finding.key, title.key, kind.key, happens.key, text.key, commands.key, withoutCommands.key, afterwards.key,
    ])
}

/// One occurrence as it is written, before it is known what its patterns fit.
struct OccurrenceDraft {
  var clients: [(YAMLNode.Scalar, VersionRange)]
  var stacks: [(YAMLNode.Scalar, VersionRange)]
  var exceptions: [YAMLNode.Scalar]
  var verdicts: Set<Verdict>
  var reason: Reason?
  var scenarios: [YAMLNode.Scalar]
  var cells: [YAMLNode.Scalar]
}

enum OccurrenceKeys {
  static let clients = Field(
    "clients", Shape<[(YAMLNode.Scalar, VersionRange)]>.map(keys: .names, of: .versions),
    "adapters, and the versions that it was seen in: {curl: 7.88, openssl: 3.0-3.5}")
  static let stacks = Field(
    "stacks", Shape<[(YAMLNode.Scalar, VersionRange)]>.map(keys: .names, of: .versions),
    "stacks of which every client does it, and their versions: {openssl: 3.0-3.5}")
  static let exceptions = Field(
    "except", .list(of: Shape<YAMLNode.Scalar>.nameWithPlace, minimum: 1, "adapters"),
    "adapters whose clients are made of the stacks and do not do it")
  static let verdict = Field(
    "verdict", Shape<[Verdict]>.oneOrList(of: .words(reportable), "verdicts").distinct(), required: true,
    "what the judge says of it; a list where a race decides which")
  static let says = Field("says", Shape<Reason>.word, "the reason that the client gives; of a deviation only")
  static let scenarios = Field(
    "scenarios", .list(of: Shape<YAMLNode.Scalar>.scalar("a pattern of scenarios"), minimum: 1, "patterns"),
    "ids or patterns, with a bracket where only some cases are meant: family/name[tls=1.2]")
  static let cells = Field(
    "cells", .list(of: Shape<YAMLNode.Scalar>.scalar("a pattern of cells"), minimum: 1, "patterns"),
    "cells of decision tables, by some of their values: pin/table[host=trailing-dot]")

  /// What a ledger can be about: everything that fails, and refusals for another reason.
  static let reportable: [Verdict] = Verdict.allCases.filter(\.isReproducible) + [.deviation]

  static let table = Table(
    "occurrence", subject: "an occurrence", "Which clients get which verdict in which scenarios.",
    [clients.key, stacks.key, exceptions.key, verdict.key, says.key, scenarios.key, cells.key])

  static let shape = Shape<OccurrenceDraft>.table(table) { entries in
    let (verdicts, scenarios) = (entries[verdict].map { Set($0) }, entries[scenarios])
    let (clients, stacks, exceptions) = (entries[clients] ?? [], entries[stacks] ?? [], entries[exceptions] ?? [])
    if clients.isEmpty, stacks.isEmpty {
      entries.reader.report(at: entries.mapping.position, "an occurrence has clients, or stacks, or both")
    }
    if stacks.isEmpty, !exceptions.isEmpty {
      entries.reader.report(at: entries.keyPosition(Self.exceptions), "'except' belongs to 'stacks'")
    }
    if entries.has(says), let verdicts, verdicts != [.deviation] {
      entries.reader.report(at: entries.keyPosition(says), "'says' belongs to a deviation")
    }
    let reason = entries[says]
    if !entries.has(Self.scenarios), !entries.has(cells) {
      entries.reader.report(at: entries.mapping.position, "an occurrence has scenarios, or cells, or both")
    }
    guard let verdicts else { return nil }
    return OccurrenceDraft(
      clients: clients, stacks: stacks, exceptions: exceptions, verdicts: verdicts, reason: reason,
      scenarios: scenarios ?? [],
      cells: entries[cells] ?? [])
  }
}

extension Shape where Value == VersionRange {
  /// Versions of a client.
  static var versions: Shape {
    let form = Form.text(what: "versions such as 7.88, 3.0-3.5, 3.11/3.0 or *", pattern: nil)
    return Shape(form) { node, reader in
      guard case .scalar(let scalar) = node, !scalar.isNull, let range = VersionRange(scalar.text) else {
        return reader.mismatch(node, form)
      }
      return range
    }
  }
}
