internal import RogueYAML

extension ValueParser {
  /// The same list with a maximum length. A longer one is not read, because comparing every item with all earlier ones
  /// takes time.
  func atMost(_ maximum: Int, _ what: String) -> ValueParser {
    ValueParser(form) { [read] node, reader in
      if case .sequence(let sequence) = node, sequence.items.count > maximum {
        reader.report(
          at: sequence.items[maximum].position,
          "\(sequence.items.count) \(what) are more than the \(maximum) that are read")
        return nil
      }
      return read(node, reader)
    }
  }

  /// The same list without duplicates.
  func distinct<Item: Hashable & Sendable>() -> ValueParser where Value == [Item] {
    then { values, node, reader in
      guard case .sequence(let sequence) = node, sequence.items.count == values.count else { return values }
      var seen: Set<Item> = []
      for (value, item) in zip(values, sequence.items) where !seen.insert(value).inserted {
        reader.report(at: item.position, "'\(item.flow)' appears twice in the list")
      }
      return values
    }
  }
}
