/// Puts what one side sends into records, sealed once there are keys (RFC 8446, section 5.1).
package struct RecordWriter {
  /// The longest plaintext of a record, in bytes.
  package static let longestContent = 16_384

  /// Later records are written under these keys.
  package var sealer: RecordSealer?
  private var output: [UInt8] = []

  package init() {}

  /// False when sealing failed, which it does not with keys of the right length.
  package mutating func write(_ type: ContentType, _ content: [UInt8], version: UInt16 = 0x0303) -> Bool {
    var rest = content[...]
    repeat {
      let part = rest.prefix(Self.longestContent)
      rest = rest.dropFirst(Self.longestContent)
      if let sealer {
        guard sealer.seal(type, part, into: &output) else { return false }
      } else {
        output += [type.rawValue, UInt8(version >> 8), UInt8(truncatingIfNeeded: version)]
        output += [UInt8(part.count >> 8), UInt8(truncatingIfNeeded: part.count)]
        output += part
      }
    } while !rest.isEmpty
    return true
  }

  /// Never sealed: it announces that later records are.
  package mutating func writeChangeCipherSpec(version: UInt16 = 0x0303) {
    output += [ContentType.changeCipherSpec.rawValue, UInt8(version >> 8), UInt8(truncatingIfNeeded: version), 0, 1, 1]
  }

  /// The bytes since the last call.
  package mutating func take() -> [UInt8] {
    defer { output = [] }
    return output
  }
}
