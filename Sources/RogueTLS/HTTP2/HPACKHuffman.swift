/// The Huffman code of HPACK (RFC 7541, section 5.2 and appendix B).
///
/// It is canonical: words of one length follow each other in the order of their octets, so that the lengths say it all.
enum HPACKHuffman {
  /// In bits, of each octet and, last, of the end of a string.
  private static let lengths: [UInt8] = [
    13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 30, 28, 28, 28, 28, 28, 28,
    28, 28, 28, 6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 8, 15, 6, 12,
    10, 13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19, 13, 14, 6, 15, 5, 6,
    5,
    6, 5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5, 6, 7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11, 14, 13, 28, 20, 22, 20, 20, 22, 22, 22,
    23, 22, 23, 23, 23, 23, 23, 24, 23, 24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23, 22, 23, 23, 24, 22, 21, 20, 22,
    22, 23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23, 21, 21, 22, 21, 23, 22, 23, 23, 20, 22, 22, 22, 23, 22, 22, 23, 26,
    26, 20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25, 19, 21, 26, 27, 27, 26, 27, 24, 21, 21, 26, 26, 28, 27,
    27, 27, 20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25, 25, 24, 24, 26, 23, 26, 27, 26, 26, 27, 27, 27, 27, 27, 28, 27,
    27, 27, 27, 27, 26, 30,
  ]
  private static let end = 256
  private static let longest = 30

  /// The words of one length.
  private struct Level {
    var first: UInt32 = 0
    var symbols: [Int] = []
  }

  private static let levels: [Level] = {
    var levels = [Level](repeating: Level(), count: longest + 1)
    for (symbol, length) in lengths.enumerated() { levels[Int(length)].symbols.append(symbol) }
    var next: UInt32 = 0
    for length in 1...longest {
      next <<= 1
      levels[length].first = next
      next += UInt32(levels[length].symbols.count)
    }
    return levels
  }()

  /// Nil if the text contains the EOS symbol, or if its padding is not a prefix of EOS.
  static func decode(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    var text: [UInt8] = []
    var word: UInt32 = 0
    var length = 0
    for byte in bytes {
      for place in stride(from: 7, through: 0, by: -1) {
        word = word << 1 | UInt32(byte >> UInt8(place) & 1)
        length += 1
        guard length <= longest else { return nil }
        let level = levels[length]
        let index = Int(word) - Int(level.first)
        guard level.symbols.indices.contains(index) else { continue }
        guard level.symbols[index] != end else { return nil }
        text.append(UInt8(truncatingIfNeeded: level.symbols[index]))
        word = 0
        length = 0
      }
    }
    return length < 8 && word == (1 << UInt32(length)) - 1 ? text : nil
  }
}
