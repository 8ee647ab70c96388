import RogueModel

/// How far a run is: what the status line and the page say of it.
struct RunProgress: Sendable {
  private struct Running {
    var name: String
    var since: Int
    /// Until when it waits for a date or a time, and for what; nil: it works.
    var wait: (until: Int, what: String)?
  }

  /// Cases in flight, in the order in which they began.
  private var running: [Running] = []
  /// Since the run began.
  var seconds = 0

  mutating func add(_ event: RunEvent) {
    switch event {
    case .started: break
    case .caseStarted(let adapter, let caseID, let isControl):
      running.append(Running(name: Self.name(adapter, caseID, isControl: isControl), since: seconds))
    case .caseWaits(let adapter, let caseID, let isControl, let length, let delay):
      let name = Self.name(adapter, caseID, isControl: isControl)
      if let index = running.firstIndex(where: { $0.name == name }) {
        running[index].wait = (seconds + length, delay.awaited)
      }
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

  /// What the run waits for: the client or the control that has taken longest, after a few seconds, and whether that waits
  /// for a date itself: `24 s until the certificate 'leaf' expires, for curl: …`.
  var longest: String? {
    guard let oldest = running.first else { return nil }
    // Without a terminal it is asked every ten seconds, often as long as the wait: its end is still what was waited for.
    if let wait = oldest.wait, wait.until + 2 > seconds {
      return "\(max(1, wait.until - seconds)) s \(wait.what.printable()), for \(oldest.name)"
    }
    guard seconds - oldest.since >= 5 else { return nil }
    return "waits \(seconds - oldest.since) s for \(oldest.name)"
  }

  /// What runs now, in one phrase; nil: nothing.
  var current: String? {
    // While others work, they are what runs.
    let working = running.last { ($0.wait?.until ?? 0) <= seconds }?.name
    let isWaiting = running.first.map { ($0.wait?.until ?? 0) > seconds } ?? false
    guard let shown = (isWaiting ? working : nil) ?? longest ?? running.last?.name else { return nil }
    return shown + (running.count > 1 ? " +\(running.count - 1)" : "")
  }

  private mutating func end(_ name: String) {
    if let index = running.firstIndex(where: { $0.name == name }) { running.remove(at: index) }
  }

  private static func name(_ adapter: String, _ caseID: String, isControl: Bool) -> String {
    "\(adapter): \(isControl ? "control " : "")\(caseID)".printable()
  }
}
