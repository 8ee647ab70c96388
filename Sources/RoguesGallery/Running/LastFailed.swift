internal import RogueModel
internal import RoguePlatform
internal import RogueReports

/// The cases that did not end well in this user's last run.
struct LastFailed {
  /// Ids of cases.
  var cases: Set<String>
  /// Patterns of their scenarios, or the files that they were read from.
  var patterns: [String]

  /// Throws `usage` if no run is remembered, `bad-data` if its log cannot be read or nothing failed in it.
  static func ofThisUser() throws(HarnessFailure) -> LastFailed {
    guard let path = RunLogs.ofThisUser?.last else {
      throw HarnessFailure(.usage, "--last-failed: no run is remembered whose event log went to a file")
    }
    return LastFailed(try LogFile(path).events(truncation: .accepted))
  }

  init(_ events: [RunEvent]) {
    var results: [String: CaseResult] = [:]
    var planned: [PlannedCase] = []
    for event in events {
      if case .started(let header) = event { planned = header.planned.filter { $0.unsupported == nil } }
      if case .caseFinished(let result) = event { results["\(result.adapter) \(result.caseID)"] = result }
    }
    let failed = results.values.filter(\.endedBadly)
    let unreached = planned.filter { results["\($0.adapter) \($0.caseID)"] == nil }
    cases = Set(failed.map(\.caseID) + unreached.map(\.caseID))
    patterns = Array(Set(failed.map(\.scenario) + unreached.map(\.scenario))).sorted()
  }
}

extension CaseResult {
  /// It failed, proved nothing, or was not reached.
  fileprivate var endedBadly: Bool {
    if isKnown { return false }
    switch judgement.verdict {
    case .harnessError, .notRun: return true
    case .inconclusive: return level != .may
    default: return gates(strict: true)
    }
  }
}
