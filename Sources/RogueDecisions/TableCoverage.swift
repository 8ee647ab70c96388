/// The coverage of a table's chosen cells, in numbers.
public struct TableCoverage: Sendable {
  public let table: DecisionTable
  /// Cells that can be.
  public let possible: Int
  public let chosen: [DecisionTable.Cell]
  /// By rule: the cells that it decides, of all and of the chosen ones.
  public let rules: [Count]
  /// By factor and value: the cells with the value that the factor decides, of all and of the chosen ones.
  public let values: [[Count]]
  /// How many combinations the chosen cells show.
  public let shown: Int
  /// Combinations that no cell shows.
  public let masked: [CellCover.Combination]
  public let cover: CellCover
  /// The coverage of the chosen cells for adapters that cannot run every cell.
  public var adapters: [AdapterCoverage] = []

  public struct AdapterCoverage: Sendable {
    /// The adapter's name.
    public var name: String
    public var cells: ApplicableCells

    public init(name: String, cells: ApplicableCells) {
      self.name = name
      self.cells = cells
    }
  }

  public struct Count: Hashable, Sendable {
    public var cells = 0
    public var chosen = 0
  }

  /// Nil if the table is too large.
  public init?(_ table: DecisionTable) {
    guard let space = CellSpace(table) else { return nil }
    let cover = CellCover(of: space)
    var rules = table.rules.map { _ in Count() }
    var values = table.factors.map { $0.values.map { _ in Count() } }
    var possible = 0
    func count(_ index: Int, _ add: (inout Count) -> Void) {
      guard let rule = space.rule(at: index) else { return }
      add(&rules[rule])
      let deciding = space.decidingFactors(index)
      guard deciding != 0 else { return }
      let cell = space.cell(at: index)
      for factor in table.factors.indices where deciding >> UInt16(factor) & 1 == 1 {
        add(&values[factor][cell[factor]])
      }
    }
    for index in 0..<space.count {
      if space.isPossible(index) { possible += 1 }
      count(index) { $0.cells += 1 }
    }
    for cell in cover.cells { count(space.index(of: cell)) { $0.chosen += 1 } }
    self.table = table
    self.possible = possible
    self.rules = rules
    self.values = values
    chosen = cover.cells
    shown = cover.shown
    masked = cover.masked
    self.cover = cover
  }
}
