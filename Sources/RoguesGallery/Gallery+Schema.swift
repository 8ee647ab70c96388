internal import RogueModel
internal import RogueScenarios

extension Gallery {
  /// The kinds of files and messages that have a schema.
  public static let schemaNames = SchemaDocument.allCases.map(\.rawValue)

  /// Prints a JSON Schema.
  public static func schema(_ name: String) -> ExitStatus {
    guard let document = SchemaDocument(rawValue: name) else { return .usage }
    do throws(HarnessFailure) {
      try StandardWriters.output(document.json(vocabulary: .known).pretty)
      return .asExpected
    } catch {
      return report(error)
    }
  }
}
