import RogueModel

/// The one line on a terminal that says how far a run is.
struct StatusLine: Sendable {
  private let style: ReportStyle
  private var progress = RunProgress()
  private var isOnScreen = false
  private var shown = ""

  init(style: ReportStyle) { self.style = style }

  /// Since the run began.
  var seconds: Int {
    get { progress.seconds }
    set { progress.seconds = newValue }
  }

  mutating func add(_ event: RunEvent) { progress.add(event) }

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
    var parts = progress.parts(rows)
    for verdict in Verdict.worstFirst where !verdict.isGood && verdict.kind != .notRun {
      if let count = rows.counts[verdict], count > 0 { parts.append("\(count) \(verdict.word)") }
    }
    if let current = progress.current { parts.append(current) }
    return parts.joined(separator: " \(glyphs.dot) ").truncated(to: style.width - 1, ellipsis: glyphs.ellipsis)
  }

  /// The same as a line of its own; nil: nothing runs.
  func report(_ rows: CaseRows) -> String? {
    guard !progress.isIdle else { return nil }
    return (progress.parts(rows) + [progress.longest].compactMap(\.self)).joined(separator: ", ")
  }
}
