import Testing

/// A program, with its verdicts for a healthy server and for one whose CA nobody trusts.
struct ScriptFixture: Sendable, CustomTestStringConvertible {
  var name: String
  var script: String
  var healthy: String
  var rogue: String

  var testDescription: String { name }
}
