public import RogueModel
internal import RogueYAML

/// The keys of the file `Scenarios/probes.yaml`.
enum ProbeKeys {
  static let probes = Field(
    "probes", ValueParser<[ProbePair]>.list(of: PairKeys.shape, minimum: 1, "pairs"), required: true,
    "pairs of attempts in order: of a capability with several, an adapter gets the first whose other needs it meets")
  static let unpaired = Field(
    "unpaired", .map(keys: .capabilities, of: .line), "capabilities without a pair, and why")
  static let ordinary = Field("ordinary", .scenarioID, required: true, "the most ordinary server")
  static let rogue = Field("rogue", .scenarioID, required: true, "a server that every validator must refuse")
  static let reasons = Field(
    "reasons", .list(of: .scenarioID, minimum: 2, "scenarios"), required: true,
    "servers that are refused for reasons which every library distinguishes")
  static let fields = Field(
    "fields", .map(keys: .attemptFields, of: .scenarioID), required: true,
    "fields that no capability is about, and the servers that see them in the ClientHello")

  static let table = Table(
    "probes", subject: "a list of probes", "The servers by which the doctor examines adapters.",
    [probes.key, unpaired.key, ordinary.key, rogue.key, reasons.key, fields.key])
}

enum PairKeys {
  static let capability = Field("capability", .capability, required: true, "the capability that it shows")
  static let field = Field(
    "field", .line, required: true, "the field of the attempt that the capability is about, for messages")
  static let with = Field("with", .probe, required: true, "the cases of the attempt with the field")
  static let without = Field(
    "without", .probe,
    "the cases of the attempt without the field; default: the control, or only the healthy server")
  static let evidence = Field(
    "evidence", ValueParser<ProbePair.Evidence>.word,
    "what the wire must show of the attempt; default: the right result")

  static let table = Table(
    "pair", subject: "a pair of probes", "Two attempts that differ in the field of a capability.",
    [capability.key, field.key, with.key, without.key, evidence.key])

  static let shape = ValueParser<ProbePair>.table(table) { entries in
    let (capability, field) = (entries[capability], entries[field])
    let (with, without, evidence) = (entries[with], entries[without], entries[evidence])
    guard let capability, let field, let with else { return nil }
    return ProbePair(
      capability: capability, field: field, with: with, without: without, evidence: evidence ?? .result)
  }
}

extension ValueParser where Value == ProbePair.Probe {
  /// A scenario, with the values of some axes.
  fileprivate static var probe: ValueParser {
    ValueParser<YAMLNode.Scalar>.scalar("a scenario such as family/name[policy=name]").then { scalar, _, reader in
      do throws(Finding) {
        let pattern = try Pattern(scalar.text)
        return ProbePair.Probe(
          scenario: String(TablePattern.path(of: scalar.text)), constraints: pattern.constraints)
      } catch {
        reader.report(at: scalar.position, error.message, help: error.help)
        return nil
      }
    }
  }
}

/// Reads the file, or says what is wrong with it.
public enum ProbeLoader {
  public static func load(_ files: [SourceFile]) -> (lists: [ProbeList], findings: [Finding]) {
    let (lists, findings) = ProbeKeys.table.read(files) { entries, _ in list(entries) }
    return (lists, findings)
  }

  private static func list(_ entries: Entries) -> ProbeList? {
    let (pairs, unpaired) = (entries[ProbeKeys.probes], entries[ProbeKeys.unpaired] ?? [])
    let (ordinary, rogue) = (entries[ProbeKeys.ordinary], entries[ProbeKeys.rogue])
    let (reasons, fields) = (entries[ProbeKeys.reasons], entries[ProbeKeys.fields])
    guard let pairs, let ordinary, let rogue, let reasons, let fields else { return nil }
    return ProbeList(
      pairs: pairs, unpaired: Dictionary(unpaired.map { (Capability($0.text), $1) }) { first, _ in first },
      ordinary: ordinary, rogue: rogue, reasons: reasons, fields: fields.map { ($0.text, $1) })
  }
}
