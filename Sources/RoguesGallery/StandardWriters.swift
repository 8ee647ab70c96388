internal import RogueModel
internal import RoguePlatform
internal import RogueReports

/// The two standard streams as writers of reports.
enum StandardWriters {
  static let output: ReportWriter = { text throws(HarnessFailure) in try write(text, .output) }
  static let error: ReportWriter = { text throws(HarnessFailure) in try write(text, .error) }

  private static func write(_ text: String, _ stream: StandardStream) throws(HarnessFailure) {
    do throws(SystemError) {
      try stream.write(text)
    } catch {
      throw HarnessFailure(.files, error.description)
    }
  }
}
