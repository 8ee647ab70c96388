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
/// | false-accept, leak, false-cancel, bad-client-chain, bad-client-hello, certificate-leak | `failure` |
/// | error, harness-error, inconclusive, not-run | `error` |
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
    var counts: [String: Counts] = [:]
    for entry in run.entries { counts[entry.adapter, default: Counts()].add(entry, strict: run.header.strict) }
    let total = run.header.adapters.reduce(into: Counts()) { $0.add(counts[$1.name] ?? Counts()) }
    try write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="rogues" tests="\(total.tests)" failures="\(total.failures)" errors="\(total.errors)" \
      time="\(seconds(run.footer.milliseconds))">

      """)
    for adapter in run.header.adapters {
      try write(opening(adapter, counts[adapter.name] ?? Counts(), run))
      // In the order of the plan, with planned cases that have no result.
      for (place, entry) in run.entries.enumerated() where entry.adapter == adapter.name {
        let item = try run.item(place)
        let element =
          item.result.map { Element($0, strict: run.header.strict, namesFile: flavour == .gitlab) } ?? Element(item)
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

  private static func opening(_ adapter: AdapterDescription, _ counts: Counts, _ run: RunRecord) -> String {
    let properties = [
      ("adapter.door", adapter.door.rawValue), ("adapter.library", adapter.library),
      ("adapter.version", adapter.version), ("rogues.version", run.header.version),
      ("rogues.mode", run.header.mode.rawValue), ("rogues.seed", run.header.seed),
      ("rogues.clock", run.header.clock.description), ("rogues.complete", run.footer.complete ? "true" : "false"),
    ]
    // ISO 8601 without a zone, as the schemas have it: in UTC.
    let started = run.header.started.description.dropLast()
    let lines = properties.map {
      "      <property name=\"\(XMLText.attribute($0))\" value=\"\(XMLText.attribute($1))\"/>\n"
    }
    return """
        <testsuite name="\(XMLText.attribute(adapter.name))" tests="\(counts.tests)" failures="\(counts.failures)" \
      errors="\(counts.errors)" skipped="\(counts.skipped)" time="\(seconds(counts.milliseconds))" \
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
