/// How the console shows a run.
public struct ConsoleOptions: Sendable, Hashable {
  public enum Progress: Sendable, Hashable {
    /// One status line, rewritten in place.
    case live
    /// A line where something is over.
    case plain
    case none
  }

  /// The end of a comparison.
  public enum Conclusion: Sendable, Hashable {
    case matrix(MatrixOptions)
    /// The caller reports the results.
    case nothing
  }

  public enum Verbosity: Sendable, Hashable {
    /// The summary only.
    case quiet
    /// Failures as they happen.
    case normal
    /// Every case.
    case verbose
  }

  public var progress: Progress
  public var verbosity: Verbosity
  /// Style of what goes to standard output.
  public var results: ReportStyle
  /// Style of what goes to standard error.
  public var messages: ReportStyle
  /// A deviation counts as a failure.
  public var strict: Bool
  public var conclusion: Conclusion

  public init(
    progress: Progress = .plain, verbosity: Verbosity = .normal, results: ReportStyle = .init(),
    messages: ReportStyle = .init(), strict: Bool = false, conclusion: Conclusion = .matrix(MatrixOptions())
  ) {
    self.progress = progress
    self.verbosity = verbosity
    self.results = results
    self.messages = messages
    self.strict = strict
    self.conclusion = conclusion
  }
}
