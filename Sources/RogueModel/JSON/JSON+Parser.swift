extension JSON {
  /// An error of a JSON text, with its position.
  public struct ParseError: Error, Hashable, Sendable, CustomStringConvertible {
    public var message: String
    /// 0-based byte offset.
    public var offset: Int

    public var description: String { "\(message) at byte \(offset)" }
  }

  /// Reads one JSON value that fills the whole text.
  ///
  /// Strict: no comments, no trailing commas, no duplicate names, valid UTF-8, at most `maximumDepth` levels deep.
  public init(parsing text: some Sequence<UInt8>, maximumDepth: Int = 64) throws(ParseError) {
    var parser = Parser(bytes: Array(text), maximumDepth: maximumDepth)
    self = try parser.document()
  }

  /// Reads one JSON value from a string.
  public init(parsing text: String, maximumDepth: Int = 64) throws(ParseError) {
    try self.init(parsing: text.utf8, maximumDepth: maximumDepth)
  }

  private struct Parser {
    let bytes: [UInt8]
    let maximumDepth: Int
    var position = 0

    init(bytes: [UInt8], maximumDepth: Int) {
      self.bytes = bytes
      self.maximumDepth = maximumDepth
    }

    mutating func document() throws(ParseError) -> JSON {
      let value = try value(depth: 0)
      skipSpace()
      guard position == bytes.count else { throw failure("text after the end of the value") }
      return value
    }

    private func failure(_ message: String) -> ParseError { ParseError(message: message, offset: position) }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
      while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d { position += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
      guard next == byte else { return false }
      position += 1
      return true
    }

    private mutating func value(depth: Int) throws(ParseError) -> JSON {
      guard depth <= maximumDepth else { throw failure("nested more than \(maximumDepth) levels deep") }
      skipSpace()
      switch next {
      case nil: throw failure("the text ends where a value is expected")
      case UInt8(ascii: "{"): return try object(depth: depth)
      case UInt8(ascii: "["): return try array(depth: depth)
      case UInt8(ascii: "\""): return .string(try string())
      case UInt8(ascii: "t"): return try word("true", .bool(true))
      case UInt8(ascii: "f"): return try word("false", .bool(false))
      case UInt8(ascii: "n"): return try word("null", .null)
      default: return try number()
      }
    }

    private mutating func word(_ word: String, _ value: JSON) throws(ParseError) -> JSON {
      guard bytes[position...].starts(with: word.utf8) else { throw failure("not a JSON value") }
      position += word.utf8.count
      return value
    }

    private mutating func object(depth: Int) throws(ParseError) -> JSON {
      position += 1
      var members: [Member] = []
      var names: Set<String> = []
      skipSpace()
      if take(UInt8(ascii: "}")) { return .object([]) }
      while true {
        skipSpace()
        guard next == UInt8(ascii: "\"") else { throw failure("a member name in quotes is expected here") }
        let name = try string()
        guard names.insert(name).inserted else { throw failure("the member \"\(name)\" appears twice") }
        skipSpace()
        guard take(UInt8(ascii: ":")) else { throw failure("a colon is expected here") }
        members.append(Member(name, try value(depth: depth + 1)))
        skipSpace()
        if take(UInt8(ascii: "}")) { return .object(members) }
        guard take(UInt8(ascii: ",")) else { throw failure("a comma or } is expected here") }
      }
    }

    private mutating func array(depth: Int) throws(ParseError) -> JSON {
      position += 1
      var values: [JSON] = []
      skipSpace()
      if take(UInt8(ascii: "]")) { return .array([]) }
      while true {
        values.append(try value(depth: depth + 1))
        skipSpace()
        if take(UInt8(ascii: "]")) { return .array(values) }
        guard take(UInt8(ascii: ",")) else { throw failure("a comma or ] is expected here") }
      }
    }

    private mutating func string() throws(ParseError) -> String {
      position += 1
      var utf8: [UInt8] = []
      while true {
        guard let byte = next else { throw failure("a string without an end") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""):
          guard let text = String(validating: utf8, as: UTF8.self) else { throw failure("not valid UTF-8") }
          return text
        case UInt8(ascii: "\\"): try escape(into: &utf8)
        case 0..<0x20: throw failure("a control character in a string")
        default: utf8.append(byte)
        }
      }
    }

    private mutating func escape(into utf8: inout [UInt8]) throws(ParseError) {
      guard let byte = next else { throw failure("a string without an end") }
      position += 1
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): utf8.append(byte)
      case UInt8(ascii: "b"): utf8.append(0x08)
      case UInt8(ascii: "f"): utf8.append(0x0c)
      case UInt8(ascii: "n"): utf8.append(0x0a)
      case UInt8(ascii: "r"): utf8.append(0x0d)
      case UInt8(ascii: "t"): utf8.append(0x09)
      case UInt8(ascii: "u"):
        var code = UInt32(try hexadecimal())
        if (0xd800..<0xdc00).contains(code) {
          guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else { throw failure("half of a surrogate pair") }
          let low = UInt32(try hexadecimal())
          guard (0xdc00..<0xe000).contains(low) else { throw failure("half of a surrogate pair") }
          code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00)
        }
        guard let scalar = Unicode.Scalar(code) else { throw failure("half of a surrogate pair") }
        utf8.append(contentsOf: String(Character(scalar)).utf8)
      default: throw failure("an unknown escape in a string")
      }
    }

    private mutating func hexadecimal() throws(ParseError) -> UInt16 {
      guard position + 4 <= bytes.count,
        bytes[position..<position + 4].allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
        let value = UInt16(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
      else { throw failure("\\u needs four hexadecimal digits") }
      position += 4
      return value
    }

    private mutating func digits() throws(ParseError) {
      let start = position
      while let byte = next, (0x30...0x39).contains(byte) { position += 1 }
      guard position > start else {
        throw failure(start < bytes.count ? "not a JSON value" : "the text ends in a number")
      }
    }

    private mutating func number() throws(ParseError) -> JSON {
      let start = position
      _ = take(UInt8(ascii: "-"))
      let first = position
      try digits()
      guard bytes[first] != UInt8(ascii: "0") || position == first + 1 else {
        throw failure("a number with a leading zero")
      }
      var isInteger = true
      if take(UInt8(ascii: ".")) {
        isInteger = false
        try digits()
      }
      if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
        isInteger = false
        position += 1
        if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
        try digits()
      }
      let text = String(decoding: bytes[start..<position], as: UTF8.self)
      if isInteger, let value = Int64(text) { return .integer(value) }
      guard let value = Double(text), value.isFinite else { throw failure("a number out of range") }
      return .number(value)
    }
  }
}
