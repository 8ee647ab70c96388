import RogueModel
import Testing

@testable import RogueDecisions

@Suite struct CellCoverTests {
  /// A small table with a mask, a combination that cannot be, and a factor that decides nothing.
  static let table: DecisionTable = {
    let factors = [
      DecisionTable.Factor("trust", ["known", "unknown"]), DecisionTable.Factor("pin", ["matches", "differs"]),
      DecisionTable.Factor("host", ["pinned", "below", "other"]), DecisionTable.Factor("below", ["covered", "not"]),
      DecisionTable.Factor("kind", ["spki", "certificate", "raw"]),
    ]
    func when(_ terms: (Int, Set<Int>)...) -> DecisionTable.Condition {
      DecisionTable.Condition(terms.map { DecisionTable.Condition.Term(factor: $0.0, values: $0.1) })
    }
    let cancel = Expectation(answers: [Expectation.Answer(disposition: .cancel)])
    return DecisionTable(
      id: "pin/small", title: "", why: "", factors: factors,
      impossible: [DecisionTable.Impossible(when((2, [1]), (4, [2])), because: "raw keys have no subdomains")],
      rules: [
        DecisionTable.Rule(when((0, [1])), cancel, because: "trust"),
        DecisionTable.Rule(when((2, [2])), .accept, because: "no pins"),
        DecisionTable.Rule(when((2, [1]), (3, [1])), .accept, because: "not covered"),
        DecisionTable.Rule(when((1, [1])), cancel, because: "pins"),
        DecisionTable.Rule(when(), .accept, because: "all is well"),
      ], strength: 2, location: SourceLocation(file: "small.yaml", line: 1, column: 1))
  }()

  private static func all(_ table: DecisionTable) -> [DecisionTable.Cell] {
    table.factors.reduce([[]]) { cells, factor in cells.flatMap { cell in factor.values.indices.map { cell + [$0] } } }
      .map(DecisionTable.Cell.init)
  }

  @Test func `the cell space and the single rules agree about each cell`() throws {
    let space = try #require(CellSpace(Self.table))
    let cells = Self.all(Self.table)
    #expect(space.count == cells.count)
    for (index, cell) in cells.enumerated() {
      #expect(space.cell(at: index) == cell)
      #expect(space.index(of: cell) == index)
      #expect(space.isPossible(index) == (Self.table.impossibility(of: cell) == nil))
      guard space.isPossible(index) else {
        #expect(space.decidingFactors(index) == 0)
        continue
      }
      let deciding = Set(Self.table.contrasts(of: cell).map(\.factor))
      #expect(deciding == Set((0..<5).filter { space.decidingFactors(index) >> UInt16($0) & 1 == 1 }))
    }
    #expect(space.idleRules.isEmpty)
  }

  @Test func `the client's certificates are part of the answer`() throws {
    func presenting(_ chain: [String]) -> RogueModel.Expectation {
      Expectation(answers: [Expectation.Answer(disposition: .accept, clientChain: chain)])
    }
    var table = Self.table
    table.factors = [
      DecisionTable.Factor("named", ["first", "second", "both"]), DecisionTable.Factor("more", ["a", "b"]),
    ]
    table.impossible = []
    let second = DecisionTable.Condition([DecisionTable.Condition.Term(factor: 0, values: [1])])
    table.rules = [
      DecisionTable.Rule(second, presenting(["second"]), because: "the second is named"),
      DecisionTable.Rule(DecisionTable.Condition(), presenting(["first"]), because: "the first is named"),
    ]
    let space = try #require(CellSpace(table))
    #expect((0..<space.count).allSatisfy { space.decidingFactors($0) == 1 })
    // No cell refuses, so that none is another's control.
    #expect(table.contrasts(of: space.cell(at: 0)).isEmpty)
    #expect(CellCover(of: space).cells.count >= 3)
  }

