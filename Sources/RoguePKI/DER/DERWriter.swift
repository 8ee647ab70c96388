internal import RogueModel

/// Writes DER (X.690) and does not check that the parts belong together.
///
/// It is the project's own writer, because a library that writes correct certificates refuses to write wrong ones, and
/// because OpenSSL's takes ten times as long as the signature. Constructed values are written in place: the length is
/// filled in when the closure returns, and moves the content only if it needs more than one byte.
struct DERWriter {
  private(set) var bytes: [UInt8]

  init(capacity: Int = 256) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  /// The bytes that `body` writes.
  static func bytes(capacity: Int = 256, _ body: (inout DERWriter) -> Void) -> [UInt8] {
    var writer = DERWriter(capacity: capacity)
    body(&writer)
    return writer.bytes
  }

  /// Whatever is already encoded, or no DER at all.
  mutating func raw(_ encoded: [UInt8]) { bytes += encoded }

  mutating func constructed(_ tag: DERTag, _ body: (inout DERWriter) -> Void) {
    bytes.append(tag.rawValue)
    bytes.append(0)
    let start = bytes.count
    body(&self)
    let length = bytes.count - start
    if length < 0x80 {
      bytes[start - 1] = UInt8(length)
    } else {
      bytes.replaceSubrange(start - 1..<start, with: Self.length(length))
    }
  }

  mutating func sequence(_ body: (inout DERWriter) -> Void) { constructed(.sequence, body) }

  mutating func primitive(_ tag: DERTag, _ content: [UInt8]) {
    bytes.append(tag.rawValue)
    if content.count < 0x80 { bytes.append(UInt8(content.count)) } else { bytes += Self.length(content.count) }
    bytes += content
  }

  mutating func text(_ tag: DERTag, _ text: String) {
    bytes.append(tag.rawValue)
    let count = text.utf8.count
    if count < 0x80 { bytes.append(UInt8(count)) } else { bytes += Self.length(count) }
    bytes.append(contentsOf: text.utf8)
  }

  mutating func boolean(_ value: Bool) { primitive(.boolean, [value ? 0xff : 0]) }

  mutating func null() { primitive(.null, []) }

  /// A small non-negative integer.
  mutating func integer(_ value: Int) {
    var magnitude: [UInt8] = []
    var rest = value
    repeat {
      magnitude.insert(UInt8(truncatingIfNeeded: rest), at: 0)
      rest >>= 8
    } while rest > 0
    unsignedInteger(magnitude)
  }

  /// A non-negative integer of any size, big-endian.
  mutating func unsignedInteger(_ magnitude: [UInt8]) {
    let significant = magnitude.drop { $0 == 0 }
    let needsZero = (significant.first ?? 0x80) & 0x80 != 0
    primitive(.integer, (needsZero ? [0] : []) + significant)
  }

  /// A bit string of whole bytes.
  mutating func bitString(_ content: [UInt8]) {
    bytes.append(DERTag.bitString.rawValue)
    let count = content.count + 1
    if count < 0x80 { bytes.append(UInt8(count)) } else { bytes += Self.length(count) }
    bytes.append(0)
    bytes += content
  }

  /// A bit string of named bits, trailing zeros removed as X.690, section 11.2.2 wants it.
  mutating func namedBits(_ bits: Set<Int>) {
    guard let last = bits.max() else { return primitive(.bitString, [0]) }
    var content = [UInt8](repeating: 0, count: last / 8 + 1)
    for bit in bits { content[bit / 8] |= 0x80 >> UInt8(bit % 8) }
    primitive(.bitString, [UInt8(7 - last % 8)] + content)
  }

  /// The length octets of a definite length (X.690, section 8.1.3).
  static func length(_ count: Int) -> [UInt8] {
    guard count >= 0x80 else { return [UInt8(count)] }
    var octets: [UInt8] = []
    var rest = count
    while rest > 0 {
      octets.insert(UInt8(truncatingIfNeeded: rest), at: 0)
      rest >>= 8
    }
    return [0x80 | UInt8(octets.count)] + octets
  }
}
