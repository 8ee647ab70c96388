public import RogueModel

/// A run as a folder of pages: opens from disk and from any static host, is readable without scripts, asks nothing of any
/// network. A pure function of the events, and of what the catalogue and the evidence say of them.
///
/// | file | what it is |
/// |---|---|
/// | `index.html` | the conclusion, the validators, the worst rows, and every family, folded |
/// | `validators/V.html` | what a validator failed, cannot run, and did in earlier runs |
/// | `findings/….html` | the entries of the ledger that this run shows |
/// | `requirements.html` | sources of requirements, with their scenarios |
/// | `matrix.csv`, `matrix.json`, `badges/V.svg`, `history.json` | for other programs |
/// | `families/F.html` | every scenario of a family |
/// | `scenarios/F/S.html` | the server, the reason, and every answer |
/// | `scenarios/F/S/V.html` | the evidence, where a validator did not pass |
/// | `scenarios/F/S/V-N.pcapng` | the bytes of its N-th block, where the run kept evidence |
/// | `page.css`, `page.js`, `data.js` | looks, filters, and what is filtered |
public struct HTMLReport: Sendable {
  private let table: RunTable
  private var facts: [String: ScenarioFacts] = [:]
  /// Reasons that many scenarios have in common, once.
  private var reasons: Set<String> = []
  private let references: PageReferences

  /// - Parameter table: the run's, which records each event before.
  public init(table: RunTable, references: PageReferences = PageReferences()) {
    self.table = table
    self.references = references
  }

  /// Takes in one more event.
  public mutating func add(_ event: RunEvent) {
    guard case .caseFinished(let result) = event, facts[result.scenario] == nil else { return }
    facts[result.scenario] = ScenarioFacts(
      title: result.title, why: reasons.insert(result.why).memberAfterInsert)
  }

  /// All files, one after the other, in the same order and with the same bytes for the same events; long ones in pieces.
  public func write(_ write: (PageFile) throws(HarnessFailure) -> Void) throws(HarnessFailure) {
    let model = PageModel(table.rows, facts: facts, references: references)
    let findings = model.findings
    let links = PageLinks(findings, references)
    let frame = PageFrame(model: model, catalogue: references.catalogue, links: links)
    try write(IndexPage(model: model, frame: frame).file)
    try write(PageFile(path: "page.css", text: PageStyle(validators: model.adapters.map(\.name)).text))
    try write(PageFile(path: "page.js", text: PageScript.text))
    // What the filters look through beside titles, by scenario: cards are made once.
    var words: [String: String] = [:]
    var common: Set<String> = []
    var sources: [String: [String]] = [:]
    for family in model.families {
      let page = FamilyPage(family: family, model: model, frame: frame)
      try PageFile.write(page.path, page.pieces, to: write)
      for row in family.rows {
        let card = references.card(row.scenario)
        if let card {
          words[row.scenario] = common.insert(PageData.words(of: card)).memberAfterInsert
          sources[row.scenario] = card.references
        }
        let sample = try writeCells(row, card, model, frame, write)
        try write(
          ScenarioPage(
            row: row, card: card, why: facts[row.scenario]?.why,
            comparison: sample.flatMap { CertificateComparison($0, references) }, model: model,
            frame: frame
          ).file)
      }
    }
    try PageFile.write(PageData.path, PageData(model: model, words: words).pieces, to: write)
    try write(RequirementsPage(model: model, frame: frame, references: sources).file)
    try writeValidators(model, frame, findings, write)
    try PageFile.write("matrix.csv", PageTables.csv(model), to: write)
    try PageFile.write("matrix.json", PageTables.json(model), to: write)
  }

  /// The evidence of one scenario.
  ///
  /// - Returns: a step that shows what the fault does to the certificates; nil: none was kept.
  private func writeCells(
    _ row: PageModel.Row, _ card: ScenarioCard?, _ model: PageModel, _ frame: PageFrame,
    _ write: (PageFile) throws(HarnessFailure) -> Void
  ) throws(HarnessFailure) -> StepResult? {
    var sample: StepResult?
    for (adapter, cell) in zip(model.adapters, row.cells) {
      guard let cell, cell.hasPage else { continue }
      let shown = try model.cases(of: cell).filter { PageModel.hasPage($0.verdict) }.map {
        (row) throws(HarnessFailure) in try table.result(of: row.caseID, row.adapter)
      }
      let page = CellPage(
        row: row, cell: cell, adapter: adapter, results: shown, card: card, model: model,
        references: references,
        frame: frame)
      for file in page.files { try write(file) }
      if sample == nil {
        sample = shown.lazy.flatMap(\.steps).first { CertificateComparison($0, references)?.differs == true }
      }
    }
    return sample
  }

  /// What is about a validator, or about a finding of several.
  private func writeValidators(
    _ model: PageModel, _ frame: PageFrame, _ findings: [PageModel.Finding],
    _ write: (PageFile) throws(HarnessFailure) -> Void
  ) throws(HarnessFailure) {
    var history = references.history
    history.add(model)
    for (column, adapter) in model.adapters.enumerated() {
      let page = ValidatorPage(
        column: column, model: model, frame: frame, history: history.entries(of: adapter.name))
      try write(page.file)
      guard let badge = model.badges[adapter.name] else { continue }
      try write(PageFile(path: PageName.badge(adapter.name), text: PageBadge.svg(adapter, badge)))
    }
    try write(FindingPage.index(findings, model: model, frame: frame, setup: references.setup))
    for finding in findings {
      guard let entry = references.findings[finding.reference.place] else { continue }
      try write(
        FindingPage(
          entry: entry, shown: finding, model: model, frame: frame, hasSetup: references.setup != nil
        ).file)
    }
    try write(history.file)
  }
}
