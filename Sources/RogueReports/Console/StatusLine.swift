import RogueModel

/// The one line on a terminal that says how far a run is.
struct StatusLine: Sendable {
  private let style: ReportStyle
  private var planned = 0
  private var done = 0
  private var counts: [Verdict: Int] = [:]
  /// Cases in flight, in the order in which they began.
  private var running: [String] = []
  private var isOnScreen = false
  private var shown = ""

  init(style: ReportStyle) { self.style = style }

  /// - Parameter earlier: the verdict of a case that was judged before, and counts once.
  mutating func add(_ event: RunEvent, earlier: Verdict? = nil) {
    switch event {
    case .started(let header): planned = header.planned.filter { $0.unsupported == nil }.count
    case .caseStarted(let adapter, let caseID, let isControl):
      running.append(Self.name(adapter, caseID, isControl: isControl))
    case .controlFinished(let result): end(Self.name(result.adapter, result.key, isControl: true))
    case .caseFinished(let result):
      end(Self.name(result.adapter, result.caseID, isControl: false))
      count(result, earlier)
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
  mutating func draw() -> String? {
    let line = text
    guard !isOnScreen || line != shown else { return nil }
    isOnScreen = true
    shown = line
    return "\r\u{1b}[2K" + line
  }

  /// At most one column less than the terminal is wide: a full line would wrap on some.
  var text: String {
    let glyphs = style.glyphs
    var parts = ["\(done)/\(planned)"]
    for verdict in Verdict.worstFirst where !verdict.isGood && verdict != .unsupported {
      if let count = counts[verdict] { parts.append("\(count) \(verdict.word)") }
    }
    if let latest = running.last {
      let others = running.count > 1 ? " +\(running.count - 1)" : ""
      parts.append(latest + others)
    }
    return parts.joined(separator: " \(glyphs.dot) ").truncated(to: style.width - 1, ellipsis: glyphs.ellipsis)
  }

  private mutating func count(_ result: CaseResult, _ earlier: Verdict?) {
    let verdict = result.judgement.verdict
    guard verdict.kind != .notRun else { return }
    if earlier == nil { done += 1 }
    guard result.level != .may else { return }
    if let earlier {
      counts[earlier, default: 1] -= 1
      if counts[earlier] == 0 { counts[earlier] = nil }
    }
    counts[verdict, default: 0] += 1
  }

  private mutating func end(_ name: String) {
    if let index = running.firstIndex(of: name) { running.remove(at: index) }
  }

  private static func name(_ adapter: String, _ caseID: String, isControl: Bool) -> String {
    "\(adapter): \(isControl ? "control " : "")\(caseID)".printable()
  }
}
