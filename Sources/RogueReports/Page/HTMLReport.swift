public import RogueModel

/// A run as a folder of pages: opens from disk and from any static host, is readable without scripts, asks nothing of any
/// network. A pure function of the events, and of what the catalogue and the evidence say of them.
///
/// | file | what it is |
/// |---|---|
/// | `index.html` | the conclusion, the validators, the worst rows, and every family, folded |
/// | `families/F.html` | every scenario of a family |
/// | `scenarios/F/S.html` | what is served and why, and everybody's answer |
/// | `scenarios/F/S/V.html` | the evidence, where a validator did not pass |
/// | `scenarios/F/S/V-N.pcapng` | the bytes of its N-th block, where the run kept evidence |
/// | `page.css`, `page.js`, `data.js` | looks, filters, and what is filtered |
public struct HTMLReport: Sendable {
  private(set) var ledger = RunLedger()
  /// What did not pass, by adapter and case.
  private var results: [String: [String: CaseResult]] = [:]
  private var facts: [String: ScenarioFacts] = [:]
  private let references: PageReferences

  public init(references: PageReferences = PageReferences()) { self.references = references }

  public init(events: some Sequence<RunEvent>, references: PageReferences = PageReferences()) {
    self.init(references: references)
    for event in events { add(event) }
  }

  /// Takes in one more event.
  public mutating func add(_ event: RunEvent) {
    ledger.add(event)
    guard case .caseFinished(let result) = event else { return }
    if facts[result.scenario] == nil {
      facts[result.scenario] = ScenarioFacts(title: result.title, why: result.why, severity: result.severity)
    }
    // A pass has no page: its evidence need not be kept.
    results[result.adapter, default: [:]][result.caseID] = PageModel.hasPage(result.judgement.verdict) ? result : nil
  }

  /// All files, one after the other, in the same order and with the same bytes for the same events.
  public func write(_ write: (PageFile) throws(HarnessFailure) -> Void) throws(HarnessFailure) {
    let model = PageModel(ledger, facts: facts, references: references)
    let frame = PageFrame(model: model, catalogue: references.catalogue)
    try write(IndexPage(model: model, frame: frame).file)
    try write(PageFile(path: "page.css", text: PageStyle(columns: model.adapters.count).text))
    try write(PageFile(path: "page.js", text: PageScript.text))
    try write(PageData(model: model, references: references).file)
    for family in model.families {
      try write(FamilyPage(family: family, model: model, frame: frame).file)
      for row in family.rows {
        try write(
          ScenarioPage(
            row: row, card: references.cards[row.scenario], why: facts[row.scenario]?.why, model: model, frame: frame
          ).file)
        for (adapter, cell) in zip(model.adapters, row.cells) {
          guard let cell, cell.hasPage else { continue }
          let shown = cell.entries.compactMap { results[cell.adapter]?[$0.caseID] }
          let page = CellPage(
            row: row, cell: cell, adapter: adapter, results: shown, references: references, frame: frame)
          for file in page.files { try write(file) }
        }
      }
    }
  }

  /// The files, for tests and for small runs.
  public var files: [PageFile] {
    var files: [PageFile] = []
    // Nothing that only collects fails.
    try? write { (file) throws(HarnessFailure) in files.append(file) }
    return files
  }
}
