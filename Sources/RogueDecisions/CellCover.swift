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
  let space: CellSpace
  let numbering: CellNumbering

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
    let numbering = CellNumbering(space)
    self.space = space
    self.numbering = numbering
    var reachable = Bits(numbering.count)
    let bounds = (0..<space.count).map { index -> UInt8 in
      var shown = 0
      numbering.each(shownBy: index) {
        reachable.insert($0)
        shown += 1
      }
      return UInt8(clamping: shown)
    }
    var choice = Choice(space: space, numbering: numbering, reachable: reachable, bounds: bounds)
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
    let numbering: CellNumbering
    let reachable: Bits
    private let step: Int
    private var covered: Bits
    /// By cell: how many combinations it showed alone when it was last counted. The number only falls, so that a cell
    /// below a threshold need not be counted again; `UInt8.max` means so many or more.
    private var bounds: [UInt8]
    private(set) var chosen: [Int] = []

    init(space: CellSpace, numbering: CellNumbering, reachable: Bits, bounds: [UInt8]) {
      self.space = space
      self.numbering = numbering
      self.reachable = reachable
      self.bounds = bounds
      covered = Bits(numbering.count)
      step = space.step
    }

    /// Takes every cell that shows so many combinations which no cell before it shows.
    mutating func take(showing threshold: Int, among count: Int) {
      let needed = UInt8(clamping: threshold)
      var index = 0
      for _ in 0..<count {
        guard covered.count < reachable.count else { return }
        index = (index + step) % space.count
        guard bounds[index] >= needed else { continue }
        var new = 0
        numbering.each(shownBy: index) { if !covered.contains($0) { new += 1 } }
        bounds[index] = UInt8(clamping: new)
        guard new >= threshold else { continue }
        numbering.each(shownBy: index) { covered.insert($0) }
        bounds[index] = 0
        chosen.append(index)
      }
    }
  }
}
