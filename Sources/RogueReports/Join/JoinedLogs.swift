public import RogueModel

/// Several event logs as one: the shards of a run, or runs of different adapters.
///
/// Fails closed: what would make a report look whole that is not is an error (`bad-data`).
public struct JoinedLogs: Sendable {
  public let header: RunHeader
  public let footer: RunFooter
  /// Where `forEach` has seen the lines of cases.
  public let results: CaseLines
  private let logs: [CheckedLog]

  public init(_ logs: [CheckedLog]) throws(HarnessFailure) {
    guard let first = logs.first else { throw HarnessFailure(.badData, "there is no log") }
    let footers = try logs.map { (log) throws(HarnessFailure) in
      guard let footer = log.footer else {
        throw HarnessFailure(.badData, "\(log.name): the log has no footer: the run was cut off")
      }
      return footer
    }
    self.logs = logs
    results = CaseLines(logs.map(\.source.read))
    if logs.contains(where: { $0.header.shard != nil }) {
      try Self.checkShards(logs)
    } else if logs.count == 1 {
      (header, footer) = (first.header, footers[0])
      return
    } else {
      try Self.checkAdapters(logs)
    }
    try Self.checkOrigin(logs)
    (header, footer) = Self.joined(logs, footers)
  }

  /// The events of one run.
  public func forEach(_ body: (RunEvent) throws(HarnessFailure) -> Void) throws(HarnessFailure) {
    try body(.started(header))
    for (number, log) in logs.enumerated() {
      try log.forEach((results, number)) { (event) throws(HarnessFailure) in
        switch event {
        case .started, .finished: break
        case .caseStarted, .caseWaits, .controlFinished, .caseFinished: try body(event)
        }
      }
    }
    try body(.finished(footer))
  }

  /// All shards of one plan, each once.
  private static func checkShards(_ logs: [CheckedLog]) throws(HarnessFailure) {
    var seen: [Int: String] = [:]
    guard let one = logs.lazy.compactMap({ $0.header.shard }).first else { return }
    for log in logs {
      guard let shard = log.header.shard else {
        throw HarnessFailure(
          .badData, "\(log.name): this is the log of a whole run, and \(logs[0].name) is a shard of another")
      }
      guard shard.count == one.count, shard.plan == one.plan else {
        throw HarnessFailure(
          .badData,
          "\(log.name): the shard \(shard) is of another run than \(logs[0].name): scenarios, axes and adapters have to "
            + "be the same")
      }
      if let other = seen.updateValue(log.name, forKey: shard.index) {
        throw HarnessFailure(.badData, "\(log.name): the shard \(shard) is a duplicate of the one in \(other)")
      }
    }
    let missing = (1...one.count).filter { seen[$0] == nil }
    guard missing.isEmpty else {
      let names = missing.prefix(20).map { "\($0)/\(one.count)" }.joined(separator: ", ")
      throw HarnessFailure(
        .badData, "shards are missing: \(names)\(missing.count > 20 ? " and \(missing.count - 20) more" : "")")
    }
  }

  /// No adapter in two logs.
  private static func checkAdapters(_ logs: [CheckedLog]) throws(HarnessFailure) {
    var owners: [String: String] = [:]
    for log in logs {
      for adapter in log.header.adapters {
        if let other = owners.updateValue(log.name, forKey: adapter.name) {
          throw HarnessFailure(
            .badData,
            "\(log.name): \(adapter.name) is in \(other), too; only shards of one run, and runs of different adapters, "
              + "are joined (rogues diff compares two runs)")
        }
      }
    }
  }

  /// The same command and the same catalogue.
  private static func checkOrigin(_ logs: [CheckedLog]) throws(HarnessFailure) {
    let header = logs[0].header
    for log in logs.dropFirst() {
      let other = log.header
      if let difference = Origin.difference(header, other) {
        throw HarnessFailure(.badData, "\(log.name): \(difference) than \(logs[0].name)")
      }
      guard other.mode == header.mode, other.strict == header.strict else {
        throw HarnessFailure(.badData, "\(log.name): another mode, or with another --strict, than \(logs[0].name)")
      }
    }
  }

  private static func joined(_ logs: [CheckedLog], _ footers: [RunFooter]) -> (RunHeader, RunFooter) {
    var header = logs[0].header
    header.shard = nil
    header.planned = logs.flatMap(\.header.planned)
    header.adapters = []
    for adapter in logs.flatMap(\.header.adapters)
    where !header.adapters.contains(where: { $0.name == adapter.name }) {
      header.adapters.append(adapter)
    }
    header.started = logs.map(\.header.started).min() ?? header.started
    var spent: [(activity: String, milliseconds: Int)] = []
    for share in footers.flatMap(\.spent) {
      if let index = spent.firstIndex(where: { $0.activity == share.activity }) {
        spent[index].milliseconds += share.milliseconds
      } else {
        spent.append(share)
      }
    }
    var footer = RunFooter(
      complete: footers.allSatisfy(\.complete), milliseconds: footers.map(\.milliseconds).max() ?? 0,
      spent: spent.sorted { $0.milliseconds > $1.milliseconds },
      counts: footers.reduce(into: [:]) { $0.merge($1.counts, uniquingKeysWith: +) })
    footer.stoppedAtFailure = footers.contains(where: \.stoppedAtFailure)
    for sentence in footers.flatMap(\.shortfall) where !footer.shortfall.contains(sentence) {
      footer.shortfall.append(sentence)
    }
    let baselines = footers.compactMap(\.baseline)
    if let one = baselines.first {
      var problems: [BaselineReport.Problem] = []
      for problem in baselines.flatMap(\.problems) where !problems.contains(problem) { problems.append(problem) }
      footer.baseline = BaselineReport(
        file: one.file, known: baselines.reduce(0) { $0 + $1.known }, problems: problems)
    }
    return (header, footer)
  }
}

/// Where the results of two runs come from.
enum Origin {
  /// Why their cases may differ in meaning, as the beginning of a sentence; nil: they do not, or unknown.
  static func difference(_ left: RunHeader, _ right: RunHeader) -> String? {
    // Behind the version may be the commit; whether it changed a scenario is what the digest says.
    let (one, other) = (left.version.prefix { $0 != "+" }, right.version.prefix { $0 != "+" })
    if one != other { return "rogues \(other) wrote it, another version" }
    guard let first = left.catalogue, let second = right.catalogue, first != second else { return nil }
    return "its scenarios are of another catalogue"
  }
}
