import RogueModel

/// How far a run is: what the status line and the page say of it.
struct RunProgress: Sendable {
  /// Cases in flight, in the order in which they began.
  private var running: [(name: String, since: Int)] = []
  /// Since the run began.
  var seconds = 0

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

  var isIdle: Bool { running.isEmpty }

  /// `120/460 cases after 20 s, about 50 s left`.
  func parts(_ rows: CaseRows) -> [String] {
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
  var longest: String? {
    guard let oldest = running.first, seconds - oldest.since >= 5 else { return nil }
    return "waits \(seconds - oldest.since) s for \(oldest.name)"
  }

  /// What runs now, in one phrase; nil: nothing.
  var current: String? {
    guard let shown = longest ?? running.last?.name else { return nil }
    return shown + (running.count > 1 ? " +\(running.count - 1)" : "")
  }

  private mutating func end(_ name: String) {
    if let index = running.firstIndex(where: { $0.name == name }) { running.remove(at: index) }
  }

  private static func name(_ adapter: String, _ caseID: String, isControl: Bool) -> String {
    "\(adapter): \(isControl ? "control " : "")\(caseID)".printable()
  }
}
