internal import RogueModel
internal import RogueReports

extension RunOptions.ReportRequest.Kind {
  /// What writes a report of this kind when a run is over.
  ///
  /// - Parameter strict: a deviation fails as well; for logs that do not say.
  /// - Returns: nil for a folder of pages, which is no one text.
  func recorder(strict: Bool, write: @escaping ReportWriter) -> (any Recorder)? {
    switch self {
    case .junit: JUnitRecorder(strict: strict, write: write)
    case .gitlab: JUnitRecorder(strict: strict, flavour: .gitlab, write: write)
    case .markdown: WholeRunRecorder(strict: strict, write: write) { MarkdownReport.text($0) }
    case .github: WholeRunRecorder(strict: strict, write: write) { GitHubReport.summary($0) }
    case .annotations: WholeRunRecorder(strict: strict, write: write) { GitHubReport.annotations($0) }
    case .tap: WholeRunRecorder(strict: strict, write: write) { TAPReport.text($0) }
    case .ctrf: WholeRunRecorder(strict: strict, write: write) { CTRFReport.text($0) }
    case .sarif: WholeRunRecorder(strict: strict, write: write) { SARIFReport.text($0) }
    case .html: nil
    case .badge: WholeRunRecorder(strict: strict, write: write) { BadgeReport.text($0) }
    }
  }

  /// Whether a file that is there already is appended to: a step of GitHub shares its summary with others.
  var appends: Bool { self == .github }
}
