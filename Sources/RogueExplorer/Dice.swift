/// SplitMix64: the same seed makes the same search on every machine.
struct Dice {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// The dice of one of many independent throws.
  init(seed: UInt64, throw number: Int) {
    self.init(seed: seed ^ (UInt64(number) &* 0xd1b5_4a32_d192_ed03))
    _ = next()
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// From 0 up to, but not including, the limit.
  mutating func number(below limit: Int) -> Int { Int(next() % UInt64(max(1, limit))) }

  mutating func one<Element>(of list: [Element]) -> Element? {
    list.isEmpty ? nil : list[number(below: list.count)]
  }
}
