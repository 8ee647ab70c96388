import RogueModel

/// The one line on a terminal that says how far a run is.
struct StatusLine: Sendable {
  private let style: ReportStyle
  /// Cases in flight, in the order in which they began.
  private var running: [String] = []
  private var isOnScreen = false
  private var shown = ""

  init(style: ReportStyle) { self.style = style }

  mutating func add(_ event: RunEvent) {
    switch event {
    case .started: break
    case .caseStarted(let adapter, let caseID, let isControl):
      running.append(Self.name(adapter, caseID, isControl: isControl))
    case .controlFinished(let result): end(Self.name(result.adapter, result.key, isControl: true))
    case .caseFinished(let result): end(Self.name(result.adapter, result.caseID, isControl: false))
    case .finished: running = []
    }
  }

  /// Text that removes the line from the screen; nil when it is not there.
  mutating func erase() -> String? {
    guard isOnScreen else { return nil }
    isOnScreen = false
    return "\r\u{1b}[2K"
  }

  /// Text that replaces the line on the screen; nil if nothing changed.
  mutating func draw(_ rows: CaseRows) -> String? {
    let line = text(rows)
    guard !isOnScreen || line != shown else { return nil }
    isOnScreen = true
    shown = line
    return "\r\u{1b}[2K" + line
  }

  /// At most one column less than the terminal is wide: a full line would wrap on some.
  private func text(_ rows: CaseRows) -> String {
    let glyphs = style.glyphs
    var parts = ["\(rows.awaited - rows.left.values.reduce(0, +))/\(rows.awaited)"]
    for verdict in Verdict.worstFirst where !verdict.isGood && verdict.kind != .notRun {
      if let count = rows.counts[verdict], count > 0 { parts.append("\(count) \(verdict.word)") }
    }
    if let latest = running.last {
      let others = running.count > 1 ? " +\(running.count - 1)" : ""
      parts.append(latest + others)
    }
    return parts.joined(separator: " \(glyphs.dot) ").truncated(to: style.width - 1, ellipsis: glyphs.ellipsis)
  }

  private mutating func end(_ name: String) {
    if let index = running.firstIndex(of: name) { running.remove(at: index) }
  }

  private static func name(_ adapter: String, _ caseID: String, isControl: Bool) -> String {
    "\(adapter): \(isControl ? "control " : "")\(caseID)".printable()
  }
}
