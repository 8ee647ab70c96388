internal import RogueModel
internal import RoguePlatform

/// The folder of event logs without a path of the user's: in the user's cache, which keeps them for a while.
struct RunLogs {
  static let keptDays = 30
  static let keptBytes = 500 << 20

  var folder: String

  /// Nil if the user has no cache folder.
  static var ofThisUser: RunLogs? {
    Files.userCacheDirectory.map { RunLogs(folder: "\($0)/rogues-gallery/runs") }
  }

  /// The name of a run, by the machine's own clock and not by that of `--at`: names sort by age, and no two runs of a
  /// machine share one.
  static func name(_ mode: RunHeader.Mode) -> String {
    let now = "\(Timestamp(secondsSince1970: WallClock.secondsSince1970))".filter { $0 != ":" }
    return "\(now)-\(mode.rawValue)-\(ProcessEnvironment.processID)"
  }

  /// Opens a new log, and removes old ones beyond the limits.
  ///
  /// - Returns: nil if it cannot be written.
  func open(_ name: String) -> FileAppender? {
    guard (try? Files.makeDirectory(folder)) != nil,
      let log = try? FileAppender("\(folder)/\(name).jsonl", isLocked: true)
    else { return nil }
    prune(now: WallClock.secondsSince1970)
    return log
  }

  /// The path of the last run's log; nil: none is remembered, or it went to standard output.
  var last: String? {
    guard let bytes = try? Files.read("\(folder)/last", cap: 1 << 16) else { return nil }
    let path = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first.map(String.init)
    return path.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Remembers the log of a run that gates.
  ///
  /// - Parameter path: nil: it went to standard output, and an older log must not be taken for it.
  func remember(_ path: String?) {
    guard (try? Files.makeDirectory(folder)) != nil else { return }
    let absolute = path.flatMap { try? Files.canonical($0) } ?? ""
    try? Files.write("\(absolute)\n", to: "\(folder)/last", atomically: true)
  }

  /// A sentence about the folder for the user; nil: it was reported before.
  func announcement() -> String? {
    let note = "\(folder)/README"
    guard !Files.exists(note) else { return nil }
    let text = """
      event logs are kept in \(folder) for \(Self.keptDays) days, \(Self.keptBytes >> 20) MB at most; --log PATH puts one \
      elsewhere
      """
    try? Files.write("\(text)\n", to: note)
    return text
  }

  /// Removes what is older than `keptDays`, then the oldest until no more than `keptBytes` are left; never a log that is
  /// being written.
  func prune(now: Int64, keptBytes: Int = Self.keptBytes) {
    var logs: [(path: String, status: Files.Status)] = []
    for entry in (try? Files.list(folder)) ?? [] where entry.kind == .file && entry.path.hasSuffix(".jsonl") {
      let path = "\(folder)/\(entry.path)"
      if let status = try? Files.status(of: path) { logs.append((path, status)) }
    }
    logs.sort { ($0.status.modifiedSince1970, $0.path) < ($1.status.modifiedSince1970, $1.path) }
    var size = logs.reduce(0) { $0 + $1.status.size }
    for log in logs {
      let isOld = now - log.status.modifiedSince1970 > Int64(Self.keptDays) * 86_400
      guard isOld || size > keptBytes else { continue }
      if Files.removeUnlocked(log.path) { size -= log.status.size }
    }
  }
}
