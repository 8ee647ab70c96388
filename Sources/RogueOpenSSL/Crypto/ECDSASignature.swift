/// Ecdsa-Sig-Value (RFC 3279, section 2.2.3).
public enum ECDSASignature {
  /// - Parameters: big-endian numbers, not below zero.
  public static func encode(_ r: [UInt8], _ s: [UInt8]) -> [UInt8] {
    let first = integer(r)
    let second = integer(s)
    // Two integers of at most 68 bytes each: the length fits into one byte, and into the two of the long form.
    let length = first.count + second.count
    var value: [UInt8] = []
    value.reserveCapacity(3 + length)
    value.append(0x30)
    if length > 127 { value.append(0x81) }
    value.append(UInt8(truncatingIfNeeded: length))
    value.append(contentsOf: first)
    value.append(contentsOf: second)
    return value
  }

  private static func integer(_ magnitude: [UInt8]) -> [UInt8] {
    let significant = magnitude.drop { $0 == 0 }
    let needsZero = (significant.first ?? 0x80) & 0x80 != 0
    var value: [UInt8] = []
    value.reserveCapacity(3 + significant.count)
    value.append(0x02)
    value.append(UInt8(truncatingIfNeeded: significant.count + (needsZero ? 1 : 0)))
    if needsZero { value.append(0) }
    value.append(contentsOf: significant)
    return value
  }
}
