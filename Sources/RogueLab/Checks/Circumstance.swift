internal import RogueDecisions

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