  @Test func `every combination that decides somewhere is covered, and the others are reported as masked`() throws {
    let table = Self.table
    let cover = CellCover(of: try #require(CellSpace(table)))
    #expect(cover.cells.allSatisfy { table.impossibility(of: $0) == nil })
    // Once more, one by one.
    func shown(by cells: [DecisionTable.Cell]) -> Set<CellCover.Combination> {
      var shown: Set<CellCover.Combination> = []
      for cell in cells where table.impossibility(of: cell) == nil {
        let deciding = Set(table.contrasts(of: cell).map(\.factor))
        for first in table.factors.indices {
          let one = CellCover.Combination.Term(factor: first, value: cell[first])
          if deciding.contains(first) { shown.insert(CellCover.Combination(terms: [one], focus: first)) }
          for second in table.factors.indices where second > first {
            let both = [one, CellCover.Combination.Term(factor: second, value: cell[second])]
            for focus in [first, second] where deciding.contains(focus) {
              shown.insert(CellCover.Combination(terms: both, focus: focus))
            }
            if deciding.isSuperset(of: [first, second]) { shown.insert(CellCover.Combination(terms: both)) }
          }
        }
      }
      return shown
    }
    let reachable = shown(by: Self.all(table))
    #expect(shown(by: cover.cells) == reachable)
    #expect(cover.shown == reachable.count)
    #expect(reachable.isDisjoint(with: cover.masked))
    // 12 values; the pairs of ten pairs of factors, each with either focus and with both.
    let pairs = [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)].reduce(0) {
      sum, pair in
      sum + table.factors[pair.0].values.count * table.factors[pair.1].values.count
    }
    #expect(cover.masked.count + cover.shown == 12 + 3 * pairs)
    // Nothing depends on what is pinned.
    #expect(cover.masked.contains(CellCover.Combination(terms: [.init(factor: 4, value: 0)], focus: 4)))
    #expect(cover.cells.count < 24)
  }

  @Test func `the same table gives the same cells`() throws {
    let space = try #require(CellSpace(Self.table))
    #expect(CellCover(of: space).cells == CellCover(of: space).cells)
  }

  @Test func `cells are found by their names`() {
    let cell = DecisionTable.Cell([0, 1, 2, 0, 1])
    let name = Self.table.name(of: cell)
    #expect(name == "trust=known,pin=differs,host=other,below=covered,kind=certificate")
    #expect(Self.table.cell(named: name) == cell)
    for wrong in ["", "trust=known", name + ",kind=spki", name.replacing("known", with: "no"), name + ","] {
      #expect(Self.table.cell(named: wrong) == nil, "\(wrong)")
    }
  }

  @Test func `a table that is too large, or has too many rules, is refused`() {
    var large = Self.table
    large.factors = (0..<9).map { DecisionTable.Factor("f\($0)", (0..<10).map { "v\($0)" }) }
    #expect(CellSpace(large) == nil)
    var many = Self.table
    many.rules = Array(repeating: many.rules[0], count: CellSpace.most + 1)
    #expect((CellSpace(many) == nil) == true)
  }

  @Test func `the first condition that holds decides`() throws {
    var many = Self.table
    // Conditions beyond the first 64 and the first 128, before the rules of the table.
    let never = DecisionTable.Condition([.init(factor: 0, values: [])])
    many.impossible += Array(repeating: .init(never, because: "never"), count: 100)
    many.rules = Array(repeating: DecisionTable.Rule(never, .accept, because: "never"), count: 70) + many.rules
    let (space, expected) = (try #require(CellSpace(many)), try #require(CellSpace(Self.table)))
    for index in 0..<expected.count {
      #expect(space.rule(at: index) == expected.rule(at: index).map { $0 + 70 })
      #expect(space.decidingFactors(index) == expected.decidingFactors(index))
    }
  }

  @Test func `the cover of a limited adapter has every combination that its cells can show`() throws {
    let space = try #require(CellSpace(Self.table))
    let cover = CellCover(of: space)
    func shown(by cells: [DecisionTable.Cell]) -> Set<Int> {
      var shown: Set<Int> = []
      for cell in cells { cover.numbering.each(shownBy: space.index(of: cell)) { shown.insert($0) } }
      return shown
    }
    let possible = Self.all(Self.table).filter { Self.table.impossibility(of: $0) == nil }
    for number in 0..<8 {
      // Another one each time: some kinds of pins are not for some hosts.
      func canRun(_ cell: DecisionTable.Cell) -> Bool {
        cell[4] != number % 3 || cell[2] == number % 2 || cell[3] == number / 4
      }
      let asked = cover.applicable(canRun)
      let own = cover.cells.filter(canRun)
      #expect(asked.applicable == own.count)
      #expect(asked.shownByCover == shown(by: own).count)
      #expect(shown(by: own + asked.added) == shown(by: possible.filter(canRun)))
      #expect(asked.shown == shown(by: own + asked.added).count)
      #expect(asked.added.allSatisfy { canRun($0) && !cover.cells.contains($0) })
      #expect(asked.added == cover.applicable(canRun).added)
    }
    #expect(cover.applicable { _ in true }.added.isEmpty)
    let nothing = cover.applicable { _ in false }
    #expect(nothing.added.isEmpty && nothing.shown == 0)
  }
}
