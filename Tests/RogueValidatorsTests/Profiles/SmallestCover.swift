/// The cheapest choice of candidates that leaves no element without one: the weighted set cover, solved exactly.
///
/// Elements with a single candidate, and candidates and elements that others dominate, leave little to search.
struct SmallestCover<Candidate: Hashable & Comparable> {
  private let cost: (Candidate) -> Int
  private var best: Set<Candidate> = []
  private var bestCost = Int.max

  /// - Parameters:
  ///   - elements: the candidates for each; none of them is empty.
  ///   - cost: above zero.
  static func choose(for elements: [Set<Candidate>], cost: @escaping (Candidate) -> Int) -> Set<Candidate> {
    var search = SmallestCover(cost: cost)
    search.search(elements, beside: [])
    return search.best
  }

  private init(cost: @escaping (Candidate) -> Int) { self.cost = cost }

  private mutating func search(_ elements: [Set<Candidate>], beside chosen: Set<Candidate>) {
    var (open, chosen) = (elements, chosen)
    while reduce(&open, &chosen) {}
    let spent = chosen.map(cost).reduce(0, +)
    guard spent + leastCost(of: open) < bestCost else { return }
    guard let next = open.first else {
      (best, bestCost) = (chosen, spent)
      return
    }
    for candidate in next.sorted(by: { (cost($0), $0) < (cost($1), $1) }) {
      search(open.filter { !$0.contains(candidate) }, beside: chosen.union([candidate]))
    }
  }

  /// Elements without a common candidate need one each.
  private func leastCost(of elements: [Set<Candidate>]) -> Int {
    var used: Set<Candidate> = []
    return elements.reduce(0) { sum, element in
      guard element.isDisjoint(with: used) else { return sum }
      used.formUnion(element)
      return sum + (element.map(cost).min() ?? 0)
    }
  }

  /// - Returns: whether anything became simpler.
  private func reduce(_ open: inout [Set<Candidate>], _ chosen: inout Set<Candidate>) -> Bool {
    let before = open
    for element in before where element.count == 1 { chosen.formUnion(element) }
    open.removeAll { !$0.isDisjoint(with: chosen) }
    // An element is covered with each one whose candidates are all its own.
    open.sort { one, other in
      one.count == other.count ? one.sorted().lexicographicallyPrecedes(other.sorted()) : one.count < other.count
    }
    open = open.reduce(into: []) { kept, element in
      if !kept.contains(where: { $0.isSubset(of: element) }) { kept.append(element) }
    }
    let useful = undominated(open)
    open = open.map { $0.intersection(useful) }
    return open != before
  }

  /// The candidates that no cheaper one replaces everywhere.
  private func undominated(_ elements: [Set<Candidate>]) -> Set<Candidate> {
    var covered: [Candidate: Set<Int>] = [:]
    for (index, element) in elements.enumerated() {
      for candidate in element { covered[candidate, default: []].insert(index) }
    }
    let order = covered.sorted { one, other in
      (-one.value.count, cost(one.key), one.key) < (-other.value.count, cost(other.key), other.key)
    }
    let kept = order.reduce(into: [(key: Candidate, value: Set<Int>)]()) { kept, candidate in
      let isReplaced = kept.contains { other in
        cost(other.key) <= cost(candidate.key) && candidate.value.isSubset(of: other.value)
      }
      if !isReplaced { kept.append(candidate) }
    }
    return Set(kept.map(\.key))
  }
}
