public import RogueModel

/// A run as SARIF 2.1.0, for code scanning: a rule for each scenario that failed, a result for each adapter and verdict.
///
/// Failures that the baseline knows are suppressed results. What GitHub reads of it is all there: `security-severity`, one
/// physical location, and a fingerprint that stays the same from run to run.
public enum SARIFReport {
  public static func write(_ run: RunRecord, to write: @escaping ReportWriter) throws(HarnessFailure) {
    let failures = run.rows.indices.lazy.filter { place in
      let row = run.rows[place]
      return [.failed, .error].contains(run.status(row)) || row.isKnown
    }
    let groups = run.rows.groups(of: failures)
    var document = JSONDocument(write)
    try document.beginObject()
    try document.add("https://json.schemastore.org/sarif-2.1.0.json", "$schema")
    try document.add("2.1.0", "version")
    try document.beginList("runs")
    try document.beginObject()
    try document.beginObject("tool")
    try document.beginObject("driver")
    try document.add("rogues", "name")
    try document.add(.string(run.header.version), "version")
    try document.beginList("rules")
    var rules: [String: Int] = [:]
    for group in groups where rules[run.rows[group.first].scenario] == nil {
      let row = run.rows[group.first]
      rules[row.scenario] = rules.count
      try document.add(rule(row, try run.result(of: row)))
    }
    for _ in 0..<3 { try document.end() }
    try document.add(
      [
        [
          "executionSuccessful": .bool(run.footer.complete),
          "arguments": .array(run.header.arguments.map(JSON.string)),
        ]
      ], "invocations")
    let unverified = run.header.adapters.filter { $0.unverifiedOwner != nil }.map(\.name)
    if !unverified.isEmpty {
      try document.add(["unverifiedOwner": .array(unverified.map(JSON.string))], "properties")
    }
    let own = ownFile(run.header.arguments)
    try document.beginList("results")
    for group in groups {
      let row = run.rows[group.first]
      try document.add(failure(row, try run.result(of: row), cases: group.count, rules[row.scenario] ?? 0, own))
    }
    for _ in 0..<4 { try document.end() }
  }

  private static func rule(_ row: CaseRow, _ result: CaseResult?) -> JSON {
    let title = result?.title ?? row.scenario
    let why = result?.why ?? title
    let references = result?.references ?? []
    let fix = result?.fix.map { "\n\nFix: \($0)" } ?? ""
    let shown = references.map { text in
      ScenarioPage.address(of: text).map { "- [\(markdown(text))](\($0))" } ?? "- \(markdown(text))"
    }
    var members: [JSON.Member] = [
      .init("id", .string(row.scenario)), .init("shortDescription", ["text": .string(title)]),
      .init("fullDescription", ["text": .string(why)]),
      .init(
        "help",
        [
          "text": .string("\(why)\(fix)\n\nrogues explain \(row.scenario)"),
          "markdown": .string(
            "\(markdown(why + fix))\n\n`rogues explain \(row.scenario)`\n\n" + shown.joined(separator: "\n")),
        ]),
      .init(
        "properties",
        [
          "security-severity": .string(score(row.severity)),
          "tags": ["security", "tls", .string(String(row.scenario.prefix { $0 != "/" }))],
        ]),
    ]
    if let address = references.lazy.compactMap(ScenarioPage.address(of:)).first {
      members.append(.init("helpUri", .string(address)))
    }
    return .object(members)
  }

  /// Text that Markdown does not interpret.
  private static func markdown(_ text: String) -> String {
    text.map { "\\`*_[]<>#".contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  /// Of GitHub's scale: above 9 is critical, from 7 high, from 4 medium.
  private static func score(_ severity: Severity) -> String {
    switch severity {
    case .critical: "9.5"
    case .high: "8.0"
    case .medium: "5.5"
    case .low: "2.0"
    }
  }

  private static func failure(_ row: CaseRow, _ result: CaseResult?, cases count: Int, _ rule: Int, _ own: String)
    -> JSON
  {
    let location = result?.location.isWithin ?? false ? result?.location : nil
    let cases =
      count > 1 ? " In \(count) cases, such as \(row.caseID)." : " In \(row.caseID)."
    let again = result.map { " Again: \($0.reproduce)" } ?? ""
    // To the end of its line.
    let region: JSON = [
      "startLine": .integer(Int64(location?.line ?? 1)), "startColumn": .integer(Int64(location?.column ?? 1)),
    ]
    var members: [JSON.Member] = [
      .init("ruleId", .string(row.scenario)), .init("ruleIndex", .integer(Int64(rule))),
      .init("level", row.level == .must ? "error" : "warning"),
      .init("message", ["text": .string("\(row.adapter): \(row.message(result)).\(cases)\(again)")]),
      .init(
        "locations",
        [
          [
            "physicalLocation": [
              "artifactLocation": ["uri": .string((location?.file ?? own).percentEncoded(keeping: "/"))],
              "region": region,
            ]
          ]
        ]),
      .init(
        "partialFingerprints",
        [
          "primaryLocationLineHash": .string("\(row.adapter):\(row.scenario):\(row.verdict.rawValue)")
        ]),
    ]
    if let baseline = result?.baseline, baseline.state == .known {
      members.append(
        .init("suppressions", [["kind": "external", "justification": .string(baseline.why ?? "")]]))
    }
    return .object(members)
  }

  /// The file of the user's that a failure in a scenario from elsewhere is about: the adapter, if the command line names one
  /// by a path, or the settings.
  private static func ownFile(_ arguments: [String]) -> String {
    for (place, argument) in arguments.enumerated() {
      var value = argument
      if let equals = argument.firstIndex(of: "="), argument[..<equals] == "--adapter" {
        value = String(argument[argument.index(after: equals)...])
      } else if place == 0 || !["-a", "--adapter"].contains(arguments[place - 1]) {
        continue
      }
      while value.hasPrefix("./") { value.removeFirst(2) }
      if value != argument || value.contains("/"), !value.hasPrefix("/"), !value.hasPrefix("../") { return value }
    }
    return "rogues.yaml"
  }
}

extension SourceLocation {
  /// In the user's repository: code scanning refuses a location elsewhere. What pip has installed below it is not the user's.
  var isWithin: Bool {
    !file.hasPrefix("/") && !file.hasPrefix("../") && !"/\(file)".contains("/share/rogues/")
  }
}
