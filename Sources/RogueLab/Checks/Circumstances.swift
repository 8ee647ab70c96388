/// The values of all features, numbered.
struct Circumstance: Sendable, Hashable {
  /// Of `Feature.all`.
  let feature: Int
  let value: String

  var name: String { "\(Feature.all[feature].name)=\(value)" }

  /// In the order of features and values.
  static let all = Feature.all.indices.flatMap { feature in
    Feature.all[feature].values.map { Circumstance(feature: feature, value: $0) }
  }

  private static let numbers = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1, $0) })

  /// Those that hold in a decision. A value that its feature does not list is a fault of the feature.
  static func holding(in sight: Sight) -> Bits {
    var bits = Bits(all.count)
    for (index, feature) in Feature.all.enumerated() {
      for value in feature.read(sight) {
        guard let number = numbers[Circumstance(feature: index, value: value)] else {
          preconditionFailure("\(feature.name) has no value '\(value)'")
        }
        bits.insert(number)
      }
    }
    return bits
  }
}

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
