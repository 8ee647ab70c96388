internal import RoguePlatform
internal import Testing

/// Runs one case again, alone and with the same bytes: builds the command that issues show, and reads its variables.
enum Reproduction {
  private static let caseVariable = "ROGUES_CASE"
  private static let seedVariable = "ROGUES_SEED"

  /// The one case that `ROGUES_CASE` selects.
  static var only: String? { value(of: caseVariable) }
  static var seed: String? { value(of: seedVariable) }

  static func command(caseID: String, seed: String) -> String {
    "\(caseVariable)='\(caseID)' \(seedVariable)=\(seed) swift test\(filter)"
  }

  /// The running test, by its file and line, because its name may contain any character.
  private static var filter: String {
    guard let test = Test.current else { return "" }
    return " --filter '\(test.sourceLocation.fileName):\(test.sourceLocation.line)'"
  }

  private static func value(of name: String) -> String? {
    guard let value = ProcessEnvironment.value(of: name), !value.isEmpty else { return nil }
    return value
  }
}
