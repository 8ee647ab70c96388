internal import RogueYAML

extension Shape {
  /// The same list, in which nothing stands twice.
  func distinct<Item: Hashable & Sendable>() -> Shape where Value == [Item] {
    then { values, node, reader in
      guard case .sequence(let sequence) = node, sequence.items.count == values.count else { return values }
      var seen: Set<Item> = []
      for (value, item) in zip(values, sequence.items) where !seen.insert(value).inserted {
        reader.report(at: item.position, "'\(item.flow)' stands twice in the list")
      }
      return values
    }
  }
}
