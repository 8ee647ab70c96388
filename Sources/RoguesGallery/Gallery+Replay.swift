internal import RogueModel
internal import RogueReports

extension Gallery {
  /// Finds a case in an event log.
  ///
  /// - Parameters:
  ///   - id: a case's, or that of a scenario that has one case in the log.
  ///   - adapter: whose; nil, or a path that no adapter of the log has for a name: of the only one in the log.
  /// - Returns: nil if there is no such case, after a message; the status is the command's.
  public static func logged(
    _ id: String, adapter: String?, in log: String
  ) -> (found: LoggedCase?, status: ExitStatus) {
    do throws(HarnessFailure) {
      guard let found = try find(id, adapter: adapter, in: log) else { return (nil, .nothingJudged) }
      return (found, .asExpected)
    } catch {
      return (nil, report(error))
    }
  }

  private static func find(_ id: String, adapter: String?, in log: String) throws(HarnessFailure) -> LoggedCase? {
    // A case of a run that was killed is whole all the same.
    let read = try LogFile(log).checked(truncation: .accepted)
    let fitting = try results(in: read) { $0.caseID == id || $0.scenario == id }
    // A name that is not in the log is the adapter's present path.
    let name = adapter.flatMap { name in !name.contains("/") || fitting.contains { $0.adapter == name } ? name : nil }
    let asked = fitting.filter { name == nil || $0.adapter == name }
    guard let result = asked.first else {
      let help =
        fitting.isEmpty
        ? NearMiss.question(for: id, among: try cases(in: read)) ?? "its cases are the lines whose type is case"
        : "it was run by \(Set(fitting.map(\.adapter)).sorted().joined(separator: ", "))"
      try report([Finding(.error, "\(log) has no case '\(id)'\(name.map { " of \($0)" } ?? "")", help: help)])
      return nil
    }
    guard asked.count == 1 else {
      let adapters = Set(asked.map(\.adapter)).sorted()
      let help =
        adapters.count > 1
        ? "choose one with --adapter: \(adapters.joined(separator: ", "))"
        : "choose one: \(asked.map { ShellQuoting.quote($0.caseID) }.joined(separator: " "))"
      try report([Finding(.error, "\(log) has \(asked.count) cases '\(id)'", help: help)])
      return nil
    }
    guard !result.steps.isEmpty, let found = LoggedCase(result, of: read.header) else {
      try report([
        Finding(
          .error, "the case '\(result.caseID)' did not run: it is \(result.judgement.verdict.rawValue)",
          help: result.judgement.explanation)
      ])
      return nil
    }
    return found
  }

  /// The latest results of some cases, in the order in which they first ended.
  private static func results(
    in log: CheckedLog, _ fits: (CaseResult) -> Bool
  ) throws(HarnessFailure) -> [CaseResult] {
    let results = ResultMemory()
    try log.forEach { (event) throws(HarnessFailure) in
      if case .caseFinished(let result) = event, fits(result) { results.record(event) }
    }
    return results.results
  }

  /// The ids of all cases.
  private static func cases(in log: CheckedLog) throws(HarnessFailure) -> [String] {
    var ids: [String] = []
    try log.forEach { (event) throws(HarnessFailure) in
      if case .caseFinished(let result) = event { ids.append(result.caseID) }
    }
    return ids
  }
}

/// Says how a case that was run again compares with the log.
struct ReplayComparison {
  let logged: LoggedCase

  /// Lines, with their ends.
  ///
  /// - Parameter result: of the case, now; nil: none.
  func text(of result: CaseResult?) -> String {
    guard let result else {
      return "replay: the case did not run\n"
    }
    let now = LoggedCase.presented(result)
    let steps = max(now.count, logged.presented.count)
    let different = (0..<steps).filter { step in
      let then = logged.presented.indices.contains(step) ? logged.presented[step] : nil
      return (now.indices.contains(step) ? now[step] : nil) != then
    }
    var text = ""
    if different.isEmpty {
      text += "replay: the server presented the same certificates as in the log, byte for byte\n"
    } else {
      let names = different.map { "\($0 + 1)" }.joined(separator: ", ")
      text += "replay: in step \(names) the server presented other certificates than in the log: the scenario has"
      text += " changed, it waits for a date, or it has RSA keys, which are random and differ between machines"
      text += " (~/.cache/rogues-gallery/keys)\n"
    }
    let verdict = result.judgement.verdict
    return text
      + (verdict == logged.verdict
        ? "replay: the verdict is that of the log, \(verdict.rawValue)\n"
        : "replay: the verdict is \(verdict.rawValue), and \(logged.verdict.rawValue) in the log\n")
  }
}
