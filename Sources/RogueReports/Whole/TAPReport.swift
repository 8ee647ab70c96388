import RogueModel

/// A run as TAP, version 13: what every reader knows, and version 14 includes.
///
/// A failure that only informs, or that the baseline knows, is a `TODO`: readers do not count it.
public enum TAPReport {
  public static func text(_ run: RunRecord) -> String {
    var lines = ["TAP version 13", "1..\(run.items.count)"]
    for (index, item) in run.items.enumerated() { lines += Self.lines(run, item, index + 1) }
    if !run.footer.complete { lines.append("Bail out! the run was cut short") }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func lines(_ run: RunRecord, _ item: RunRecord.Item, _ number: Int) -> [String] {
    let status = run.status(item)
    let name = escaped("\(item.adapter) \(item.caseID)")
    switch status {
    case .passed: return ["ok \(number) - \(name)"]
    case .skipped where [.unsupported, .notAsked].contains(item.judgement.verdict):
      return ["ok \(number) - \(name) # SKIP \(escaped(item.judgement.verdict.rawValue))"]
    case .skipped:
      let why = item.result?.isKnown ?? false ? "known: \(item.result?.baseline?.why ?? "")" : "for information"
      return ["not ok \(number) - \(name) # TODO \(escaped(why))"] + details(item)
    case .failed, .error: return ["not ok \(number) - \(name)"] + details(item)
    }
  }

  private static func details(_ item: RunRecord.Item) -> [String] {
    var members: [JSON.Member] = [
      .init("verdict", .string(item.judgement.verdict.rawValue)), .init("message", .string(item.message)),
      .init("level", .string(item.level.rawValue)), .init("severity", JSON(item.severity?.rawValue)),
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
