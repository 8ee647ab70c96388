import RogueModel

extension JUnitReport {
  /// One finished `testcase`, as text, and what it counts as.
  struct Element: Sendable {
    let kind: CaseStatus
    let xml: String

    /// - Parameter namesFile: with the scenario's file, which GitLab links to.
    init(_ result: CaseResult, strict: Bool, namesFile: Bool = false) {
      kind = result.judgement.verdict.status(
        at: result.level, isKnown: result.isKnown, strict: strict)
      // What neither fails nor came late is told in a line: most of a long report would be blocks that nobody reads.
      let block =
        kind == .failed || kind == .error || result.missedDeadline != nil
        ? FailureBlock(result: result, style: ReportStyle(color: false, unicode: true, width: 120))
          .text : nil
      xml = Self.xml(
        kind, adapter: result.adapter, scenario: result.scenario, caseID: result.caseID,
        milliseconds: result.milliseconds, verdict: result.judgement.verdict,
        message: Self.message(of: result, kind), detail: block, isMarked: result.missedDeadline != nil,
        file: namesFile ? result.location.file : nil,
        attachments: kind == .passed ? [] : result.artifacts.map { ["\($0)/README.md"] } ?? [])
    }

    /// A planned case without a result.
    init(_ row: CaseRow) {
      kind = row.verdict.status(at: row.level, isKnown: false, strict: false)
      xml = Self.xml(
        kind, adapter: row.adapter, scenario: row.scenario, caseID: row.caseID, milliseconds: 0, verdict: row.verdict,
        message: Self.message(Judgement(row.verdict, row.explanation), row.level, kind), detail: nil)
    }

    /// The failure, for readers without knowledge of the scenario or this project.
    private static func message(of result: CaseResult, _ kind: CaseStatus) -> String {
      let (level, verdict) = (result.level, result.judgement.verdict)
      if let baseline = result.baseline, result.isKnown {
        let issue = baseline.issue.map { " (\($0))" } ?? ""
        return "known: \(verdict.rawValue), \(baseline.why ?? "")\(issue)"
      }
      guard kind == .failed || kind == .error else { return message(result.judgement, level, kind) }
      return "\(verdict.word(at: level)) (\(level.rawValue), \(result.severity.rawValue)): \(result.title): "
        + result.judgement.explanation
    }

    private static func message(_ judgement: Judgement, _ level: Level, _ kind: CaseStatus) -> String {
      let text = "\(judgement.verdict.rawValue): \(judgement.explanation)"
      let informs =
        level == .may && kind == .skipped && !judgement.verdict.neverMetFault
      return informs ? "informational: \(text)" : text
    }

    private static func xml(
      _ kind: CaseStatus, adapter: String, scenario: String, caseID: String, milliseconds: Int, verdict: Verdict,
      message: String, detail: String?, isMarked: Bool = false, file: String? = nil, attachments: [String] = []
    ) -> String {
      let family = scenario.prefix { $0 != "/" }
      var xml = "    <testcase classname=\"\(XMLText.attribute("\(adapter).\(family)"))\""
      xml += " name=\"\(XMLText.attribute(caseID))\" time=\"\(JUnitReport.seconds(milliseconds))\""
      if let file { xml += " file=\"\(XMLText.attribute(file))\"" }
      let content = detail.map(XMLText.content) ?? ""
      switch kind {
      case .passed where verdict == .pass && !isMarked: return xml + "/>\n"
      case .passed:
        return xml + ">\n      <system-out>\(XMLText.content(message))\n\(content)</system-out>\n    </testcase>\n"
      case .skipped, .failed, .error:
        let element = kind == .failed ? "failure" : kind.rawValue
        xml += ">\n      <\(element) type=\"\(verdict.rawValue)\" message=\"\(XMLText.attribute(message))\">"
        xml += "\(content)</\(element)>\n"
        // The form that GitLab and Jenkins' attachments plugin read.
        let lines = attachments.map { "[[ATTACHMENT|\(XMLText.content($0))]]\n" }.joined()
        if !lines.isEmpty { xml += "      <system-out>\(lines)</system-out>\n" }
        return xml + "    </testcase>\n"
      }
    }
  }
}
