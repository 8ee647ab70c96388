public import RogueModel

/// One file of a page.
public struct PageFile: Sendable, Hashable {
  /// Relative to the page's folder, with `/` between its parts.
  public var path: String
  public var bytes: [UInt8]

  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  public init(path: String, text: String) { self.init(path: path, bytes: Array(text.utf8)) }

  /// The bytes as UTF-8.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// How a page at this depth names a file of the folder's root: "../../".
  static func up(from path: String) -> String { String(repeating: "../", count: path.count { $0 == "/" }) }
}

/// Writes one file of a page. The caller supplies it, so that a test can collect the page.
public typealias PageWriter = @Sendable (PageFile) throws(HarnessFailure) -> Void
