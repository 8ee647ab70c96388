/// A choice of cells that shows every combination of values in which one of them decides.
///
/// A cell shows a combination if it has these values and one of their factors, the *focus*, decides the cell: a validator
/// that overlooks the focus beside the other values gives the wrong answer there. Where all factors of a combination
/// can decide one cell, such a cell is chosen as well.
public struct CellCover: Sendable {
  /// In the order of the table.
  public let cells: [DecisionTable.Cell]
  /// Combinations with a focus that no cell can show: another rule answers, whatever else holds.
  public let masked: [Combination]
  /// How many combinations are shown.
  public let shown: Int

  /// Values of some factors, by places.
  public struct Combination: Hashable, Sendable {
    /// In the order of the factors.
    public var terms: [Term]
    /// The factor that decides; nil: all of them.
    public var focus: Int?

    public struct Term: Hashable, Sendable {
      public var factor: Int
      public var value: Int

      public init(factor: Int, value: Int) {
        self.factor = factor
        self.value = value
      }
    }

    public init(terms: [Term], focus: Int? = nil) {
      self.terms = terms
      self.focus = focus
    }
  }

  /// Chooses cells greedily. The same table always gives the same cells.
  public init(of space: CellSpace) {
    let numbering = Numbering(space)
    var reachable = Bits(numbering.count)
    for index in 0..<space.count { numbering.each(shownBy: index) { reachable.insert($0) } }
    var choice = Choice(space: space, numbering: numbering, reachable: reachable)
    // Most of the way, from some of the cells; then the rest, from all.
    var threshold = numbering.mostShown
    while threshold > 1 {
      choice.take(showing: threshold, among: min(space.count, 200_000))
      threshold /= 2
    }
    choice.take(showing: 1, among: space.count)
    cells = choice.chosen.sorted().map(space.cell(at:))
    shown = reachable.count
    masked = (0..<numbering.count).filter { !reachable.contains($0) }.map(numbering.combination)
  }

  /// Cells chosen so far.
  private struct Choice {
    let space: CellSpace
    let numbering: Numbering
    let reachable: Bits
    /// It has no divisor in common with the count: steps visit every cell once, in an order that no factor follows.
    private let step: Int
    private var covered: Bits
    private(set) var chosen: [Int] = []

    init(space: CellSpace, numbering: Numbering, reachable: Bits) {
      self.space = space
      self.numbering = numbering
      self.reachable = reachable
      covered = Bits(numbering.count)
      var step = space.count * 5 / 8 | 1
      while Self.divisor(step, space.count) != 1 { step += 2 }
      self.step = step
    }

    /// Takes every cell that shows so many combinations which no cell before it shows.
    mutating func take(showing threshold: Int, among count: Int) {
      var index = 0
      for _ in 0..<count {
        guard covered.count < reachable.count else { return }
        index = (index + step) % space.count
        var new = 0
        numbering.each(shownBy: index) { if !covered.contains($0) { new += 1 } }
        guard new >= threshold else { continue }
        numbering.each(shownBy: index) { covered.insert($0) }
        chosen.append(index)
      }
    }

    private static func divisor(_ first: Int, _ second: Int) -> Int {
      var (first, second) = (first, second)
      while second != 0 { (first, second) = (second, first % second) }
      return first
    }
  }
}

/// A set of small numbers.
private struct Bits {
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

/// A number for every combination of one to three values with each focus.
private struct Numbering {
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
