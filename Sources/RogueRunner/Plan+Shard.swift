public import RogueModel

extension Plan {
  /// Keeps the cases of one shard. All cases of a scenario stay together, because they share controls.
  ///
  /// The choice depends on the scenario's id alone, so it is the same on every machine, and a new scenario moves none.
  ///
  /// - Returns: the shard with the digest of the whole plan.
  public mutating func cut(to shard: Shard) -> Shard {
    var shard = shard
    let names = planned.map { "\($0.adapter) \($0.caseID)" }.sorted()
    shard.plan = StableHash.hexadecimal(names.enumerated().lazy.map { $0 == 0 ? $1 : "\n" + $1 })
    for index in adapters.indices {
      adapters[index].cases.removeAll { !shard.has($0.scenario.id) }
    }
    return shard
  }
}

extension Shard {
  func has(_ scenario: String) -> Bool {
    // Hashed twice, as turns are: differences at the end of a text hardly spread in one hash.
    let hash = StableHash.number([StableHash.hexadecimal(scenario)])
    return hash % UInt64(count) == UInt64(index - 1)
  }
}
