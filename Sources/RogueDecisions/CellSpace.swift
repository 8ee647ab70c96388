/// All cells of a table with the rule that decides each, and which factors decide it.
///
/// A factor *decides* a cell if another value of this factor alone changes the right answer: whether the client accepts,
/// or which certificate it presents. Millions of cells take about a second, so only the generator of cells and its test
/// make this.
public struct CellSpace: Sendable {
  /// Larger tables have to be split.
  public static let largest = 40_000_000
  /// How many rules a table may have, and how many values a factor: a place fits into an octet.
  public static let most = 250

  public let table: DecisionTable
  /// By cell: the place of the rule, or `impossible`.
  private(set) var rules: [UInt8]
  /// By cell: the factors that decide it, one bit for each.
  private(set) var deciding: [UInt16]
  private let strides: [Int]
  private static let impossible = UInt8.max
  private static let undecided = impossible - 1

  /// Nil if the table has more cells, factors or rules than this can hold.
  public init?(_ table: DecisionTable) {
    guard table.factors.count <= 16, table.rules.count <= Self.most, (table.kindsOfAnswers.max() ?? 0) < 64,
      table.factors.allSatisfy({ (1...Self.most).contains($0.values.count) })
    else { return nil }
    var strides: [Int] = []
    var count = 1
    for factor in table.factors.reversed() {
      strides.append(count)
      let (product, overflow) = count.multipliedReportingOverflow(by: factor.values.count)
      guard !overflow, product <= Self.largest else { return nil }
      count = product
    }
    self.table = table
    self.strides = strides.reversed()
    rules = Self.rules(table, count, self.strides)
    deciding = []
    deciding = Self.deciding(table, rules, self.strides)
  }

  public var count: Int { rules.count }

  /// It has no divisor in common with the count: steps visit every cell once, in an order that no factor follows.
  var step: Int {
    var step = count * 5 / 8 | 1
    while Self.divisor(step, count) != 1 { step += 2 }
    return step
  }

  private static func divisor(_ first: Int, _ second: Int) -> Int {
    var (first, second) = (first, second)
    while second != 0 { (first, second) = (second, first % second) }
    return first
  }

  public func cell(at index: Int) -> DecisionTable.Cell {
    let values = values(at: index)
    return DecisionTable.Cell(table.factors.indices.map { values[$0] })
  }

  /// The values of a cell by their places, without an allocation; there are no more factors than this holds.
  func values(at index: Int) -> SIMD16<Int> {
    var values = SIMD16<Int>.zero
    var rest = index
    for (factor, stride) in strides.enumerated() {
      (values[factor], rest) = rest.quotientAndRemainder(dividingBy: stride)
    }
    return values
  }

  public func index(of cell: DecisionTable.Cell) -> Int {
    zip(strides, cell.values).reduce(0) { $0 + $1.0 * $1.1 }
  }

  /// The place of the rule that decides a cell; nil if the cell cannot be.
  func rule(at index: Int) -> Int? { isPossible(index) ? Int(rules[index]) : nil }

  public func isPossible(_ index: Int) -> Bool { rules[index] != Self.impossible }

  /// The places of the rules that decide no cell.
  public var idleRules: [Int] {
    var seen = [Bool](repeating: false, count: 256)
    for rule in rules { seen[Int(rule)] = true }
    return table.rules.indices.filter { !seen[$0] }
  }

  /// The factors that decide a cell; none for one that cannot be.
  func decidingFactors(_ index: Int) -> UInt16 { deciding[index] }

  /// Every set of factors that decides some cell.
  var distinctDecidingFactors: Set<UInt16> {
    var seen = [Bool](repeating: false, count: 1 << 16)
    for factors in deciding { seen[Int(factors)] = true }
    return Set(seen.indices.filter { seen[$0] }.map { UInt16($0) })
  }

  /// Walks through the factors and keeps, in one bit for each, the conditions that still hold: 64 of them at a time.
  private static func rules(_ table: DecisionTable, _ count: Int, _ strides: [Int]) -> [UInt8] {
    let impossibilities = table.impossible + (table.obstacles?.all ?? [])
    let conditions = impossibilities.map(\.condition) + table.rules.map(\.condition)
    var result = [UInt8](repeating: undecided, count: count)
    for start in stride(from: 0, to: conditions.count, by: 64) {
      let part = conditions[start..<min(start + 64, conditions.count)]
      let masks = table.factors.indices.map { factor in
        table.factors[factor].values.indices.map { value in
          part.enumerated().reduce(UInt64(0)) { bits, entry in
            let holds = entry.element.terms.allSatisfy { $0.factor != factor || $0.values.contains(value) }
            return holds ? bits | 1 << UInt64(entry.offset) : bits
          }
        }
      }
      func walk(_ factor: Int, _ first: Int, _ alive: UInt64) {
        guard alive != 0 else { return }
        guard factor < masks.count else {
          guard result[first] == undecided else { return }
          let place = start + alive.trailingZeroBitCount
          result[first] =
            place < impossibilities.count ? impossible : UInt8(place - impossibilities.count)
          return
        }
        for (value, mask) in masks[factor].enumerated() {
          walk(factor + 1, first + value * strides[factor], alive & mask)
        }
      }
      walk(0, 0, .max)
    }
    for index in result.indices where result[index] == undecided { result[index] = UInt8(table.rules.count - 1) }
    return result
  }

  private static func deciding(_ table: DecisionTable, _ rules: [UInt8], _ strides: [Int]) -> [UInt16] {
    if let factor = table.decidingFactor { return rules.map { $0 == impossible ? 0 : 1 << UInt16(factor) } }
    let kinds = table.kindsOfAnswers
    // The last one: cannot be.
    let answers = rules.map { rule -> UInt8 in rule == impossible ? 64 : kinds[Int(rule)] }
    var result = [UInt16](repeating: 0, count: rules.count)
    for (factor, stride) in strides.enumerated() {
      let values = table.factors[factor].values.count
      var block = 0
      while block < rules.count {
        for offset in block..<block + stride {
          var seen: UInt64 = 0
          for value in 0..<values { seen |= 1 << UInt64(answers[offset + value * stride]) }
          guard seen & (seen &- 1) != 0 else { continue }
          for value in 0..<values where answers[offset + value * stride] < 64 {
            result[offset + value * stride] |= 1 << UInt16(factor)
          }
        }
        block += stride * values
      }
    }
    return result
  }
}
