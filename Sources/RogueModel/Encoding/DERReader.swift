/// Reads DER from outside: OCSP requests, private keys, and certificates that may be wrong on purpose.
///
/// It accepts only definite lengths inside the input and one-octet tags, and returns nil for everything else. It never
/// recurses, so the caller controls the depth.
package struct DERReader {
  private var rest: ArraySlice<UInt8>
  private let lengths: Lengths

  package enum Lengths: Sendable {
    /// As short as they can be (X.690, section 10.1).
    case minimal
    /// Longer ones too, as BER has them.
    case any
  }

  package struct Value {
    package let tag: DERTag
    package let content: ArraySlice<UInt8>
    /// With tag and length.
    package let encoding: ArraySlice<UInt8>
  }

  package init(_ bytes: [UInt8], lengths: Lengths = .minimal) { self.init(bytes[...], lengths: lengths) }

  package init(_ bytes: ArraySlice<UInt8>, lengths: Lengths = .minimal) {
    rest = bytes
    self.lengths = lengths
  }

  package var isAtEnd: Bool { rest.isEmpty }

  /// The tag of the next value.
  package var nextTag: DERTag? { rest.first.map(DERTag.init(rawValue:)) }

  /// Takes the next value.
  package mutating func next() -> Value? {
    guard rest.count >= 2, let tag = nextTag, tag.rawValue & 0x1f != 0x1f else { return nil }
    var position = rest.startIndex + 2
    var length = Int(rest[rest.startIndex + 1])
    if length >= 0x80 {
      let octets = length & 0x7f
      // Seven octets fit into the number, and are far above any cap that a caller has.
      guard (1...7).contains(octets), rest.endIndex - position >= octets else { return nil }
      length = rest[position..<position + octets].reduce(0) { $0 << 8 | Int($1) }
      guard lengths == .any || rest[position] != 0 && length >= 0x80 else { return nil }
      position += octets
    }
    guard rest.endIndex - position >= length else { return nil }
    let end = position + length
    defer { rest = rest[end...] }
    return Value(tag: tag, content: rest[position..<end], encoding: rest[rest.startIndex..<end])
  }

  /// Takes the next value if it has this tag, and returns a reader of its content.
  package mutating func constructed(_ tag: DERTag) -> DERReader? {
    primitive(tag).map { DERReader($0, lengths: lengths) }
  }

  /// Takes the next value if it has this tag, and returns its content.
  package mutating func primitive(_ tag: DERTag) -> ArraySlice<UInt8>? {
    guard nextTag == tag else { return nil }
    return next()?.content
  }

  /// Takes the next value, whatever it is; false at the end, or if it is malformed.
  package mutating func skip() -> Bool { next() != nil }
}
