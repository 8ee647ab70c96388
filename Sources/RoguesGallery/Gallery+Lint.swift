internal import RogueModel
internal import RogueScenarios

extension Gallery {
  /// Checks files, and reports errors with positions.
  public static func lint(_ request: LintRequest, terminal: TerminalOptions) -> ExitStatus {
    do throws(HarnessFailure) {
      let root = try Catalogues.find(explicit: request.catalogues)
      let linted = try LintedFiles(root, extra: request.files)
      let findings = linted.findings
      if request.json {
        try StandardWriters.output(JSON.array(findings.map(json)).pretty)
      } else {
        for finding in findings { try StandardWriters.output(finding.rendered) }
        try StandardWriters.error(conclusion(findings, files: linted.count))
      }
      return findings.contains { $0.severity == .error } ? .badData : .asExpected
    } catch {
      return report(error)
    }
  }

  private static func conclusion(_ findings: [Finding], files: Int) -> String {
    let errors = findings.count { $0.severity == .error }
    let warnings = findings.count - errors
    let checked = "\(files) \(files == 1 ? "file" : "files") checked: "
    return checked + "\(errors) \(errors == 1 ? "error" : "errors"), \(warnings) "
      + "\(warnings == 1 ? "warning" : "warnings")\n"
  }

  private static func json(_ finding: Finding) -> JSON {
    [
      "severity": .string(finding.severity.rawValue),
      "file": JSON(finding.location?.file),
      "line": JSON(finding.location?.line),
      "column": JSON(finding.location?.column),
      "message": .string(finding.message),
      "help": JSON(finding.help),
    ]
  }
}
