public import RogueModel

/// The canonical record of a run: JSON Lines, one header, one line for each control and case, the plan in lines of some
/// hundred cases, one footer.
///
/// Every other report is a function of the same events, so that a log is enough to build them again. A log without a
/// footer is a run that was cut off, and reads as an error.
public enum EventLog {
  /// Raised whenever an older reader would misunderstand a log.
  public static let format = 1
  /// So many planned cases are in one line, so that no line grows with the plan.
  static let longestPlan = 500

  /// The `type` of each line.
  enum LineType: String, CaseIterable {
    case header = "run"
    case control
    case caseResult = "case"
    /// The plan, or a part of it. It comes just before the footer, so that a program that reads the log while it is written,
    /// such as the client under test, learns nothing about cases to come.
    case plan
    case footer = "end"
  }

  /// The line of a case, without its end.
  public static func line(of result: CaseResult) -> String { result.json(isRevision: false).line }
}
