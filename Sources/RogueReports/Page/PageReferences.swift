public import RogueModel

/// What a page shows beside the events: scenarios of the catalogue, and entries of the ledger of findings.
///
/// A page without them is complete as far as the log is: it lacks drawings, references and keywords.
public struct PageReferences: Sendable {
  /// What the catalogue says of a scenario, made when it is asked for; nil: nothing.
  let card: @Sendable (String) -> ScenarioCard?
  /// By the place that `Knowledge.Reference` names.
  let findings: [String: KnownFailure]
  /// The version of the catalogue; nil: unknown.
  let catalogue: String?
  /// The capture file among a case's evidence; nil: none was kept, or it is gone.
  let capture: @Sendable (CaseResult) -> [UInt8]?

  public init(
    card: @escaping @Sendable (String) -> ScenarioCard? = { _ in nil }, findings: some Sequence<KnownFailure> = [],
    catalogue: String? = nil,
    place: (KnownFailure) -> String = { "docs/records/findings.md#\($0.anchor)" },
    capture: @escaping @Sendable (CaseResult) -> [UInt8]? = { _ in nil }
  ) {
    self.card = card
    self.findings = Dictionary(findings.map { (place($0), $0) }) { first, _ in first }
    self.catalogue = catalogue
    self.capture = capture
  }
}
