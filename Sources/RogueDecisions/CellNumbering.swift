/// A number for every combination of one to three values with each focus.
struct CellNumbering {
  /// The combinations of some factors that have one focus.
  private struct Group {
    var factors: [Int]
    var focus: Int?
    /// The factors that have to decide.
    var deciding: UInt16
    var place: Place
  }

  /// Where the numbers of a group begin, and how the values of a cell lead to one of them.
  private struct Place {
    var first: Int
    /// At most three, so that nothing is allocated for millions of cells; a factor that is not there counts for nothing.
    var factors = SIMD4<Int>.zero
    var weights = SIMD4<Int>.zero
  }

  private let space: CellSpace
  private let sizes: [Int]
  private var groups: [Group] = []
  /// The groups of which a cell shows one combination each, one set after the other.
  private var shown: [Place] = []
  /// Which of them, by the factors that decide the cell.
  private var ranges: [Range<Int>]
  private(set) var count = 0

  init(_ space: CellSpace) {
    self.space = space
    let table = space.table
    sizes = table.factors.map(\.values.count)
    ranges = Array(repeating: 0..<0, count: 1 << table.factors.count)
    for size in 1...max(1, min(3, table.strength)) {
      for factors in Self.subsets(of: table.factors.count, size: size) {
        let foci = factors.map(Optional.some) + (size > 1 ? [nil] : [])
        for focus in foci {
          let deciding = (focus.map { [$0] } ?? factors).reduce(UInt16(0)) { $0 | 1 << UInt16($1) }
          var place = Place(first: count)
          var weight = 1
          for (index, factor) in factors.enumerated().reversed() {
            place.factors[index] = factor
            place.weights[index] = weight
            weight *= sizes[factor]
          }
          groups.append(Group(factors: factors, focus: focus, deciding: deciding, place: place))
          count += weight
        }
      }
    }
    for deciding in space.distinctDecidingFactors where deciding != 0 {
      let places = groups.filter { $0.deciding & deciding == $0.deciding }.map(\.place)
      ranges[Int(deciding)] = shown.count..<shown.count + places.count
      shown += places
    }
  }

  /// How many combinations one cell shows at most.
  var mostShown: Int { ranges.map(\.count).max() ?? 1 }

  func each(shownBy index: Int, _ body: (Int) -> Void) {
    let range = ranges[Int(space.decidingFactors(index))]
    guard !range.isEmpty else { return }
    let values = space.values(at: index)
    for place in shown[range] {
      var number = place.first
      for factor in 0..<3 { number += values[place.factors[factor]] * place.weights[factor] }
      body(number)
    }
  }

  func combination(_ number: Int) -> CellCover.Combination {
    let group = groups[groups.lastIndex { $0.place.first <= number } ?? 0]
    var rest = number - group.place.first
    var terms: [CellCover.Combination.Term] = []
    for factor in group.factors.reversed() {
      terms.append(CellCover.Combination.Term(factor: factor, value: rest % sizes[factor]))
      rest /= sizes[factor]
    }
    return CellCover.Combination(terms: terms.reversed(), focus: group.focus)
  }

  private static func subsets(of count: Int, size: Int) -> [[Int]] {
    guard size > 0 else { return [[]] }
    return (0..<max(0, count - size + 1)).flatMap { first in
      subsets(of: count - first - 1, size: size - 1).map { [first] + $0.map { $0 + first + 1 } }
    }
  }
}
