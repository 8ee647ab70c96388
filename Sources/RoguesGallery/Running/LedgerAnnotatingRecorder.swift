internal import RogueModel

/// Adds to each result what the ledger of known failures says of it, and what to change in the client's code, and hands it
/// on, so that all reports agree.
struct LedgerAnnotatingRecorder: Recorder {
  let facts: KnownFacts
  let next: any Recorder

  func record(_ event: RunEvent) throws(HarnessFailure) {
    guard case .caseFinished(let result) = event else { return try next.record(event) }
    try next.record(.caseFinished(facts.added(to: result)))
  }
}

/// The known failures before a run.
struct KnownFacts: Sendable {
  private let known: KnownFailures
  private let families: [String: ScenarioFamily]
  private let adapters: [String: AdapterDescription]

  /// - Parameter versions: the adapters of the run; entries hold for versions of theirs.
  init(known: KnownFailures, families: [String: ScenarioFamily], versions: [AdapterDescription]) {
    self.known = known
    self.families = families
    adapters = Dictionary(versions.map { ($0.name, $0) }) { first, _ in first }
  }

  func added(to result: CaseResult) -> CaseResult {
    var result = result
    result.knowledge = adapters[result.adapter].flatMap { known.knowledge(of: result, by: $0) }
    let family = String(result.scenario.prefix { $0 != "/" })
    result.fix = families[family]?.fix(for: result.judgement.verdict)
    return result
  }
}
