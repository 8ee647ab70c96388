import RogueModel
import Testing

@testable import RogueRunner

/// The adapter runs on unless its first controls all break the contract in one way.
@Suite struct StartupCircuitBreakerTests {
  /// The end of a control, in one letter.
  private static func outcome(_ letter: Character) -> AdapterOutcome? {
    switch letter {
    case "a": .statement(Statement(said: .accept))
    case "c": .broken(AdapterFault(.crashed, "signal 11"))
    case "d": .broken(AdapterFault(.crashed, "signal 6"))
    case "g": .broken(AdapterFault(.garbled, "signal 11"))
    case "s": .broken(AdapterFault(.notStarted, "no such file"))
    case "h": .broken(AdapterFault(.hung, "no answer"))
    case "f": .failed(cause: .timeout, detail: "")
    default: nil
    }
  }

  private typealias Row = (outcomes: String, isUndecided: Bool, isOpen: Bool)

  private static let table: [Row] = [
    ("", false, false),
    // One fault: undecided until it has come often enough.
    ("s", true, false), ("ssss", true, false), ("sssss", false, true), ("ssssss", false, true),
    ("ccccc", false, true), ("ggggg", false, true),
    // Any other end closes it for good.
    ("a", false, false), ("asssss", false, false), ("ssssa", false, false), ("ssssas", false, false),
    ("sssssa", false, false), ("fsssss", false, false), ("-sssss", false, false),
    // Another kind, or the same kind with other details, is another fault.
    ("ccccg", false, false), ("ccccd", false, false), ("cdcdcdcdcd", false, false),
    // The machine may have caused a hang.
    ("hhhhh", false, false), ("sssshs", false, false), ("hsssss", false, false),
  ]

  @Test func `the circuit breaker opens after five equal faults only`() {
    for row in Self.table {
      let circuitBreaker = StartupCircuitBreaker()
      for letter in row.outcomes { circuitBreaker.record(Self.outcome(letter)) }
      #expect(circuitBreaker.isUndecided == row.isUndecided, "\(row.outcomes)")
      #expect((circuitBreaker.whyOpen != nil) == row.isOpen, "\(row.outcomes)")
    }
  }

  @Test func `the reason contains the number of controls and the fault`() {
    let circuitBreaker = StartupCircuitBreaker()
    for _ in 0..<6 { circuitBreaker.record(Self.outcome("s")) }
    #expect(circuitBreaker.whyOpen?.contains("first 6 controls") == true)
    #expect(circuitBreaker.whyOpen?.hasSuffix("not-started: no such file") == true)
  }
}
