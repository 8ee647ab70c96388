/// A set of small numbers.
struct Bits {
  private var words: [UInt64]
  private(set) var count = 0

  init(_ capacity: Int) { words = Array(repeating: 0, count: capacity / 64 + 1) }

  func contains(_ number: Int) -> Bool { words[number >> 6] >> UInt64(number & 63) & 1 == 1 }

  mutating func insert(_ number: Int) {
    guard !contains(number) else { return }
    words[number >> 6] |= 1 << UInt64(number & 63)
    count += 1
  }
}
