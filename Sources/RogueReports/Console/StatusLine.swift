import RogueModel

/// The one line on a terminal that says how far a run is.
struct StatusLine: Sendable {
  private let style: ReportStyle
  /// Cases in flight, in the order in which they began.
  private var running: [(name: String, since: Int)] = []
  /// Since the run began.
  var seconds = 0
  private var isOnScreen = false
  private var shown = ""

  init(style: ReportStyle) { self.style = style }

  mutating func add(_ event: RunEvent) {
    switch event {
    case .started: break
    case .caseStarted(let adapter, let caseID, let isControl):
      running.append((Self.name(adapter, caseID, isControl: isControl), seconds))
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
    var parts = progress(rows)
    for verdict in Verdict.worstFirst where !verdict.isGood && verdict.kind != .notRun {
      if let count = rows.counts[verdict], count > 0 { parts.append("\(count) \(verdict.word)") }
    }
    if let shown = longest ?? running.last?.name {
      let others = running.count > 1 ? " +\(running.count - 1)" : ""
      parts.append(shown + others)
    }
    return parts.joined(separator: " \(glyphs.dot) ").truncated(to: style.width - 1, ellipsis: glyphs.ellipsis)
  }

  /// The same as a line of its own; nil: nothing runs.
  func report(_ rows: CaseRows) -> String? {
    guard !running.isEmpty else { return nil }
    var parts = progress(rows)
    if let longest { parts.append(longest) }
    return parts.joined(separator: ", ")
  }

  /// `120/460 cases after 20 s, about 50 s left`.
  private func progress(_ rows: CaseRows) -> [String] {
    let done = rows.awaited - rows.left.values.reduce(0, +)
    guard seconds > 1 else { return ["\(done)/\(rows.awaited)"] }
    var parts = ["\(done)/\(rows.awaited) cases after \(seconds) s"]
    // From a twentieth on, what is left takes about as long a case as what was done.
    if done >= 10, done * 20 >= rows.awaited, done < rows.awaited {
      parts.append("about \(max(1, seconds * (rows.awaited - done) / done)) s left")
    }
    return parts
  }

  /// What the run has waited for longest, after a few seconds.
  private var longest: String? {
    guard let oldest = running.first, seconds - oldest.since >= 5 else { return nil }
    return "waits \(seconds - oldest.since) s for \(oldest.name)"
  }

  private mutating func end(_ name: String) {
    if let index = running.firstIndex(where: { $0.name == name }) { running.remove(at: index) }
  }

  private static func name(_ adapter: String, _ caseID: String, isControl: Bool) -> String {
    "\(adapter): \(isControl ? "control " : "")\(caseID)".printable()
  }
}
