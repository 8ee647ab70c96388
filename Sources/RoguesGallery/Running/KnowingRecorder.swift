internal import RogueModel

/// Adds to each result what the ledger of known failures says of it, and hands it on: every report tells the same.
struct KnowingRecorder: Recorder {
  private let known: KnownFailures
  private let versions: [String: String]
  private let next: any Recorder

  /// - Parameter versions: the adapters of the run; entries hold for versions of theirs.
  init(known: KnownFailures, versions: [AdapterDescription], next: any Recorder) {
    self.known = known
    self.versions = Dictionary(versions.map { ($0.name, $0.version) }) { first, _ in first }
    self.next = next
  }

  func record(_ event: RunEvent) throws(HarnessFailure) {
    guard case .caseFinished(var result) = event else { return try next.record(event) }
    result.knowledge = known.knowledge(of: result, version: versions[result.adapter] ?? "")
    try next.record(.caseFinished(result))
  }
}
