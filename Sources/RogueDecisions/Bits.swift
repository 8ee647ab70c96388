/// A set of small numbers.
package struct Bits: Sendable, Hashable {
  private var words: [UInt64]
  package private(set) var count = 0

  package init(_ capacity: Int) { words = Array(repeating: 0, count: capacity / 64 + 1) }

  package var isEmpty: Bool { count == 0 }

  package func contains(_ number: Int) -> Bool { words[number >> 6] >> UInt64(number & 63) & 1 == 1 }

  package mutating func insert(_ number: Int) {
    guard !contains(number) else { return }
    words[number >> 6] |= 1 << UInt64(number & 63)
    count += 1
  }

  package mutating func formUnion(_ other: Bits) {
    count += other.count(beyond: self)
    for word in words.indices { words[word] |= other.words[word] }
  }

  /// All numbers from 0 to below a capacity, but for these.
  package func complement(to capacity: Int) -> Bits {
    var others = Bits(capacity)
    for number in 0..<capacity where !contains(number) { others.insert(number) }
    return others
  }

  /// These numbers, but for those of another set, in order.
  package func numbers(beyond other: Bits) -> [Int] {
    var numbers: [Int] = []
    for place in words.indices {
      var rest = words[place] & ~other.words[place]
      while rest != 0 {
        numbers.append(place * 64 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
    return numbers
  }

  /// How many of these numbers are not in another set.
  package func count(beyond other: Bits) -> Int {
    words.indices.reduce(0) { $0 + (words[$1] & ~other.words[$1]).nonzeroBitCount }
  }
}
