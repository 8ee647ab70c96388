/// One decision of a validator or of a client: the right answer to a question, and the sentence that demands it.
///
/// The product holds right rules only. A wrong form replaces one in a `Rulebook`, everywhere or in a circumstance.
package struct Rule<Question, Answer>: Sendable {
  /// In lower case with hyphens, behind the topic and a slash if it has one; no other rule has the same.
  package let name: String
  /// The section of the standard, or why the rule is right where no standard says.
  package let source: String
  package let answer: @Sendable (Question) -> Answer

  package init(_ name: String, _ source: String, _ answer: @escaping @Sendable (Question) -> Answer) {
    self.name = name
    self.source = source
    self.answer = answer
  }
}
