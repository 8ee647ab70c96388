/// A size of QR codes at error correction level L (ISO/IEC 18004, tables 7 and 9).
struct QRVersion: Sendable, Hashable {
  let number: Int
  /// Error correction codewords of a block.
  let correction: Int
  /// Data codewords of each block; shorter blocks come first.
  let blocks: [Int]
  /// The centres of alignment patterns, in both directions.
  let alignment: [Int]

  static let all = [
    QRVersion(number: 1, correction: 7, blocks: [19], alignment: []),
    QRVersion(number: 2, correction: 10, blocks: [34], alignment: [6, 18]),
    QRVersion(number: 3, correction: 15, blocks: [55], alignment: [6, 22]),
    QRVersion(number: 4, correction: 20, blocks: [80], alignment: [6, 26]),
    QRVersion(number: 5, correction: 26, blocks: [108], alignment: [6, 30]),
    QRVersion(number: 6, correction: 18, blocks: [68, 68], alignment: [6, 34]),
    QRVersion(number: 7, correction: 20, blocks: [78, 78], alignment: [6, 22, 38]),
    QRVersion(number: 8, correction: 24, blocks: [97, 97], alignment: [6, 24, 42]),
    QRVersion(number: 9, correction: 30, blocks: [116, 116], alignment: [6, 26, 46]),
    QRVersion(number: 10, correction: 18, blocks: [68, 68, 69, 69], alignment: [6, 28, 50]),
  ]

  var size: Int { 17 + 4 * number }

  /// Bits of the field that says how many bytes there are.
  private var countBits: Int { number < 10 ? 8 : 16 }

  static func smallest(for bytes: Int) -> QRVersion? {
    all.first { 4 + $0.countBits + 8 * bytes <= 8 * $0.blocks.reduce(0, +) }
  }

  /// Data and error correction, in the order in which they are placed.
  func codewords(_ bytes: [UInt8]) -> [UInt8] {
    var bits: [Bool] = []
    func append(_ value: Int, _ count: Int) {
      for bit in stride(from: count - 1, through: 0, by: -1) { bits.append(value >> bit & 1 == 1) }
    }
    append(0b0100, 4)
    append(bytes.count, countBits)
    for byte in bytes { append(Int(byte), 8) }
    let capacity = 8 * blocks.reduce(0, +)
    append(0, min(4, capacity - bits.count))
    append(0, (8 - bits.count % 8) % 8)
    for index in 0..<(capacity - bits.count) / 8 { append(index % 2 == 0 ? 0xec : 0x11, 8) }
    let data = stride(from: 0, to: capacity, by: 8).map { start in
      bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
    }
    var parts: [[UInt8]] = []
    var start = 0
    for length in blocks {
      parts.append(Array(data[start..<start + length]))
      start += length
    }
    let corrections = parts.map { ReedSolomon.remainder($0, degree: correction) }
    var result: [UInt8] = []
    for column in 0..<(blocks.max() ?? 0) {
      for part in parts where column < part.count { result.append(part[column]) }
    }
    for column in 0..<correction {
      for part in corrections { result.append(part[column]) }
    }
    return result
  }
}
