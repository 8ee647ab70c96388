public import RogueModel

/// One file of a page, or a piece of one that is long.
public struct PageFile: Sendable, Hashable {
  /// Relative to the page's folder, with `/` between its parts.
  public var path: String
  public var bytes: [UInt8]
  /// These bytes follow those that were written to this path just before.
  public var continues: Bool

  public init(path: String, bytes: [UInt8], continues: Bool = false) {
    self.path = path
    self.bytes = bytes
    self.continues = continues
  }

  public init(path: String, text: String, continues: Bool = false) {
    self.init(path: path, bytes: Array(text.utf8), continues: continues)
  }

  /// Writes a long file in pieces.
  static func write(
    _ path: String, _ texts: some Sequence<String>, to write: (PageFile) throws(HarnessFailure) -> Void
  ) throws(HarnessFailure) {
    var waiting = ""
    var continues = false
    for text in texts {
      waiting += text
      guard waiting.utf8.count > 1 << 18 else { continue }
      try write(PageFile(path: path, text: waiting, continues: continues))
      (waiting, continues) = ("", true)
    }
    if !waiting.isEmpty || !continues { try write(PageFile(path: path, text: waiting, continues: continues)) }
  }

  /// How a page at this depth names a file of the folder's root: "../../".
  static func up(from path: String) -> String { String(repeating: "../", count: path.count { $0 == "/" }) }
}

/// Writes one file of a page. The caller supplies it, so that a test can collect the page.
public typealias PageWriter = @Sendable (PageFile) throws(HarnessFailure) -> Void
