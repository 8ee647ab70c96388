internal import RogueModel
internal import RogueReports

extension RunOptions.ReportRequest.Kind {
  /// Writes a report of this kind at the end of a run; nil for a folder of pages, which is no single text.
  var report: WholeRunRecorder.Report? {
    switch self {
    case .junit: JUnitReport.write
    case .gitlab: { run, write throws(HarnessFailure) in try JUnitReport.write(run, flavour: .gitlab, to: write) }
    case .markdown: { run, write throws(HarnessFailure) in try MarkdownReport.write(run, to: write) }
    case .github: GitHubReport.writeSummary
    case .annotations: GitHubReport.writeAnnotations
    case .tap: TAPReport.write
    case .ctrf: CTRFReport.write
    case .sarif: SARIFReport.write
    case .html: nil
    case .badge: BadgeReport.write
    }
  }

  /// Whether a file that is there already is appended to: a step of GitHub shares its summary with others.
  var appends: Bool { self == .github }
}
