/// One line of the report: what was measured, beside what it was measured against.
struct Measurement {
  /// What the two numbers count.
  enum Unit {
    /// More is better.
    case perSecond(String)
    /// Less is better.
    case milliseconds
    /// Less is better.
    case mebibytes
  }

  /// What the ratio, or where there is no floor the number itself, should come to.
  enum Aim {
    case ratioAtLeast(Double)
    case ratioAtMost(Double)
    case below(Double)
    /// Told for what it is worth.
    case none
  }

  var subject: String
  var unit: Unit
  var value: Double
  /// Nil: the aim is about the number itself.
  var floor: Double?
  /// Ratio of the processor time of both, where the machine's other work matters: it is not in it.
  var processorRatio: Double?
  var aim: Aim

  var ratio: Double? { floor.map { value / $0 } }

  /// Nil when there is no aim.
  var isReached: Bool? {
    switch aim {
    case .ratioAtLeast(let least): ratio.map { $0 >= least }
    case .ratioAtMost(let most): ratio.map { $0 <= most }
    case .below(let limit): value < limit
    case .none: nil
    }
  }
}
