internal import RogueModel
internal import RoguePlatform
internal import RogueReports

/// The cases that did not end well in this user's last run.
struct LastFailed {
  /// Ids of cases.
  var cases: Set<String>
  /// Patterns of their scenarios, or the files that they were read from.
  var patterns: [String]

  /// Throws `usage` if there is no such log, `bad-data` if its log cannot be read or nothing failed in it.
  static func ofThisUser() throws(HarnessFailure) -> LastFailed {
    guard let path = RunLogs.ofThisUser?.last else {
      throw HarnessFailure(.usage, "--last-failed: no earlier run wrote its event log to a file")
    }
    return try LastFailed(try LogFile(path).checked(truncation: .accepted))
  }

  init(_ log: CheckedLog) throws(HarnessFailure) {
    var rows = CaseRows()
    try log.forEach { (event) throws(HarnessFailure) in rows.add(event) }
    let failed = rows.filter(\.isNotable)
    cases = Set(failed.map(\.caseID))
    patterns = Array(Set(failed.map(\.scenario))).sorted()
  }
}
