import RogueModel

/// The console as a pure function: an event in, text for two streams out.
struct ConsoleFold: Sendable {
  enum Output: Sendable, Hashable {
    case result(String)
    case message(String)
  }

  private let options: ConsoleOptions
  private var ledger = RunLedger()
  private var status: StatusLine
  /// Cases that are still to come, by adapter.
  private var waiting: [String: Set<String>] = [:]
  private var groups = CaseGroups()

  init(options: ConsoleOptions) {
    self.options = options
    status = StatusLine(style: options.messages)
  }

  mutating func outputs(for event: RunEvent) -> [Output] {
    var earlier: Verdict?
    if case .caseFinished(let result) = event { earlier = ledger.verdict(of: result.caseID, result.adapter) }
    ledger.add(event)
    status.add(event)
    var outputs: [Output] = []
    switch event {
    case .started(let header):
      for planned in header.planned where planned.unsupported == nil {
        waiting[planned.adapter, default: []].insert(planned.caseID)
      }
      groups.begin(header.planned)
      if showsMessages { outputs.append(.message(opening(header))) }
    case .caseStarted: break
    case .controlFinished(let result):
      if options.verbosity == .verbose { outputs.append(show(line(for: result))) }
    case .caseFinished(let result):
      for text in texts(for: result, earlier: earlier) { outputs.append(show(text)) }
      if let text = closing(result) { outputs.append(.message(text)) }
    case .finished:
      if options.verbosity != .quiet { outputs += groups.end().map { show(block($0)) } }
      let summary = RunSummary(
        ledger: ledger, strict: options.strict, style: options.results, shown: options.conclusion)
      outputs.append(.result(summary.text(isQuiet: options.verbosity == .quiet)))
    }
    return withStatus(outputs, isLast: event.isLast)
  }

  /// Text that takes the status line away; nil when it is not there.
  mutating func clear() -> String? { status.erase() }

  /// The status line is taken away before anything else is written and stands again after it.
  private mutating func withStatus(_ outputs: [Output], isLast: Bool) -> [Output] {
    guard options.progress == .live, showsMessages else { return outputs }
    var framed: [Output] = []
    if let erase = status.erase(), !outputs.isEmpty || isLast { framed.append(.message(erase)) }
    framed += outputs
    if !isLast, let draw = status.draw() { framed.append(.message(draw)) }
    return framed
  }

  private var showsMessages: Bool { options.progress != .none && options.verbosity != .quiet }

  /// Comparisons keep standard output for the matrix.
  private func show(_ text: String) -> Output {
    ledger.header?.mode == .compare ? .message(text) : .result(text)
  }

  private func opening(_ header: RunHeader) -> String {
    let unsupported = header.planned.count { $0.unsupported != nil }
    let adapters = header.adapters.map { $0.version.isEmpty ? $0.name : "\($0.name) \($0.version)" }
    return "rogues \(header.version): \(String.counted(header.planned.count, "case")), "
      + (unsupported > 0 ? "\(unsupported) of them unsupported, " : "")
      + "\(adapters.joined(separator: ", ").printable()), seed \(header.seed.printable())\n"
  }

  /// The line of a case where every one is shown, and the blocks of a scenario when its last case is over.
  private mutating func texts(for result: CaseResult, earlier: Verdict?) -> [String] {
    let verdict = result.judgement.verdict
    guard verdict != .notRun else { return [] }
    let isVerbose = options.verbosity == .verbose
    let isLoud =
      result.gates(strict: options.strict) && !result.isKnown || verdict == .harnessError
      || isVerbose && [.inconclusive, .deviation].contains(verdict)
    // A comparison says at its end what differs; it has blocks only for those who ask for everything.
    let isBlock = isLoud && (isVerbose || ledger.header?.mode != .compare)
    if let earlier {
      let isHeld = groups.revise(result, isLoud: isBlock)
      guard options.verbosity != .quiet, !isHeld else { return [] }
      return [
        "\(earlier.word) no more: \(result.adapter.printable()) \(result.caseID.printable()) is "
          + "\(verdict.word): \(result.judgement.explanation.printable())\n"
      ]
    }
    let ended = groups.add(result, isLoud: isBlock)
    guard options.verbosity != .quiet else { return [] }
    return (isVerbose ? [line(for: result, style)] : []) + ended.map(block)
  }

  private func block(_ group: CaseGroups.Group) -> String { FailureBlock(group: group, style: style).text }

  /// Of the stream that blocks go to.
  private var style: ReportStyle { ledger.header?.mode == .compare ? options.messages : options.results }

  private func line(for result: CaseResult, _ style: ReportStyle) -> String {
    let verdict = result.judgement.verdict
    let word = style.ink(verdict.tint(at: result.level), verdict.word(at: result.level).padded(to: 13))
    return "\(word)  \(result.adapter.printable())  \(result.caseID.printable())  "
      + style.ink(.dim, DurationText.short(milliseconds: result.milliseconds)) + "\n"
      + (options.verbosity == .verbose ? clientChains(of: result, style) : "")
  }

  private func clientChains(of result: CaseResult, _ style: ReportStyle) -> String {
    result.steps.compactMap(\.clientChain).flatMap { $0.drawing(style.glyphs) }
      .map { "  " + style.ink(.dim, $0.label.padded(to: 11)) + "  " + $0.line + "\n" }.joined()
  }

  private func line(for control: ControlResult) -> String {
    let verdict = control.judgement.verdict
    return "\(verdict.word.padded(to: 13))  \(control.adapter.printable())  control (\(control.occasion.rawValue)) "
      + "\(control.key.printable())  \(DurationText.short(milliseconds: control.milliseconds))\n"
  }

  /// The line that says how an adapter did, when its last case is over.
  private mutating func closing(_ result: CaseResult) -> String? {
    guard waiting[result.adapter]?.remove(result.caseID) != nil else { return nil }
    guard waiting[result.adapter]?.isEmpty == true, showsMessages else { return nil }
    let entries = ledger.entries.filter { $0.adapter == result.adapter }
    return "\(result.adapter.printable()): \(RunSummary.phrase(entries, options.messages))\n"
  }
}

extension RunEvent {
  fileprivate var isLast: Bool {
    if case .finished = self { return true }
    return false
  }
}
