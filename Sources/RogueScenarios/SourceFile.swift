internal import RogueYAML

/// A file of the catalogue, read but not yet understood.
public struct SourceFile: Sendable {
  /// As the user is shown it; a scenario's id is checked against its last two parts.
  public var path: String
  public var bytes: [UInt8]
  /// The user named the file, wherever it is: its path does not determine its id.
  public var isNamed: Bool

  public init(path: String, bytes: [UInt8], isNamed: Bool = false) {
    self.path = path
    self.bytes = bytes
    self.isNamed = isNamed
  }

  /// Bytes that a file may have; readers need not take in more than one byte beyond it.
  public static let maximumBytes = YAMLParser.maximumBytes

  private var parts: [Substring] { path.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) } }

  /// The last part without its `.yaml`.
  var stem: String { Self.stem(parts.last ?? "") }

  /// The required id of a scenario or table in this file: its folder's name and its own, or its own without a folder.
  public var scenarioID: String {
    let parts = parts
    guard parts.count >= 2, parts[parts.count - 2] != ".", parts[parts.count - 2] != ".." else { return stem }
    return "\(parts[parts.count - 2])/\(stem)"
  }

  /// The name of the folder that the file is in; empty without a folder.
  var folderName: String { parts.dropLast().last.map(String.init) ?? "" }

  /// The path of the file's folder.
  var folder: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func stem(_ name: Substring) -> String {
    String(name.hasSuffix(".yaml") ? name.dropLast(5) : name)
  }
}
