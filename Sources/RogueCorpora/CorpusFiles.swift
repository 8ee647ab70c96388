public import RogueModel

/// Reads the files of a corpus; the composition root says how.
public struct CorpusFiles: Sendable {
  /// The content of a file below the corpus's folder, or of the corpus itself for an empty path. Throws `bad-data` if it cannot
  /// be read.
  public var read: @Sendable (_ path: String) throws(HarnessFailure) -> [UInt8]

  /// Whether there is a file at that path.
  public var exists: @Sendable (_ path: String) -> Bool
  public var isFolder: @Sendable (_ path: String) -> Bool

  public init(
    read: @escaping @Sendable (_ path: String) throws(HarnessFailure) -> [UInt8],
    exists: @escaping @Sendable (_ path: String) -> Bool,
    isFolder: @escaping @Sendable (_ path: String) -> Bool = { _ in false }
  ) {
    self.read = read
    self.exists = exists
    self.isFolder = isFolder
  }

  /// The corpus at a path: the form follows from the files that are there.
  ///
  /// - Parameter name: of the file or folder, for messages.
  public func corpus(named name: String) throws(HarnessFailure) -> Corpus {
    if exists(PKITS.index) { return try PKITS.corpus(self) }
    if exists(PEMFolder.index) { return try PEMFolder.corpus(self, named: name) }
    guard exists(""), !isFolder("") else {
      throw HarnessFailure(
        .badData,
        "\(name): no corpus: a file of x509-limbo (JSON), or a folder with \(PKITS.index) (PKITS) or \(PEMFolder.index) (PEM files)"
      )
    }
    return try Limbo.corpus(self, named: name)
  }

  /// Without a byte order mark.
  static func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
  }

  /// The blocks of PEM with a label; nil: one of them cannot be decoded, and a chain without it would be another chain.
  static func blocks(_ label: PEM.Label, in bytes: [UInt8]) -> [[UInt8]]? {
    let text = bytes.filter { $0 != UInt8(ascii: "\r") }
    let blocks = PEM.decode(label, in: text)
    let begun = String(decoding: text, as: UTF8.self).ranges(of: "-----BEGIN \(label.rawValue)-----").count
    return begun == blocks.count ? blocks : nil
  }

  /// A JSON file, with the position of a mistake in it.
  func json(_ path: String, named name: String) throws(HarnessFailure) -> JSON {
    let bytes = Self.withoutMark(try read(path))
    do throws(JSON.ParseError) {
      return try JSON(parsing: bytes)
    } catch {
      let before = bytes.prefix(error.offset)
      let line = before.count { $0 == UInt8(ascii: "\n") } + 1
      let column = before.count - (before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0) + 1
      throw HarnessFailure(.badData, "\(name):\(line):\(column): \(error.message)")
    }
  }
}

/// One object of a corpus's JSON, whose mistakes are reported with its place.
struct CorpusObject {
  var json: JSON
  /// Such as `limbo.json: testcases[3] (pathlen::x)`.
  var place: String

  func problem(_ text: String) -> HarnessFailure { HarnessFailure(.badData, "\(place): \(text)") }

  func text(_ key: String) throws(HarnessFailure) -> String {
    guard let text = json[key]?.string else { throw problem("'\(key)' is missing, or is no text") }
    return text
  }

  func optionalText(_ key: String) throws(HarnessFailure) -> String? {
    switch json[key] {
    case nil, .null?: return nil
    case .string(let text)?: return text
    default: throw problem("'\(key)' is neither a text nor null")
    }
  }

  func texts(_ key: String) throws(HarnessFailure) -> [String] {
    switch json[key] {
    case nil, .null?: return []
    case .array(let values)?:
      let texts = values.compactMap(\.string)
      guard texts.count == values.count else { throw problem("'\(key)' is not a list of texts") }
      return texts
    default: throw problem("'\(key)' is not a list of texts")
    }
  }

  func bool(_ key: String) throws(HarnessFailure) -> Bool {
    guard let value = json[key]?.bool else { throw problem("'\(key)' is missing, or is neither true nor false") }
    return value
  }

  /// The one PEM block of a text.
  func pem(_ label: PEM.Label, _ text: String, _ key: String) throws(HarnessFailure) -> [UInt8] {
    let blocks = CorpusFiles.blocks(label, in: Array(text.utf8)) ?? []
    guard blocks.count == 1 else {
      throw problem("'\(key)' has \(blocks.count) blocks of PEM '\(label.rawValue)' where one is expected")
    }
    return blocks[0]
  }

  func pems(_ label: PEM.Label, _ key: String) throws(HarnessFailure) -> [[UInt8]] {
    var blocks: [[UInt8]] = []
    for text in try texts(key) { blocks.append(try pem(label, text, key)) }
    return blocks
  }
}
