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
    return try LastFailed(try LogFile(path).checked(truncation: .accepted))
  }

  init(_ log: CheckedLog) throws(HarnessFailure) {
    var ended: Set<CaseKey> = []
    var failed: [CaseKey: (caseID: String, scenario: String)] = [:]
    try log.forEach { (event) throws(HarnessFailure) in
      guard case .caseFinished(let result) = event else { return }
      let key = CaseKey(result)
      ended.insert(key)
      failed[key] = result.isNotable(strict: true) && !result.isKnown ? (result.caseID, result.scenario) : nil
    }
    let unreached = log.header.planned.filter {
      $0.unsupported == nil && !ended.contains(CaseKey($0.adapter, $0.caseID))
    }
    cases = Set(failed.values.map(\.caseID) + unreached.map(\.caseID))
    patterns = Array(Set(failed.values.map(\.scenario) + unreached.map(\.scenario))).sorted()
  }
}
