internal import RogueModel

/// A report over a whole run, in one file: a KIND of `--report KIND=PATH`.
public struct WholeReport: Sendable {
  public let name: String
  /// Appends to a file that exists: a step of GitHub shares its summary with others.
  public let appends: Bool
  public let write: WholeRunRecorder.Report

  private init(_ name: String, appends: Bool = false, _ write: @escaping WholeRunRecorder.Report) {
    self.name = name
    self.appends = appends
    self.write = write
  }

  /// In the order of the help.
  public static let all = [
    WholeReport("junit", JUnitReport.write),
    WholeReport("gitlab") { run, write throws(HarnessFailure) in
      try JUnitReport.write(run, flavour: .gitlab, to: write)
    },
    WholeReport("github", appends: true, GitHubReport.writeSummary),
    WholeReport("annotations", GitHubReport.writeAnnotations),
    WholeReport("markdown") { run, write throws(HarnessFailure) in try MarkdownReport.write(run, to: write) },
    WholeReport("sarif", SARIFReport.write),
    WholeReport("ctrf", CTRFReport.write),
    WholeReport("tap", TAPReport.write),
    WholeReport("badge", BadgeReport.write),
  ]
}
