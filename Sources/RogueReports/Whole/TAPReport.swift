public import RogueModel

/// A run as TAP, version 13, which every reader knows and version 14 includes.
///
/// A failure that only informs, or that the baseline knows, is a `TODO`: readers do not count it.
public enum TAPReport {
  public static func write(_ run: RunRecord, to write: ReportWriter) throws(HarnessFailure) {
    try write("TAP version 13\n1..\(run.entries.count)\n")
    for place in run.entries.indices {
      for line in try lines(run, place) { try write(line + "\n") }
    }
    if !run.footer.complete { try write("Bail out! the run was cut short\n") }
  }

  private static func lines(_ run: RunRecord, _ place: Int) throws(HarnessFailure) -> [String] {
    let entry = run.entries[place]
    let test = "\(place + 1) - \(escaped("\(entry.adapter) \(entry.caseID)"))"
    switch run.status(entry) {
    case .passed: return ["ok \(test)"]
    case .skipped where [.unsupported, .unexercised].contains(entry.verdict):
      return ["ok \(test) # SKIP \(escaped(entry.verdict.rawValue))"]
    case .skipped:
      let item = try run.item(place)
      let why = entry.isKnown ? "known: \(item.result?.baseline?.why ?? "")" : "for information"
      return ["not ok \(test) # TODO \(escaped(why))"] + details(item)
    case .failed, .error: return ["not ok \(test)"] + details(try run.item(place))
    }
  }

  private static func details(_ item: RunRecord.Item) -> [String] {
    var members: [JSON.Member] = [
      .init("verdict", .string(item.judgement.verdict.rawValue)), .init("message", .string(item.message)),
      .init("level", .string(item.level.rawValue)), .init("severity", .string(item.severity.rawValue)),
    ]
    if let result = item.result {
      members += [
        .init("at", ["file": .string(result.location.file), "line": .integer(Int64(result.location.line))]),
        .init("again", .string(result.reproduce)),
      ]
    }
    // A value of JSON is one of YAML.
    return ["  ---"] + members.map { "  \($0.name): \($0.value.line)" } + ["  ..."]
  }

  /// A description: a hash sign would begin a directive.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.printable().unicodeScalars {
      if scalar == "\\" || scalar == "#" { escaped += "\\" }
      escaped.unicodeScalars.append(scalar)
    }
    return escaped
  }
}
