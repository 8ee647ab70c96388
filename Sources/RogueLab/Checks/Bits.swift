/// A set of small numbers.
struct Bits: Sendable, Hashable {
  private(set) var words: [UInt64]

  init(_ capacity: Int) { words = Array(repeating: 0, count: (capacity + 63) / 64) }

  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }
  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  var numbers: [Int] {
    words.indices.flatMap { word in (0..<64).filter { words[word] >> UInt64($0) & 1 == 1 }.map { word * 64 + $0 } }
  }

  func contains(_ number: Int) -> Bool { words[number >> 6] >> UInt64(number & 63) & 1 == 1 }

  mutating func insert(_ number: Int) { words[number >> 6] |= 1 << UInt64(number & 63) }

  mutating func formUnion(_ other: Bits) { for word in words.indices { words[word] |= other.words[word] } }

  /// How many of these numbers are not in another set.
  func count(beyond other: Bits) -> Int {
    var count = 0
    for word in words.indices { count += (words[word] & ~other.words[word]).nonzeroBitCount }
    return count
  }
}
