internal import RogueDecisions

/// What one case shows.
struct CheckedCase: Sendable {
  var id: String
  let scenario: String
  /// Columns of the matrix that the case cannot tell apart.
  let columns: [Bits]
  /// The forms that it catches, each with the kinds of columns in which it does, as bits.
  var catches: [(form: Int, kinds: UInt64)] = []
  /// For each decision the rules that the reference asks, and the circumstances.
  var asked: [(rules: Set<String>, holding: Bits)] = []

  /// The columns in which it catches a form.
  func columns(of kinds: UInt64) -> Bits {
    var all = Bits(Columns.count)
    for kind in columns.indices where kinds >> UInt64(kind) & 1 == 1 { all.formUnion(columns[kind]) }
    return all
  }
}
