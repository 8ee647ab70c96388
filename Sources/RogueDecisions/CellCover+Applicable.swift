/// The value of a cover for an adapter that cannot run every cell.
public struct ApplicableCells: Sendable {
  /// Cells that the cover does not have, in the order of the table. With the applicable ones of the cover, they cover
  /// every combination that some applicable cell covers.
  public var added: [DecisionTable.Cell]
  /// The number of applicable cells of the cover.
  public var applicable: Int
  /// How many combinations these show alone.
  public var shownByCover: Int
  /// How many combinations they show with the added ones.
  public var shown: Int
}

extension CellCover {
  /// As `CellSpace.applicable(_:_:)` for the cells of the cover.
  public func applicable(_ canRun: (DecisionTable.Cell) -> Bool) -> ApplicableCells { space.applicable(cells, canRun) }
}

extension CellSpace {
  /// Adds cells for an adapter that cannot run all of them: where a combination is covered only by cells that are
  /// not for this one, another cell shows it.
  ///
  /// Always the same for the same table and the same answers.
  ///
  /// - Parameters:
  ///   - cells: of the table's cover.
  ///   - canRun: whether the adapter can run a cell. It is called for some of the cells: what many cells have
  ///     in common is concluded from samples.
  public func applicable(_ cells: [DecisionTable.Cell], _ canRun: (DecisionTable.Cell) -> Bool) -> ApplicableCells {
    let numbering = CellNumbering(self)
    var reach = CellReach(self)
    var covered = Bits(numbering.count)
    let known = cells.map(index(of:))
    let own = known.filter { reach.answer($0, canRun) }
    for index in own { numbering.each(shownBy: index) { covered.insert($0) } }
    let shownByCover = covered.count
    guard own.count < known.count else {
      return ApplicableCells(added: [], applicable: own.count, shownByCover: shownByCover, shown: shownByCover)
    }
    func new(_ index: Int) -> Int {
      var new = 0
      numbering.each(shownBy: index) { if !covered.contains($0) { new += 1 } }
      return new
    }
    let step = self.step
    var index = 0
    var candidates: [Int] = []
    for _ in 0..<count {
      index = (index + step) % count
      if new(index) > 0 { candidates.append(index) }
    }
    var added: [Int] = []
    var threshold = candidates.map(new).max() ?? 0
    while threshold > 0 {
      candidates.removeAll { candidate in
        let shown = new(candidate)
        guard shown > 0, !reach.isExcluded(candidate) else { return true }
        guard shown >= threshold else { return false }
        if reach.holds(candidate, canRun) {
          numbering.each(shownBy: candidate) { covered.insert($0) }
          added.append(candidate)
        }
        return true
      }
      threshold /= 2
    }
    return ApplicableCells(
      added: added.sorted().map(cell(at:)), applicable: own.count, shownByCover: shownByCover, shown: covered.count)
  }
}

/// The cells that an adapter can run: the causes of a refusal are kept, so that they need not be computed again
/// of every cell like this.
private struct CellReach {
  /// How many cells of each kind have to agree before a value counts for nothing.
  private static let samples = 24

  private let space: CellSpace
  private var answers: [Int: Bool] = [:]
  /// The cells that it can run, in the order of the answers.
  private var applicable: [Int] = []
  /// Values that no applicable cell has, for the factors of a mask.
  private var excluded: [(factors: UInt16, values: SIMD16<Int>)] = []
  private var random: UInt64 = 0x9e37_79b9_7f4a_7c15

  init(_ space: CellSpace) { self.space = space }

  func isExcluded(_ index: Int) -> Bool {
    guard !excluded.isEmpty else { return false }
    let values = space.values(at: index)
    return excluded.contains { exclusion in
      var rest = exclusion.factors
      while rest != 0 {
        let factor = rest.trailingZeroBitCount
        if values[factor] != exclusion.values[factor] { return false }
        rest &= rest - 1
      }
      return true
    }
  }

  mutating func holds(_ index: Int, _ canRun: (DecisionTable.Cell) -> Bool) -> Bool {
    if isExcluded(index) { return false }
    let answer = self.answer(index, canRun)
    if !answer { learn(from: index, canRun) }
    return answer
  }

  mutating func answer(_ index: Int, _ canRun: (DecisionTable.Cell) -> Bool) -> Bool {
    if let answer = answers[index] { return answer }
    let answer = canRun(space.cell(at: index))
    answers[index] = answer
    if answer { applicable.append(index) }
    return answer
  }

  /// Finds the values of the cell that make it inapplicable: a factor counts for nothing if cells with other
  /// values of it, and of those before it that count for nothing, are not applicable either.
  private mutating func learn(from index: Int, _ canRun: (DecisionTable.Cell) -> Bool) {
    let values = space.values(at: index)
    let count = space.table.factors.count
    var fixed = UInt16(truncatingIfNeeded: (1 << count) - 1)
    for factor in 0..<count {
      let fewer = fixed & ~(1 << UInt16(factor))
      if counts(for: fewer, values, varying: factor, canRun) { fixed = fewer }
    }
    excluded.append((fixed, values))
  }

  /// Whether, by samples, no cell with these values of the fixed factors can run.
  private mutating func counts(
    for fixed: UInt16, _ values: SIMD16<Int>, varying factor: Int, _ canRun: (DecisionTable.Cell) -> Bool
  ) -> Bool {
    let factors = space.table.factors
    let original = DecisionTable.Cell(factors.indices.map { values[$0] })
    // The cells beside it.
    for value in factors[factor].values.indices where value != values[factor] {
      var cell = original
      cell[factor] = value
      if isCounterexample(cell, canRun) == true { return false }
    }
    // Applicable cells with these values put in: if other values were the cause, they would still be applicable.
    let stride = max(1, applicable.count / Self.samples)
    for place in Swift.stride(from: 0, to: applicable.count, by: stride) {
      var cell = space.cell(at: applicable[place])
      for factor in factors.indices where fixed >> UInt16(factor) & 1 == 1 { cell[factor] = values[factor] }
      if isCounterexample(cell, canRun) == true { return false }
    }
    // And cells from anywhere.
    var seen = 0
    for _ in 0..<Self.samples * 64 where seen < Self.samples {
      var cell = original
      for factor in factors.indices where fixed >> UInt16(factor) & 1 == 0 && next(below: 2) == 0 {
        cell[factor] = next(below: factors[factor].values.count)
      }
      guard let isOne = isCounterexample(cell, canRun) else { continue }
      if isOne { return false }
      seen += 1
    }
    return seen == Self.samples
  }

  /// Whether a cell is applicable.
  private mutating func isCounterexample(
    _ cell: DecisionTable.Cell, _ canRun: (DecisionTable.Cell) -> Bool
  ) -> Bool? {
    let index = space.index(of: cell)
    guard space.isPossible(index) else { return nil }
    return !isExcluded(index) && answer(index, canRun)
  }

  /// Always the same numbers.
  private mutating func next(below limit: Int) -> Int {
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(random >> 33) % limit
  }
}
