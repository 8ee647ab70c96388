#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Standard output or standard error: its kind of file, and writes that report failure.
///
/// Unbuffered, so that a line is on the screen, or in the pipe, when the call returns.
public enum StandardStream: Sendable, Hashable, CaseIterable {
  /// Results.
  case output
  /// Progress and messages.
  case error

  private var descriptor: Int32 {
    switch self {
    case .output: STDOUT_FILENO
    case .error: STDERR_FILENO
    }
  }

  private var name: String {
    switch self {
    case .output: "standard output"
    case .error: "standard error"
    }
  }

  public var isTerminal: Bool { isatty(descriptor) == 1 }

  /// The terminal's width in columns; nil if this is not a terminal, or if it does not say.
  public var columns: Int? {
    var size = winsize()
    guard isTerminal, unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Writes everything.
  public func write(_ text: String) throws(SystemError) {
    guard OpenFile.writeAll(Array(text.utf8), to: descriptor) else { throw .last("cannot write to", name) }
  }
}
