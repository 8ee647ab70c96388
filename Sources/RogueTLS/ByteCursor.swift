/// Reads big-endian fields and length-prefixed vectors off a slice, never past its end.
///
/// Every read gives nil when the bytes are not there, which is what hostile length fields come to.
package struct ByteCursor {
  package private(set) var rest: ArraySlice<UInt8>

  package init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  package var isAtEnd: Bool { rest.isEmpty }

  package mutating func uint8() -> UInt8? { rest.popFirst() }

  package mutating func uint16() -> UInt16? {
    guard rest.count >= 2 else { return nil }
    let start = rest.startIndex
    defer { rest.removeFirst(2) }
    return UInt16(rest[start]) << 8 | UInt16(rest[start + 1])
  }

  package mutating func uint24() -> Int? {
    guard rest.count >= 3 else { return nil }
    let start = rest.startIndex
    defer { rest.removeFirst(3) }
    return Int(rest[start]) << 16 | Int(rest[start + 1]) << 8 | Int(rest[start + 2])
  }

  package mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
    guard count <= rest.count else { return nil }
    defer { rest.removeFirst(count) }
    return rest.prefix(count)
  }

  /// A vector with a one-byte length.
  package mutating func vector8() -> ArraySlice<UInt8>? {
    guard let count = uint8() else { return nil }
    return bytes(Int(count))
  }

  /// A vector with a two-byte length.
  package mutating func vector16() -> ArraySlice<UInt8>? {
    guard let count = uint16() else { return nil }
    return bytes(Int(count))
  }

  /// A vector with a three-byte length.
  package mutating func vector24() -> ArraySlice<UInt8>? {
    guard let count = uint24() else { return nil }
    return bytes(count)
  }

  /// Every remaining pair of bytes; an odd byte at the end is left.
  package mutating func remainingUInt16s() -> [UInt16] {
    var result: [UInt16] = []
    result.reserveCapacity(rest.count / 2)
    while let value = uint16() { result.append(value) }
    return result
  }
}
