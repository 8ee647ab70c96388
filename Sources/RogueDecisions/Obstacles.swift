internal import Synchronization

/// Pairs of a value of the first factor and a value of another one that no cell can have. A pair is tried when it is needed
/// first: a table has tens of thousands of them, and a named cell has as many as it has factors.
public final class Obstacles: Sendable {
  /// A value of the first factor, and one of another factor.
  public struct Pair: Hashable, Sendable {
    public var first: Int
    public var factor: Int
    public var value: Int

    public init(first: Int, factor: Int, value: Int) {
      self.first = first
      self.factor = factor
      self.value = value
    }
  }

  /// The number of values of each factor.
  private let sizes: [Int]
  private let attempt: @Sendable (Pair) -> String?
  private let known = Mutex<[Pair: String?]>([:])

  /// - Parameter attempt: the reason why no cell can have both values; nil: there is none.
  public init(_ factors: [DecisionTable.Factor], attempt: @escaping @Sendable (Pair) -> String?) {
    sizes = factors.map(\.values.count)
    self.attempt = attempt
  }

  private func reason(_ pair: Pair) -> String? {
    if let reason = known.withLock({ $0[pair] }) { return reason }
    let reason = attempt(pair)
    known.withLock { $0[pair] = .some(reason) }
    return reason
  }

  func obstacle(to cell: DecisionTable.Cell) -> DecisionTable.Impossible? {
    for factor in sizes.indices.dropFirst() {
      let pair = Pair(first: cell[0], factor: factor, value: cell[factor])
      if let reason = reason(pair) { return impossible([pair.first], factor, pair.value, reason) }
    }
    return nil
  }

  /// All of them: one for each value and reason, with the values of the first factor that it keeps away.
  var all: [DecisionTable.Impossible] {
    sizes.indices.dropFirst().flatMap { factor in
      (0..<sizes[factor]).flatMap { all(with: factor, $0) }
    }
  }

  private func all(with factor: Int, _ value: Int) -> [DecisionTable.Impossible] {
    var reasons: [(reason: String, firsts: Set<Int>)] = []
    for first in 0..<sizes[0] {
      guard let reason = reason(Pair(first: first, factor: factor, value: value)) else { continue }
      if let known = reasons.firstIndex(where: { $0.reason == reason }) {
        reasons[known].firsts.insert(first)
      } else {
        reasons.append((reason, [first]))
      }
    }
    return reasons.map { impossible($0.firsts, factor, value, $0.reason) }
  }

  /// The reason that keeps a value from every value of the first factor; nil: some cell has it.
  public func reason(against value: Int, of factor: Int) -> String? {
    let reasons = (0..<sizes[0]).lazy.map { self.reason(Pair(first: $0, factor: factor, value: value)) }
    return reasons.allSatisfy { $0 != nil } ? reasons.first.flatMap(\.self) : nil
  }

  private func impossible(
    _ firsts: Set<Int>, _ factor: Int, _ value: Int, _ reason: String
  ) -> DecisionTable.Impossible {
    DecisionTable.Impossible(
      DecisionTable.Condition([.init(factor: 0, values: firsts), .init(factor: factor, values: [value])]),
      because: reason)
  }
}
