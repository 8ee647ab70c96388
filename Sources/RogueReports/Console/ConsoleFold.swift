import RogueModel

/// The console as a function: an event in, text for two streams out.
struct ConsoleFold: Sendable {
  enum Output: Sendable, Hashable {
    case result(String)
    case message(String)
  }

  private let options: ConsoleOptions
  private let table: RunTable
  private var status: StatusLine
  private var groups = CaseGroups()
  /// Since the run began, and when something was last shown.
  private var seconds = 0
  private var lastShown = 0

  /// - Parameter table: the run's, which records each event before.
  init(options: ConsoleOptions, table: RunTable) {
    self.options = options
    self.table = table
    status = StatusLine(style: options.messages)
  }

  mutating func outputs(for event: RunEvent) throws(HarnessFailure) -> [Output] {
    status.add(event)
    var outputs: [Output] = []
    switch event {
    case .started(let header):
      groups.begin(header.planned)
      if showsMessages { outputs.append(.message(opening(header))) }
    case .caseStarted, .caseWaits: break
    case .controlFinished(let result):
      if options.verbosity == .verbose { outputs.append(show(line(for: result))) }
    case .caseFinished(let result):
      guard let row = rows.row(of: result) else { break }
      for text in try texts(for: result, row) { outputs.append(show(text)) }
      if row.earlier == nil, let text = closing(row) { outputs.append(.message(text)) }
    case .finished:
      let left = groups.end()
      if options.verbosity != .quiet { for group in left { outputs.append(show(try block(group))) } }
      let summary = RunSummary(
        rows: rows, strict: options.strict, style: options.results, shown: options.conclusion)
      outputs.append(.result(summary.text(isQuiet: options.verbosity == .quiet)))
    }
    if !outputs.isEmpty { lastShown = seconds }
    return withStatus(outputs, isLast: event.isLast)
  }

  /// The status line with the time, or where there is none a line after ten silent seconds.
  mutating func beat(seconds: Int) -> [Output] {
    self.seconds = seconds
    status.seconds = seconds
    guard showsMessages else { return [] }
    if options.progress == .live { return status.draw(rows).map { [.message($0)] } ?? [] }
    guard seconds - lastShown >= Self.silence, let text = status.report(rows) else { return [] }
    lastShown = seconds
    return [.message(text + "\n")]
  }

  private static let silence = 10

  private var rows: CaseRows { table.rows }

  /// Text that takes the status line away; nil when it is not there.
  mutating func clear() -> String? { status.erase() }

  /// The status line is erased before other output and redrawn after it.
  private mutating func withStatus(_ outputs: [Output], isLast: Bool) -> [Output] {
    guard options.progress == .live, showsMessages else { return outputs }
    var framed: [Output] = []
    if let erase = status.erase(), !outputs.isEmpty || isLast { framed.append(.message(erase)) }
    framed += outputs
    if !isLast, let draw = status.draw(rows) { framed.append(.message(draw)) }
    return framed
  }

  private var showsMessages: Bool { options.progress != .none && options.verbosity != .quiet }

  /// Comparisons keep standard output for the matrix.
  private func show(_ text: String) -> Output {
    rows.header?.mode == .compare ? .message(text) : .result(text)
  }

  private func opening(_ header: RunHeader) -> String {
    let unsupported = header.planned.count { $0.unsupported != nil }
    let adapters = header.adapters.map { $0.version.isEmpty ? $0.name : "\($0.name) \($0.version)" }
    return "rogues \(header.version): \(String.counted(header.planned.count, "case")), "
      + (unsupported > 0 ? "\(unsupported) of them unsupported, " : "")
      + "\(adapters.joined(separator: ", ").printable()), seed \(header.seed.printable())\n"
  }

  /// The line of a case where every one is shown, and the blocks of a scenario when its last case is over.
  private mutating func texts(for result: CaseResult, _ row: CaseRow) throws(HarnessFailure) -> [String] {
    let verdict = result.judgement.verdict
    guard verdict != .notRun else { return [] }
    let isVerbose = options.verbosity == .verbose
    let isLoud =
      result.gates(strict: options.strict) && !result.isKnown || verdict == .harnessError
      || isVerbose && (verdict == .inconclusive || verdict == .deviation)
    // A comparison lists the differences at its end; it has blocks only on request.
    let isBlock = isLoud && (isVerbose || rows.header?.mode != .compare)
    if let earlier = row.earlier {
      let isHeld = groups.revise(result, isLoud: isBlock)
      guard options.verbosity != .quiet, !isHeld else { return [] }
      return [
        "\(earlier.word) no more: \(result.adapter.printable()) \(result.caseID.printable()) is "
          + "\(verdict.word): \(result.judgement.explanation.printable())\n"
      ]
    }
    let ended = groups.add(result, isAwaited: row.isAwaited, isLoud: isBlock)
    guard options.verbosity != .quiet else { return [] }
    let blocks = try ended.map { (group) throws(HarnessFailure) in try block(group) }
    return (isVerbose ? [line(for: result, style)] : []) + blocks
  }

  private func block(_ group: CaseGroups.Ended) throws(HarnessFailure) -> String {
    FailureBlock(group: try group.group(table), style: style, isFull: options.verbosity == .verbose)
      .text
  }

  /// Of the stream that blocks go to.
  private var style: ReportStyle { rows.header?.mode == .compare ? options.messages : options.results }

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
  private func closing(_ row: CaseRow) -> String? {
    let rows = rows
    // The end of a run says the same.
    guard rows.header?.mode == .compare, row.isAwaited, rows.left[row.adapter] == 0, showsMessages else { return nil }
    let own = rows.lazy.filter { $0.adapter == row.adapter }
    return "\(row.adapter.printable()): \(RunSummary.phrase(own, options.messages))\n"
  }
}

extension RunEvent {
  fileprivate var isLast: Bool {
    if case .finished = self { return true }
    return false
  }
}
