public import RogueModel

/// A run as JUnit XML: one suite for each adapter, one test case for each case.
///
/// The document keeps to the `junit-10.xsd` of Jenkins' xUnit plugin, which is stricter than other readers: no
/// properties inside a test case, no `file` or `line`, times with three decimals. The flavour for GitLab has a `file` for
/// each test case, which GitLab links to.
///
/// How a verdict reads in JUnit's four words:
///
/// | verdict | element |
/// |---|---|
/// | pass, deviation | none; a deviation, and a pass at the second try after a late answer, say why in `system-out` |
/// | deviation in a strict run | `failure` |
/// | a wrong decision of the client | `failure` |
/// | error, unstable, harness-error, inconclusive, not-run | `error` |
/// | unsupported, unexercised | `skipped` |
/// | any of these but pass, unsupported and unexercised, at level may | `skipped`, its message begins with "informational" |
/// | a failure that the baseline knows | `skipped`, its message begins with "known" |
///
/// The last row because readers turn every `failure` red, and a scenario on which good validators differ never gates. A
/// inconclusive is an `error` because a green test that proves nothing is the worst answer that a report can give.
public enum JUnitReport {
  /// Whose reader the document is for.
  public enum Flavour: Sendable {
    /// Any: the strictest schema.
    case strict
    case gitlab
  }

  public static func write(
    _ run: RunRecord, flavour: Flavour, to write: ReportWriter
  ) throws(HarnessFailure) {
    let all = run.rows.reduce(into: [:]) { $0[run.status($1), default: 0] += 1 }
    try write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="rogues" tests="\(run.rows.count)" failures="\(all[.failed] ?? 0)" errors="\(all[.error] ?? 0)" \
      time="\(seconds(run.footer.milliseconds))">

      """)
    for adapter in run.header.adapters {
      // In the order of the plan, with planned cases that have no result.
      let rows = run.rows.lazy.filter { $0.adapter == adapter.name }
      try write(opening(adapter, rows, run))
      for row in rows {
        let element =
          try run.result(of: row).map { Element($0, strict: run.header.strict, namesFile: flavour == .gitlab) }
          ?? Element(row)
        try write(element.xml)
      }
      try write("  </testsuite>\n")
    }
    try write("</testsuites>\n")
  }

  /// For any reader.
  public static func write(_ run: RunRecord, to write: ReportWriter) throws(HarnessFailure) {
    try self.write(run, flavour: .strict, to: write)
  }

  private static func opening(
    _ adapter: AdapterDescription, _ rows: some Sequence<CaseRow>, _ run: RunRecord
  ) -> String {
    let counts = rows.reduce(into: [:]) { $0[run.status($1), default: 0] += 1 }
    func count(_ status: CaseStatus) -> Int { counts[status] ?? 0 }
    var properties = [
      ("adapter.door", adapter.door.rawValue), ("adapter.library", adapter.library),
      ("adapter.version", adapter.version), ("rogues.version", run.header.version),
      ("rogues.mode", run.header.mode.rawValue), ("rogues.seed", run.header.seed),
      ("rogues.clock", run.header.clock.description), ("rogues.complete", run.footer.complete ? "true" : "false"),
    ]
    if adapter.connections != .started { properties.append(("adapter.connections", adapter.connections.description)) }
    if let owner = adapter.unverifiedOwner { properties.append(("adapter.owner", owner)) }
    // ISO 8601 without a zone, as the schemas have it: in UTC.
    let started = run.header.started.description.dropLast()
    let lines = properties.map {
      "      <property name=\"\(XMLText.attribute($0))\" value=\"\(XMLText.attribute($1))\"/>\n"
    }
    return """
        <testsuite name="\(XMLText.attribute(adapter.name))" tests="\(counts.values.reduce(0, +))" \
      failures="\(count(.failed))" errors="\(count(.error))" skipped="\(count(.skipped))" \
      time="\(seconds(rows.reduce(0) { $0 + $1.milliseconds }))" \
      timestamp="\(started)">
          <properties>
      \(lines.joined())    </properties>

      """
  }

  /// Seconds with three decimals.
  static func seconds(_ milliseconds: Int) -> String {
    let rest = String(abs(milliseconds) % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }
}
