internal import RogueModel
internal import RogueReports
internal import RogueScenarios

extension Gallery {
  /// The kinds of files and messages that have a schema.
  public static let schemaNames = SchemaDocument.allCases.map(\.rawValue) + [log]
  private static let log = "log"

  /// Prints a JSON Schema.
  public static func schema(_ name: String) -> ExitStatus {
    let document = SchemaDocument(rawValue: name)?.json(vocabulary: .known) ?? (name == log ? LogSchema.document : nil)
    guard let document else { return .usage }
    do throws(HarnessFailure) {
      try StandardWriters.output(document.pretty)
      return .asExpected
    } catch {
      return report(error)
    }
  }
}
