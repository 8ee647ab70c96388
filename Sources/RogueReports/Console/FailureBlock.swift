public import RogueModel

/// One case in full: the expectation, both witnesses, the remedy, and the command that runs it again. Other cases of
/// the scenario with the same verdict are shown beside it.
public struct FailureBlock {
  let result: CaseResult
  let style: ReportStyle
  /// In which cases; nil: the scenario has one.
  private let extent: String?
  private let others: [CaseResult]
  /// With the client's command, which is long and mostly cannot be run any more.
  private let isFull: Bool

  public init(result: CaseResult, style: ReportStyle) {
    self.result = result
    self.style = style
    extent = nil
    others = []
    isFull = true
  }

  /// The first case of a group in full, and how the others differ.
  init(group: CaseGroups.Group, style: ReportStyle, isFull: Bool) {
    self.isFull = isFull
    result = group.results[0]
    self.style = style
    extent = group.extent
    others = Array(group.results.dropFirst())
  }

  /// Ends with an empty line.
  public var text: String {
    var lines = [headline]
    // What happened comes first, in one sentence.
    let happened = result.judgement.explanation + (extent.map { " (\($0))" } ?? "")
    lines += happened.printable().wrapped(to: style.width - 2).map {
      "  " + style.ink(result.judgement.verdict.tint, $0)
    }
    lines += otherExplanations
    lines += field("why", result.why)
    if let fix = result.fix { lines += field("fix", fix) }
    if !result.references.isEmpty { lines += field("rule", result.references.joined(separator: "; ")) }
    if let knowledge = result.knowledge { lines += field("known", knowledge.sentence) }
    if let missed = result.missedDeadline {
      lines += field("runs", "two, the second time alone; the first: \(missed.judgement.explanation)")
    }
    for step in shownSteps { lines += text(of: step) }
    if result.exposesIdentity {
      lines += field("note", "the client handed its certificate to a server that it then refused")
    }
    if let control = result.control {
      lines += field(
        "control",
        control.verdict == .pass
          ? "accepted the same server without the fault"
          : "\(control.verdict.word): \(control.explanation)")
    }
    if let artifacts = result.artifacts { lines += field("evidence", artifacts, wraps: false) }
    lines += field("again", result.reproduce, wraps: false)
    return lines.joined(separator: "\n") + "\n\n"
  }

  private static let labelWidth = 9

  private var headline: String {
    let verdict = result.judgement.verdict
    let word = style.ink(
      verdict.tint(at: result.level), "\(verdict.mark(style.glyphs)) \(verdict.word(at: result.level))")
    let meant = result.level == .may ? "may: informs only" : "\(result.level.rawValue), \(result.severity.rawValue)"
    let name = others.isEmpty ? result.caseID : result.scenario
    return "\(word)  \(style.ink(.bold, name.printable()))  \(result.adapter.printable())  "
      + style.ink(.dim, "(\(meant), \(DurationText.short(milliseconds: result.milliseconds)))") + "\n"
      + "  \(result.title.printable())"
  }

  /// The explanations of other cases, if they differ.
  private var otherExplanations: [String] {
    var shown: Set<String> = [result.judgement.explanation]
    var lines: [String] = []
    for other in others where shown.insert(other.judgement.explanation).inserted {
      lines += field(lines.isEmpty ? "also" : "", "[\(other.axes)]: \(other.judgement.explanation)")
    }
    return lines
  }

  /// The steps worth showing: all that did not pass, or the last one.
  private var shownSteps: [StepResult] {
    let notable = result.steps.filter { !$0.judgement.verdict.isGood }
    return notable.isEmpty ? result.steps.suffix(1) : notable
  }

  private func text(of step: StepResult) -> [String] {
    var lines: [String] = []
    if result.steps.count > 1 {
      let verdict = step.judgement.verdict
      lines += field("step", "\(step.step) of \(result.steps.count), \(verdict.word)")
      if step.judgement.explanation != result.judgement.explanation { lines += field("", step.judgement.explanation) }
    }
    if let mutation = step.mutation {
      lines += field(
        "rogue", mutation + (step.exercised ? "" : "  (not exercised: the fault never reached this client)"))
    }
    // The verdict says what was expected and what came; an adapter that broke down has more to say.
    if step.judgement.verdict != result.judgement.verdict || !step.judgement.verdict.isDecision {
      lines += field("expected", step.expected)
      lines += field("said", step.report?.outcome.sentence ?? "nothing: the adapter did not run")
    }
    for (label, line) in step.clientChain?.drawing(style.glyphs) ?? [] {
      lines += field(label, line, wraps: false)
    }
    lines += timeline(of: step)
    if let report = step.report, !report.standardError.isEmpty {
      lines += standardError(report.standardError)
    }
    if isFull, let command = step.report?.command {
      // The whole of a long one is in the evidence.
      let room = result.artifacts == nil ? .max : style.width - Self.labelWidth - 4
      lines += field("command", command.printable().truncated(to: room, ellipsis: style.glyphs.ellipsis), wraps: false)
    }
    return lines
  }

  /// What the server saw, with a mark where a right client would have stopped.
  private func timeline(of step: StepResult) -> [String] {
    let timeline = Timeline(step.observation)
    let decisive =
      step.judgement.verdict.admitsAttacker ? timeline.entries.firstIndex { $0.kind == .data } : nil
    let lines = timeline.lines(style.glyphs).enumerated().map { index, line in
      guard index == decisive else { return "  " + line.printable() }
      return "  "
        + style.ink(.red, line.printable() + "   \(style.glyphs.back) here it should have stopped")
    }
    return [""] + lines + [""]
  }

  /// The last lines of what the adapter wrote to standard error.
  private func standardError(_ text: String) -> [String] {
    let all = text.printable(keepingLines: true).split(separator: "\n")
    let shown = all.suffix(6)
    var lines: [String] = []
    for (index, line) in shown.enumerated() {
      let cut = String(line).truncated(to: style.width - Self.labelWidth - 4, ellipsis: style.glyphs.ellipsis)
      lines += field(index == 0 ? "stderr" : "", cut, wraps: false)
    }
    if all.count > shown.count { lines += field("", "(\(all.count - shown.count) lines before these)") }
    return lines
  }

  private func field(_ label: String, _ value: String, wraps: Bool = true) -> [String] {
    let value = value.printable(keepingLines: wraps)
    let parts = wraps ? value.wrapped(to: style.width - Self.labelWidth - 4) : [value]
    return parts.enumerated()
      .map { index, part in
        "  " + style.ink(.dim, (index == 0 ? label : "").padded(to: Self.labelWidth)) + "  " + part
      }
  }
}
