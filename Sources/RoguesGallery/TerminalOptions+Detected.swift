internal import RoguePlatform
package import RogueReports

extension TerminalOptions {
  /// The person's choices with the facts of this process' streams and environment.
  public static func detected(
    color: Color = .auto, progress: Progress = .auto, verbosity: Verbosity = .normal
  ) -> TerminalOptions {
    let noColor = ProcessEnvironment.value(of: "NO_COLOR") ?? ""
    return TerminalOptions(
      color: color, progress: progress, verbosity: verbosity, output: Stream(.output), error: Stream(.error),
      noColor: !noColor.isEmpty, term: ProcessEnvironment.value(of: "TERM"),
      isUTF8: isUTF8(
        locale: ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { ProcessEnvironment.value(of: $0) }.first {
          !$0.isEmpty
        }
      ))
  }

  /// Whether a locale's character set is UTF-8. A missing locale counts as UTF-8: containers and CI mostly set none,
  /// and the programs that show their logs read UTF-8.
  static func isUTF8(locale: String?) -> Bool {
    guard let locale else { return true }
    let name = locale.lowercased()
    return name.contains("utf-8") || name.contains("utf8")
  }

  /// How results look on standard output.
  package var resultStyle: ReportStyle {
    ReportStyle(color: colorsOutput, unicode: isUTF8, width: width, cutsNames: output.isTerminal)
  }

  /// How messages look on standard error.
  var messageStyle: ReportStyle {
    ReportStyle(color: colorsError, unicode: isUTF8, width: error.columns ?? Self.defaultWidth)
  }

  /// How the console shows a run.
  func console(strict: Bool) -> ConsoleOptions {
    let shown: ConsoleOptions.Verbosity =
      switch verbosity {
      case .quiet: .quiet
      case .normal: .normal
      case .verbose: .verbose
      }
    let how: ConsoleOptions.Progress = progress == .none ? .none : showsStatusLine ? .live : .plain
    return ConsoleOptions(
      progress: how, verbosity: shown, results: resultStyle, messages: messageStyle, strict: strict,
      conclusion: showsResults
        ? .matrix(MatrixOptions(showsAll: showsAll || verbosity == .verbose, showsNotes: showsNotes)) : .nothing)
  }
}

extension TerminalOptions.Stream {
  fileprivate init(_ stream: StandardStream) {
    self.init(isTerminal: stream.isTerminal, columns: stream.columns)
  }
}
