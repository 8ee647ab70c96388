internal import RogueModel

/// The part of Apple's XML property lists that a file of pins needs (plist(5)): dictionaries, arrays and data.
///
/// `PropertyListSerialization` is Foundation's, which makes every start of the command slower, and `MarkupReader` is in a
/// target above this one.
indirect enum PropertyList: Sendable, Hashable {
  case dictionary([String: PropertyList])
  case array([PropertyList])
  case data([UInt8])

  // MARK: Writing

  private static let head = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">

    """

  /// The whole file, in UTF-8.
  var xml: [UInt8] { Array((Self.head + element + "</plist>\n").utf8) }

  private var element: String {
    switch self {
    case .dictionary(let entries):
      let lines = entries.sorted { $0.key < $1.key }.map { "<key>\(Self.escaped($0))</key>\n\($1.element)" }
      return "<dict>\n\(lines.joined())</dict>\n"
    case .array(let values): return "<array>\n\(values.map(\.element).joined())</array>\n"
    case .data(let bytes): return "<data>\(Base64.encode(bytes))</data>\n"
    }
  }

  private static func escaped(_ text: String) -> String {
    text.map { character in
      switch character {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      default: String(character)
      }
    }.joined()
  }

  // MARK: Reading

  /// Nil if the bytes are not a whole property list, or if there is anything else in it.
  init?(xml: [UInt8]) {
    guard let text = String(validating: xml, as: UTF8.self) else { return nil }
    var reader = Reader(rest: text[...])
    guard let list = reader.document() else { return nil }
    self = list
  }

  private struct Reader {
    var rest: Substring
    /// How deep values may be nested: a file of pins has three levels.
    private static let deepest = 16

    init(rest: Substring) { self.rest = rest }

    mutating func document() -> PropertyList? {
      guard take("<?xml"), skip(beyond: "?>") else { return nil }
      space()
      if take("<!DOCTYPE"), !skip(beyond: ">") { return nil }
      space()
      guard take("<plist"), skip(beyond: ">"), let value = value(0) else { return nil }
      space()
      guard take("</plist>") else { return nil }
      space()
      return rest.isEmpty ? value : nil
    }

    private mutating func value(_ depth: Int) -> PropertyList? {
      guard depth < Self.deepest else { return nil }
      space()
      if take("<dict/>") { return .dictionary([:]) }
      if take("<array/>") { return .array([]) }
      if take("<data/>") { return .data([]) }
      if take("<dict>") { return dictionary(depth) }
      if take("<array>") { return array(depth) }
      if take("<data>") { return data() }
      return nil
    }

    private mutating func dictionary(_ depth: Int) -> PropertyList? {
      var entries: [String: PropertyList] = [:]
      while true {
        space()
        if take("</dict>") { return .dictionary(entries) }
        guard take("<key>"), let key = text(until: "</key>"), let value = value(depth + 1) else { return nil }
        entries[key] = value
      }
    }

    private mutating func array(_ depth: Int) -> PropertyList? {
      var values: [PropertyList] = []
      while true {
        space()
        if take("</array>") { return .array(values) }
        guard let value = value(depth + 1) else { return nil }
        values.append(value)
      }
    }

    private mutating func data() -> PropertyList? {
      guard let text = text(until: "</data>") else { return nil }
      return Base64.decode(text.filter { !$0.isWhitespace }).map { .data($0) }
    }

    private mutating func text(until end: String) -> String? {
      guard let range = rest.firstRange(of: end) else { return nil }
      let text = rest[..<range.lowerBound]
      rest = rest[range.upperBound...]
      guard !text.contains("<") else { return nil }
      return String(text).replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
    }

    private mutating func take(_ prefix: String) -> Bool {
      guard rest.hasPrefix(prefix) else { return false }
      rest = rest.dropFirst(prefix.count)
      return true
    }

    private mutating func skip(beyond end: String) -> Bool {
      guard let range = rest.firstRange(of: end) else { return false }
      rest = rest[range.upperBound...]
      return true
    }

    private mutating func space() { rest = rest.drop(while: \.isWhitespace) }
  }
}
