public import RogueModel

/// A run as SARIF 2.1.0, for code scanning: a rule for each scenario that failed, a result for each adapter and verdict.
///
/// Failures that the baseline knows are suppressed results. What GitHub reads of it is all there: `security-severity`, one
/// physical location, and a fingerprint that stays the same from run to run.
public enum SARIFReport {
  public static func write(_ run: RunRecord, to write: @escaping ReportWriter) throws(HarnessFailure) {
    let failures = run.entries.indices.lazy.filter { place in
      let entry = run.entries[place]
      return [.failed, .error].contains(run.status(entry)) || entry.isKnown
    }
    let groups = run.groups(of: failures)
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
    for group in groups where rules[run.entries[group.first].scenario] == nil {
      rules[run.entries[group.first].scenario] = rules.count
      try document.add(rule(try run.item(group.first)))
    }
    for _ in 0..<3 { try document.end() }
    try document.add(
      [
        [
          "executionSuccessful": .bool(run.footer.complete),
          "arguments": .array(run.header.arguments.map(JSON.string)),
        ]
      ], "invocations")
    try document.beginList("results")
    for group in groups {
      let item = try run.item(group.first)
      try document.add(result(item, cases: group.count, rules[item.scenario] ?? 0))
    }
    for _ in 0..<4 { try document.end() }
  }

  private static func rule(_ item: RunRecord.Item) -> JSON {
    let title = item.result?.title ?? item.scenario
    let why = item.result?.why ?? title
    return [
      "id": .string(item.scenario), "shortDescription": ["text": .string(title)],
      "fullDescription": ["text": .string(why)],
      "help": ["text": .string("\(why)\n\nrogues explain \(item.scenario)")],
      "properties": [
        "security-severity": .string(score(item.severity)),
        "tags": ["security", "tls", .string(String(item.scenario.prefix { $0 != "/" }))],
      ],
    ]
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

  private static func result(_ item: RunRecord.Item, cases count: Int, _ rule: Int) -> JSON {
    let location = item.result?.location
    let cases =
      count > 1 ? " In \(count) cases, such as \(item.caseID)." : " In \(item.caseID)."
    let again = item.result.map { " Again: \($0.reproduce)" } ?? ""
    let region: JSON = [
      "startLine": .integer(Int64(location?.line ?? 1)), "startColumn": .integer(Int64(location?.column ?? 1)),
      "endLine": .integer(Int64(location?.line ?? 1)), "endColumn": .integer(Int64((location?.column ?? 1) + 1)),
    ]
    var members: [JSON.Member] = [
      .init("ruleId", .string(item.scenario)), .init("ruleIndex", .integer(Int64(rule))),
      .init("level", item.level == .must ? "error" : "warning"),
      .init("message", ["text": .string("\(item.adapter): \(item.message).\(cases)\(again)")]),
      .init(
        "locations",
        [["physicalLocation": ["artifactLocation": ["uri": .string(uri(location, item.scenario))], "region": region]]]),
      .init(
        "partialFingerprints",
        [
          "primaryLocationLineHash": .string("\(item.adapter):\(item.scenario):\(item.judgement.verdict.rawValue)")
        ]),
    ]
    if let baseline = item.result?.baseline, baseline.state == .known {
      members.append(
        .init("suppressions", [["kind": "external", "justification": .string(baseline.why ?? "")]]))
    }
    return .object(members)
  }

  /// A path within a repository: a location elsewhere is refused.
  private static func uri(_ location: SourceLocation?, _ scenario: String) -> String {
    let fallback = "Scenarios/\(scenario.prefix { $0 != "[" }).yaml"
    guard let file = location?.file, !file.hasPrefix("/"), !file.hasPrefix("../") else { return encoded(fallback) }
    return encoded(file)
  }

  private static func encoded(_ path: String) -> String {
    var encoded = ""
    for byte in path.utf8 {
      let isSafe =
        (0x61...0x7a).contains(byte) || (0x41...0x5a).contains(byte) || (0x30...0x39).contains(byte)
        || "-._~/".utf8.contains(byte)
      if isSafe {
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        encoded += "%" + Hexadecimal.encode([byte]).uppercased()
      }
    }
    return encoded
  }
}
