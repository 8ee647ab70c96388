import RogueDecisions
import RogueModel
import Synchronization
import Testing

/// Obstacles that are tried leave out the cells that a list of them would leave out.
@Suite struct ObstaclesTests {
  private static let factors = [
    DecisionTable.Factor("check", ["a", "b", "c"]), DecisionTable.Factor("key", ["none", "rsa", "ec"]),
    DecisionTable.Factor("names", ["none", "long"]),
  ]

  private static func table(
    impossible: [DecisionTable.Impossible] = [], obstacles: Obstacles? = nil
  ) -> DecisionTable {
    DecisionTable(
      id: "some/table", title: "Some", why: "", factors: factors, impossible: impossible, obstacles: obstacles,
      rules: [DecisionTable.Rule(DecisionTable.Condition(), .accept, because: "")], decidingFactor: 0,
      location: SourceLocation(file: "", line: 1, column: 1))
  }

  /// `a` and `b` have no RSA key, `c` no long names.
  @Sendable private static func reason(_ pair: Obstacles.Pair) -> String? {
    switch (pair.first, pair.factor, pair.value) {
    case (0...1, 1, 1): "no RSA key"
    case (2, 2, 1): "short names"
    default: nil
    }
  }

  private static var cells: [DecisionTable.Cell] {
    (0..<3).flatMap { first in
      (0..<3).flatMap { key in (0..<2).map { DecisionTable.Cell([first, key, $0]) } }
    }
  }

  @Test func `a table with obstacles has the same cells as one that lists the impossible combinations`() throws {
    let listed = Self.table(impossible: [
      DecisionTable.Impossible(
        DecisionTable.Condition([.init(factor: 0, values: [0, 1]), .init(factor: 1, values: [1])]),
        because: "no RSA key"),
      DecisionTable.Impossible(
        DecisionTable.Condition([.init(factor: 0, values: [2]), .init(factor: 2, values: [1])]),
        because: "short names"),
    ])
    let tried = Self.table(obstacles: Obstacles(Self.factors, attempt: Self.reason))
    let (first, second) = (try #require(CellSpace(listed)), try #require(CellSpace(tried)))
    for cell in Self.cells {
      #expect(second.isPossible(second.index(of: cell)) == first.isPossible(first.index(of: cell)))
      #expect(tried.impossibility(of: cell)?.because == listed.impossibility(of: cell)?.because)
    }
    #expect(CellCover(of: second).cells == CellCover(of: first).cells)
  }

  @Test func `a named cell tries its own pairs, and none twice`() {
    let tries = Mutex(0)
    let table = Self.table(
      obstacles: Obstacles(Self.factors) { pair in
        tries.withLock { $0 += 1 }
        return Self.reason(pair)
      })
    #expect(tries.withLock(\.self) == 0)
    for _ in 0..<3 { #expect(table.impossibility(of: DecisionTable.Cell([2, 1, 0])) == nil) }
    #expect(tries.withLock(\.self) == 2)
    _ = CellSpace(table)
    _ = CellSpace(table)
    #expect(tries.withLock(\.self) == 3 * (3 + 2))
  }

  @Test func `a value without a cell is reported with the reason`() {
    let obstacles = Obstacles(Self.factors) { $0.factor == 1 && $0.value == 2 ? "no such key" : nil }
    #expect(obstacles.reason(against: 2, of: 1) == "no such key")
    #expect(obstacles.reason(against: 1, of: 1) == nil)
  }
}
