/// Reed-Solomon codes over GF(256) with the polynomial of QR codes, x⁸ + x⁴ + x³ + x² + 1.
enum ReedSolomon {
  static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
    var result = 0
    for bit in stride(from: 7, through: 0, by: -1) {
      result = result << 1 ^ (result >> 7) * 0x11d
      if right >> bit & 1 == 1 { result ^= Int(left) }
    }
    return UInt8(truncatingIfNeeded: result)
  }

  /// The error correction codewords of a block.
  static func remainder(_ data: [UInt8], degree: Int) -> [UInt8] {
    // (x - α⁰)(x - α¹)…, without the leading coefficient.
    var divisor = [UInt8](repeating: 0, count: degree - 1) + [1]
    var root: UInt8 = 1
    for _ in 0..<degree {
      for index in 0..<degree {
        divisor[index] = product(divisor[index], root)
        if index + 1 < degree { divisor[index] ^= divisor[index + 1] }
      }
      root = product(root, 2)
    }
    var result = [UInt8](repeating: 0, count: degree)
    for byte in data {
      let factor = byte ^ result.removeFirst()
      result.append(0)
      for index in 0..<degree { result[index] ^= product(divisor[index], factor) }
    }
    return result
  }
}
