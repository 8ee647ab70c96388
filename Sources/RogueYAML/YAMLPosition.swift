/// The position of a node, for carets.
public struct YAMLPosition: Sendable, Equatable {
  public var source: YAMLSource
  /// 1-based.
  public var line: Int
  /// 1-based, counted in Unicode scalars.
  public var column: Int
  /// Columns to underline on that line; 0 where there is no text (a key without a value).
  public var length: Int

  public var file: String { source.file }

  /// The text of the line, without its end.
  public var sourceLine: String? { source.line(line) }

  /// A part of this position's text.
  ///
  /// - Parameters:
  ///   - offset: Columns from the start.
  ///   - length: Columns to underline.
  public func part(at offset: Int, length: Int) -> YAMLPosition {
    YAMLPosition(source: source, line: line, column: column + offset, length: length)
  }
}
