/// Reads DER that comes from outside, such as an OCSP request.
///
/// Strict and bounded: definite, minimal lengths inside the input only, one-octet tags only; nil for everything else. It
/// never recurses, so depth is the caller's.
struct DERReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  var isAtEnd: Bool { rest.isEmpty }

  /// The tag of the next value.
  var nextTag: DERTag? { rest.first.map(DERTag.init(rawValue:)) }

  /// Takes the next value: its tag, its content, and all of its bytes.
  mutating func next() -> (tag: DERTag, content: ArraySlice<UInt8>, encoding: ArraySlice<UInt8>)? {
    guard rest.count >= 2, let tag = nextTag, tag.rawValue & 0x1f != 0x1f else { return nil }
    var position = rest.startIndex + 2
    var length = Int(rest[rest.startIndex + 1])
    if length >= 0x80 {
      let octets = length & 0x7f
      // Four octets are far above any cap that a caller has.
      guard (1...4).contains(octets), rest.endIndex - position >= octets, rest[position] != 0 else { return nil }
      length = rest[position..<position + octets].reduce(0) { $0 << 8 | Int($1) }
      guard length >= 0x80 else { return nil }
      position += octets
    }
    guard rest.endIndex - position >= length else { return nil }
    let end = position + length
    let value = (tag: tag, content: rest[position..<end], encoding: rest[rest.startIndex..<end])
    rest = rest[end...]
    return value
  }

  /// Takes the next value if it has this tag, and gives a reader of what is inside.
  mutating func constructed(_ tag: DERTag) -> DERReader? { primitive(tag).map { DERReader($0) } }

  /// Takes the next value if it has this tag, and gives its content.
  mutating func primitive(_ tag: DERTag) -> ArraySlice<UInt8>? {
    guard nextTag == tag else { return nil }
    return next()?.content
  }

  /// Takes the next value, whatever it is; false at the end or when it is malformed.
  mutating func skip() -> Bool { next() != nil }
}
