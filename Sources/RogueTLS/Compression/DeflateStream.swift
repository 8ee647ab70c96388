/// Reads a stream of deflate blocks (RFC 1951), bit by bit, and never past its end.
struct DeflateStream {
  /// The data after the last block.
  private(set) var rest: ArraySlice<UInt8>
  private let limit: Int
  private var bits = 0
  private var bitCount = 0
  private var output: [UInt8] = []

  init(_ bytes: ArraySlice<UInt8>, limit: Int) {
    rest = bytes
    self.limit = limit
  }

  /// The text; nil when the stream is malformed, or the text too long.
  mutating func read() -> [UInt8]? {
    while true {
      guard let isLast = take(1), let kind = take(2) else { return nil }
      let isRead: Bool
      switch kind {
      case 0: isRead = readStored()
      case 1: isRead = readCodes(Self.fixedLengths, Self.fixedDistances)
      case 2: isRead = readDynamic()
      default: isRead = false
      }
      guard isRead else { return nil }
      if isLast == 1 { return output }
    }
  }

  /// The next bits, the first of them lowest.
  private mutating func take(_ count: Int) -> Int? {
    while bitCount < count {
      guard let byte = rest.popFirst() else { return nil }
      bits |= Int(byte) << bitCount
      bitCount += 8
    }
    defer {
      bits >>= count
      bitCount -= count
    }
    return bits & (1 << count - 1)
  }

  private mutating func append(_ byte: UInt8) -> Bool {
    guard output.count < limit else { return false }
    output.append(byte)
    return true
  }

  // MARK: Blocks (section 3.2.3)

  private mutating func readStored() -> Bool {
    // They begin at a byte. What was taken of the stream is less than one, so no byte has to go back.
    bits = 0
    bitCount = 0
    guard let count = take(16), let complement = take(16), count == ~complement & 0xFFFF, rest.count >= count,
      output.count + count <= limit
    else { return false }
    output += rest.prefix(count)
    rest = rest.dropFirst(count)
    return true
  }

  private mutating func readDynamic() -> Bool {
    guard let lengths = take(5), let distances = take(5), let codes = take(4) else { return false }
    var codeLengths = [Int](repeating: 0, count: 19)
    for index in 0..<(codes + 4) {
      guard let length = take(3) else { return false }
      codeLengths[Self.order[index]] = length
    }
    guard let code = HuffmanCode(codeLengths) else { return false }
    var all: [Int] = []
    let count = lengths + 257 + distances + 1
    while all.count < count {
      guard let symbol = decode(code) else { return false }
      switch symbol {
      case 0..<16: all.append(symbol)
      case 16:
        guard let last = all.last, let more = take(2) else { return false }
        all += [Int](repeating: last, count: more + 3)
      case 17, 18:
        guard let more = take(symbol == 17 ? 3 : 7) else { return false }
        all += [Int](repeating: 0, count: more + (symbol == 17 ? 3 : 11))
      default: return false
      }
    }
    guard all.count == count, let first = HuffmanCode(Array(all.prefix(lengths + 257))),
      let second = HuffmanCode(Array(all.suffix(distances + 1)))
    else { return false }
    return readCodes(first, second)
  }

  private mutating func readCodes(_ lengths: HuffmanCode, _ distances: HuffmanCode) -> Bool {
    while true {
      guard let symbol = decode(lengths) else { return false }
      if symbol == 256 { return true }
      if symbol < 256 {
        guard append(UInt8(symbol)) else { return false }
        continue
      }
      guard symbol <= 285, let more = take(Self.extraOfLengths[symbol - 257]), let place = decode(distances),
        place < 30,
        let further = take(Self.extraOfDistances[place])
      else { return false }
      let distance = Self.firstDistances[place] + further
      guard distance <= output.count else { return false }
      for _ in 0..<(Self.firstLengths[symbol - 257] + more) {
        guard append(output[output.count - distance]) else { return false }
      }
    }
  }

  private mutating func decode(_ code: HuffmanCode) -> Int? {
    var value = 0
    var first = 0
    var index = 0
    for length in 1...15 {
      guard let bit = take(1) else { return nil }
      value |= bit
      let count = code.counts[length]
      if value - first < count { return code.symbols[index + value - first] }
      index += count
      first = (first + count) << 1
      value <<= 1
    }
    return nil
  }

  // MARK: Tables (sections 3.2.5 to 3.2.7)

  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
  private static let firstLengths = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
  ]
  private static let extraOfLengths = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let firstDistances = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
    8193, 12_289, 16_385, 24_577,
  ]
  private static let extraOfDistances = [
    0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
  ]
  private static let fixedLengths = HuffmanCode(
    unchecked: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
  private static let fixedDistances = HuffmanCode(unchecked: [Int](repeating: 5, count: 30))
}

/// A prefix code by the lengths of its words (section 3.2.2).
private struct HuffmanCode {
  /// How many words there are of each length.
  let counts: [Int]
  /// In the order of their words.
  let symbols: [Int]

  /// Nil when there are more words than fit.
  init?(_ lengths: [Int]) {
    self.init(unchecked: lengths)
    var free = 1
    for count in counts.dropFirst() {
      free = free << 1 - count
      if free < 0 { return nil }
    }
  }

  init(unchecked lengths: [Int]) {
    var counts = [Int](repeating: 0, count: 16)
    for length in lengths where length > 0 { counts[length] += 1 }
    self.counts = counts
    symbols = (1...15).flatMap { length in lengths.indices.filter { lengths[$0] == length } }
  }
}
