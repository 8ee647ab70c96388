/// Reads YAML 1.1 as far as descriptions need it: one document, unique text keys, no tags, no merge keys.
///
/// Everything that a hostile file could do to a reader is bounded: its size, its depth, and the nodes that aliases
/// multiply it to.
public enum YAMLParser {
  /// Bytes that a file may have; larger ones are refused unread.
  public static let maximumBytes = 1 << 20
  /// Levels of nesting, aliases expanded.
  public static let maximumDepth = 64
  /// Scalars, sequences and mappings of a file, aliases expanded.
  public static let maximumNodes = 100_000

  /// The tree of a file.
  ///
  /// - Parameters:
  ///   - bytes: The file's content, UTF-8 with or without a byte order mark.
  ///   - file: The path that messages show.
  public static func parse(_ bytes: [UInt8], file: String) throws(YAMLError) -> YAMLNode {
    guard bytes.count <= maximumBytes else {
      let source = YAMLSource(unreadFile: file)
      throw YAMLError(
        .tooLarge, at: YAMLPosition(source: source, line: 1, column: 1, length: 1),
        "the file has \(bytes.count) bytes, more than the \(maximumBytes) that are read")
    }
    let text = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? Array(bytes.dropFirst(3)) : bytes
    let source = YAMLSource(file: file, bytes: text)
    try TextCheck.check(text, source: source)
    var builder: TreeBuilder
    do throws(EventStream.Fault) {
      builder = TreeBuilder(events: try EventStream(text), source: source)
    } catch {
      throw YAMLError(.noMemory, at: YAMLPosition(source: source, line: 1, column: 1, length: 1), error.problem)
    }
    return try builder.document()
  }
}
