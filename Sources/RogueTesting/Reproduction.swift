internal import RoguePlatform
internal import Testing

/// How one case is run again, alone and with the same bytes: the command that issues show, and its way back in.
enum Reproduction {
  private static let caseVariable = "ROGUES_CASE"
  private static let seedVariable = "ROGUES_SEED"

  /// The one case that was asked for.
  static var only: String? { value(of: caseVariable) }
  static var seed: String? { value(of: seedVariable) }

  static func command(caseID: String, seed: String) -> String {
    "\(caseVariable)='\(caseID)' \(seedVariable)=\(seed) swift test\(filter)"
  }

  /// The test that is running, by the place where it stands: names may hold anything.
  private static var filter: String {
    guard let test = Test.current else { return "" }
    return " --filter '\(test.sourceLocation.fileName):\(test.sourceLocation.line)'"
  }

  private static func value(of name: String) -> String? {
    guard let value = ProcessEnvironment.value(of: name), !value.isEmpty else { return nil }
    return value
  }
}
