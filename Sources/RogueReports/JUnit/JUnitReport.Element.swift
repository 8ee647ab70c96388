import RogueModel

extension JUnitReport {
  /// One finished `testcase`, as text, and what it counts as.
  struct Element: Sendable {
    enum Kind: String, Sendable {
      case passed
      case failure, error, skipped
    }

    let kind: Kind
    let xml: String

    /// - Parameter namesFile: with the scenario's file, which GitLab links to.
    init(_ result: CaseResult, strict: Bool, namesFile: Bool = false) {
      kind = Self.kind(result.judgement.verdict, result.level, isKnown: result.isKnown, strict: strict)
      let block = FailureBlock(result: result, style: ReportStyle(color: false, unicode: true, width: 120)).text
      xml = Self.xml(
        kind, adapter: result.adapter, scenario: result.scenario, caseID: result.caseID,
        milliseconds: result.milliseconds, verdict: result.judgement.verdict,
        message: Self.message(of: result, kind), detail: block, isMarked: result.missedDeadline != nil,
        file: namesFile ? result.location.file : nil,
        attachments: kind == .passed ? [] : result.artifacts.map { ["\($0)/README.md"] } ?? [])
    }

    /// A planned case without a result.
    init(_ item: RunRecord.Item) {
      kind = Self.kind(item.judgement.verdict, item.level, isKnown: false, strict: false)
      xml = Self.xml(
        kind, adapter: item.adapter, scenario: item.scenario, caseID: item.caseID, milliseconds: 0,
        verdict: item.judgement.verdict, message: Self.message(item.judgement, item.level, kind), detail: nil)
    }

    static func kind(_ verdict: Verdict, _ level: Level, isKnown: Bool, strict: Bool) -> Kind {
      let kind: Kind =
        switch verdict {
        case .pass: .passed
        case .deviation: strict ? .failure : .passed
        case .falseAccept, .leak, .falseCancel, .badClientChain, .badClientHello, .certificateLeak: .failure
        case .error, .unstable, .harnessError, .inconclusive, .notRun: .error
        case .unsupported, .notAsked: .skipped
        }
      return (level == .may || isKnown) && kind != .passed ? .skipped : kind
    }

    /// What went wrong, for people who know neither the scenario nor this project.
    private static func message(of result: CaseResult, _ kind: Kind) -> String {
      let (level, verdict) = (result.level, result.judgement.verdict)
      if let baseline = result.baseline, result.isKnown {
        let issue = baseline.issue.map { " (\($0))" } ?? ""
        return "known: \(verdict.rawValue), \(baseline.why ?? "")\(issue)"
      }
      guard kind == .failure || kind == .error else { return message(result.judgement, level, kind) }
      return "\(verdict.word(at: level)) (\(level.rawValue), \(result.severity.rawValue)): \(result.title): "
        + result.judgement.explanation
    }

    private static func message(_ judgement: Judgement, _ level: Level, _ kind: Kind) -> String {
      let told = "\(judgement.verdict.rawValue): \(judgement.explanation)"
      let informs = level == .may && kind == .skipped && ![.unsupported, .notAsked].contains(judgement.verdict)
      return informs ? "informational: \(told)" : told
    }

    private static func xml(
      _ kind: Kind, adapter: String, scenario: String, caseID: String, milliseconds: Int, verdict: Verdict,
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
      case .skipped, .failure, .error:
        xml += ">\n      <\(kind.rawValue) type=\"\(verdict.rawValue)\" message=\"\(XMLText.attribute(message))\">"
        xml += "\(content)</\(kind.rawValue)>\n"
        // What GitLab and Jenkins' attachments plugin look for.
        let lines = attachments.map { "[[ATTACHMENT|\(XMLText.content($0))]]\n" }.joined()
        if !lines.isEmpty { xml += "      <system-out>\(lines)</system-out>\n" }
        return xml + "    </testcase>\n"
      }
    }
  }

  struct Counts: Sendable {
    var tests = 0
    var failures = 0
    var errors = 0
    var skipped = 0
    var milliseconds = 0

    mutating func add(_ entry: RunLedger.Entry, strict: Bool) {
      tests += 1
      milliseconds += entry.milliseconds
      switch Element.kind(entry.verdict, entry.level, isKnown: entry.isKnown, strict: strict) {
      case .passed: break
      case .failure: failures += 1
      case .error: errors += 1
      case .skipped: skipped += 1
      }
    }

    mutating func add(_ other: Counts) {
      tests += other.tests
      failures += other.failures
      errors += other.errors
      skipped += other.skipped
      milliseconds += other.milliseconds
    }
  }
}
