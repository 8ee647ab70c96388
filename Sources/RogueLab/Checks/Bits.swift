/// A set of small numbers.
struct Bits: Sendable, Hashable {
  private(set) var words: [UInt64]

  init(_ capacity: Int) { words = Array(repeating: 0, count: (capacity + 63) / 64) }

  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }
  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  var numbers: [Int] {
    var numbers: [Int] = []
    for (place, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        numbers.append(place * 64 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
    return numbers
  }

  func contains(_ number: Int) -> Bool { words[number >> 6] >> UInt64(number & 63) & 1 == 1 }

  mutating func insert(_ number: Int) { words[number >> 6] |= 1 << UInt64(number & 63) }

  mutating func formUnion(_ other: Bits) { for word in words.indices { words[word] |= other.words[word] } }

  /// These numbers, but for those of another set.
  func numbers(beyond other: Bits) -> [Int] {
    var rest = self
    for word in words.indices { rest.words[word] &= ~other.words[word] }
    return rest.numbers
  }

  /// How many of these numbers are not in another set.
  func count(beyond other: Bits) -> Int {
    var count = 0
    for word in words.indices { count += (words[word] & ~other.words[word]).nonzeroBitCount }
    return count
  }
}
