public import RogueModel

extension RunDiff {
  public func text(style: ReportStyle) -> String {
    var lines = [title, ""]
    for kind in Kind.allCases {
      let shown = rows.filter { $0.kind == kind && $0.level != .may }
      guard !shown.isEmpty || [.regressed, .fixed].contains(kind) else { continue }
      let ink: Ink.Tint =
        switch kind {
        case .regressed where !shown.isEmpty: .alarm
        case .unproven: .yellow
        case .fixed: .green
        default: .dim
        }
      lines.append(style.ink(ink, "\(kind.meaning) (\(shown.count))"))
      // Of scenarios that one of them does not have, one line each is too much.
      let isList = kind == .new || kind == .gone
      var table = TextTable()
      for row in isList ? Array(shown.prefix(10)) : shown {
        let change = isList ? row.before + row.after : "\(row.before) \(style.glyphs.arrow) \(row.after)"
        table.add(
          row.level.rawValue, row.severity.rawValue, row.scenario.printable(), row.adapter.printable(),
          change, Self.places(of: row))
      }
      lines += table.lines(indent: "  ")
      if isList, shown.count > 10 { lines.append("  and \(shown.count - 10) more") }
      lines.append("")
    }
    let informational = rows.count { $0.level == .may }
    if informational > 0 { lines += ["for information (\(informational)): level may; --json has them", ""] }
    lines.append(conclusion)
    return lines.joined(separator: "\n") + "\n"
  }

  var title: String {
    let names = after.header.adapters.map { adapter -> String in
      let earlier =
        before.header.adapters.count == 1
        ? before.header.adapters[0] : before.header.adapters.first { $0.name == adapter.name }
      guard let earlier else { return "\(adapter.name) \(adapter.version)" }
      let change =
        earlier.version == adapter.version && earlier.name == adapter.name
        ? adapter.version
        : earlier.name == adapter.name
          ? "\(earlier.version) to \(adapter.version)" : "\(earlier.version) to \(adapter.name) \(adapter.version)"
      return "\(earlier.name) \(change)"
    }
    let origin =
      Origin.difference(before.header, after.header) == nil ? "same catalogue" : "ANOTHER CATALOGUE OR VERSION"
    return "\(names.joined(separator: ", ").printable()); rogues \(after.header.version.printable()), \(origin), "
      + "\(String.counted(common, "case")) in both"
  }

  private var conclusion: String {
    if hasRegressed { return "regressed: exit status 1" }
    return isUnproven ? "nothing regressed, but something is no longer judged: exit status 2" : "nothing regressed"
  }

  /// Which of the scenario's cases: all, or their axes.
  static func places(of row: Row) -> String {
    guard row.cases.count < row.among else { return row.among > 1 ? "in all \(row.among) cases" : "" }
    let axes = row.cases.prefix(3).map { $0.dropFirst($0.prefix { $0 != "[" }.count) }.joined(separator: " ")
    return "in \(row.cases.count) of \(row.among): \(axes.printable())\(row.cases.count > 3 ? " …" : "")"
  }

  public var json: JSON {
    [
      "before": json(before), "after": json(after), "common": .integer(Int64(common)),
      "regressed": .bool(hasRegressed),
      "rows": .array(
        rows.map { row in
          [
            "kind": .string(row.kind.rawValue), "adapter": .string(row.adapter), "scenario": .string(row.scenario),
            "level": .string(row.level.rawValue), "severity": .string(row.severity.rawValue),
            "before": .string(row.before), "after": .string(row.after), "cases": .array(row.cases.map(JSON.string)),
          ]
        }),
    ]
  }

  private func json(_ side: Side) -> JSON {
    [
      "log": .string(side.name), "version": .string(side.header.version), "catalogue": JSON(side.header.catalogue),
      "adapters": .array(
        side.header.adapters.map { ["name": .string($0.name), "version": .string($0.version)] }),
    ]
  }
}
