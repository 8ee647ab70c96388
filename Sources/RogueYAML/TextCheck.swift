/// Looks at the bytes before libyaml does, because libyaml's word on an encoding fault has no column and because
/// what cannot be seen in an editor has no place in a description that people review.
enum TextCheck {
  /// Throws at the first byte that is not UTF-8 and the first forbidden character.
  static func check(_ bytes: [UInt8], source: YAMLSource) throws(YAMLError) {
    var line = 1
    var column = 1
    var offset = 0
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte >= 0x20, byte < 0x7f {
        column += 1
        offset += 1
      } else if byte == 0x0a || byte == 0x0d {
        if byte == 0x0d, offset + 1 < bytes.count, bytes[offset + 1] == 0x0a { offset += 1 }
        line += 1
        column = 1
        offset += 1
      } else {
        let position = YAMLPosition(source: source, line: line, column: column, length: 1)
        guard let (scalar, width) = scalar(in: bytes, at: offset) else {
          throw YAMLError(
            .notText, at: position, "the byte 0x\(String(byte, radix: 16)) is not valid UTF-8 here",
            help: "save the file as UTF-8")
        }
        guard scalar == "\t" || isShowable(scalar) else {
          let digits = String(scalar.value, radix: 16, uppercase: true)
          throw YAMLError(
            .notText, at: position,
            "the invisible character U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)",
            help: "remove it, or write it as an escape in double quotes")
        }
        column += 1
        offset += width
      }
    }
  }

  /// False for controls, line separators that editors do not count as line ends, marks that reorder the text around
  /// them (CVE-2021-42574) and byte order marks.
  static func isShowable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7f..<0xa0, 0x200e...0x200f, 0x2028...0x202e, 0x2066...0x2069, 0xfeff, 0xfffe...0xffff: false
    default: true
    }
  }

  /// The scalar that begins at an offset and its bytes; nil when they are not well-formed (Unicode, table 3-7).
  private static func scalar(in bytes: [UInt8], at offset: Int) -> (Unicode.Scalar, Int)? {
    let lead = bytes[offset]
    let width: Int
    let second: ClosedRange<UInt8>
    switch lead {
    case 0..<0x80: return (Unicode.Scalar(lead), 1)
    case 0xc2...0xdf: (width, second) = (2, 0x80...0xbf)
    case 0xe0: (width, second) = (3, 0xa0...0xbf)
    case 0xed: (width, second) = (3, 0x80...0x9f)
    case 0xe1...0xef: (width, second) = (3, 0x80...0xbf)
    case 0xf0: (width, second) = (4, 0x90...0xbf)
    case 0xf1...0xf3: (width, second) = (4, 0x80...0xbf)
    case 0xf4: (width, second) = (4, 0x80...0x8f)
    default: return nil
    }
    guard offset + width <= bytes.count, second.contains(bytes[offset + 1]) else { return nil }
    var value = UInt32(lead) & (0xff >> UInt32(width + 1))
    for byte in bytes[offset + 1..<offset + width] {
      guard byte & 0xc0 == 0x80 else { return nil }
      value = value << 6 | UInt32(byte & 0x3f)
    }
    guard let scalar = Unicode.Scalar(value) else { return nil }
    return (scalar, width)
  }
}
