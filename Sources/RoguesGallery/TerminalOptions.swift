/// How results and progress are shown: the user's choices, and the properties of the two output streams.
///
/// Choices and facts are separate, so that the decision (colour or not, live or plain) is a pure function of both and
/// can be tested without a terminal.
public struct TerminalOptions: Sendable, Hashable {
  /// `--color`.
  public enum Color: String, Sendable, Hashable, CaseIterable {
    /// On a terminal, unless `NO_COLOR` or `TERM=dumb` says otherwise.
    case auto
    case always, never
  }

  /// `--progress`.
  public enum Progress: String, Sendable, Hashable, CaseIterable {
    /// One status line, rewritten in place, on a terminal; plain lines elsewhere.
    case auto
    case plain, none
  }

  public enum Verbosity: Int, Sendable, Hashable, Comparable, CaseIterable {
    case quiet, normal, verbose

    public static func < (left: Verbosity, right: Verbosity) -> Bool { left.rawValue < right.rawValue }
  }

  /// The device or file behind one output stream.
  public struct Stream: Sendable, Hashable {
    public var isTerminal: Bool
    /// The columns of the terminal; nil if it is not a terminal, or does not say.
    public var columns: Int?

    public init(isTerminal: Bool = false, columns: Int? = nil) {
      self.isTerminal = isTerminal
      self.columns = columns
    }
  }

  public var color: Color
  public var progress: Progress
  public var verbosity: Verbosity
  /// A comparison shows every scenario, also those that all clients get right.
  public var showsAll = false
  /// A comparison says of every verdict why.
  public var showsNotes = false
  /// A comparison ends with the matrix; false: the caller reports the results.
  package var showsResults = true
  /// Standard output: results.
  public var output: Stream
  /// Standard error: progress and messages.
  public var error: Stream
  /// `NO_COLOR` is set and not empty (no-color.org).
  public var noColor: Bool
  /// `TERM`.
  public var term: String?
  /// The locale's character set is UTF-8.
  public var isUTF8: Bool

  public init(
    color: Color = .auto, progress: Progress = .auto, verbosity: Verbosity = .normal, output: Stream = .init(),
    error: Stream = .init(), noColor: Bool = false, term: String? = nil, isUTF8: Bool = true
  ) {
    self.color = color
    self.progress = progress
    self.verbosity = verbosity
    self.output = output
    self.error = error
    self.noColor = noColor
    self.term = term
    self.isUTF8 = isUTF8
  }

  /// The width if no terminal gives one: a CI log and a README show it without wrapping.
  public static let defaultWidth = 120

  public var colorsOutput: Bool { colors(output) }
  public var colorsError: Bool { colors(error) }

  /// Whether standard error carries the one status line that is rewritten in place.
  public var showsStatusLine: Bool {
    progress == .auto && verbosity > .quiet && error.isTerminal && term != "dumb"
  }

  /// Columns that results may use.
  public var width: Int { max(40, output.columns ?? Self.defaultWidth) }

  private func colors(_ stream: Stream) -> Bool {
    switch color {
    case .always: true
    case .never: false
    case .auto: stream.isTerminal && !noColor && term != "dumb"
    }
  }
}
