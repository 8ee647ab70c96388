/// A place in a text file: where a finding points to.
public struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
  /// The path as the user gave it, or relative to the catalogue's root.
  public var file: String
  /// 1-based line.
  public var line: Int
  /// 1-based column, counted in Unicode scalars.
  public var column: Int

  public init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  public var description: String { "\(file):\(line):\(column)" }
}
