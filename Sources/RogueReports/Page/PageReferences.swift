public import RogueModel

/// The content of a page beside the events: scenarios of the catalogue, and entries of the ledger of findings.
///
/// A page without them is complete as far as the log is: it lacks drawings, references and keywords.
public struct PageReferences: Sendable {
  /// The card of a scenario in the catalogue, made on demand; nil: none.
  let card: @Sendable (String) -> ScenarioCard?
  /// By the place that `Knowledge.Reference` names.
  let findings: [String: KnownFailure]
  /// What the commands of findings need, in Markdown with blocks of a shell; nil: unknown.
  let setup: String?
  /// The version of the catalogue; nil: unknown.
  let catalogue: String?
  /// Earlier runs whose page is in the same folder.
  public var history: PageHistory
  /// The fields of a certificate, by name, for people; nil: it cannot be read.
  let certificate: @Sendable ([UInt8]) -> [(name: String, value: String)]?
  /// The capture file among a case's evidence; nil: none was kept, or it is gone.
  let capture: @Sendable (CaseResult) -> [UInt8]?

  public init(
    card: @escaping @Sendable (String) -> ScenarioCard? = { _ in nil }, findings: some Sequence<KnownFailure> = [],
    setup: String? = nil, catalogue: String? = nil,
    place: (KnownFailure) -> String = { "docs/records/findings.md#\($0.anchor)" },
    history: PageHistory = PageHistory(),
    certificate: @escaping @Sendable ([UInt8]) -> [(name: String, value: String)]? = { _ in nil },
    capture: @escaping @Sendable (CaseResult) -> [UInt8]? = { _ in nil }
  ) {
    self.card = card
    self.findings = Dictionary(findings.map { (place($0), $0) }) { first, _ in first }
    self.setup = setup
    self.catalogue = catalogue
    self.history = history
    self.certificate = certificate
    self.capture = capture
  }
}
