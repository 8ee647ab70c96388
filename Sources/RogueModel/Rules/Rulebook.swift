/// The rules by which a validator or a client decides: the right ones, except for those that are replaced.
package struct Rulebook: Sendable, Hashable {
  private struct Replacement: Sendable {
    /// The name of the wrong form, which distinguishes books that replace the same rule.
    var form: String
    /// A `Rule` with the question and the answer of the one that it replaces.
    var rule: any Sendable
  }

  private var replacements: [String: Replacement] = [:]

  package init() {}

  /// The replacements of the rules whose names begin with this topic and a slash.
  package func about(_ topic: String) -> Rulebook {
    var book = self
    book.replacements = replacements.filter { $0.key.hasPrefix(topic + "/") }
    return book
  }

  /// Names of the rules that are replaced, sorted.
  package var replaced: [String] { replacements.keys.sorted() }

  /// The answer of the rule, or of the one that replaces it.
  package func callAsFunction<Question, Answer>(_ rule: Rule<Question, Answer>, _ question: Question) -> Answer {
    current(rule).answer(question)
  }

  /// The rule that answers now.
  private func current<Question, Answer>(_ rule: Rule<Question, Answer>) -> Rule<Question, Answer> {
    guard !replacements.isEmpty, let replacement = replacements[rule.name] else { return rule }
    guard let other = replacement.rule as? Rule<Question, Answer> else {
      preconditionFailure("the rule \(rule.name) is replaced by one about something else")
    }
    return other
  }

  /// Where the circumstance holds, a wrong form answers from now on; elsewhere whatever answered before.
  ///
  /// - Parameter form: the name of the wrong form.
  package mutating func replace<Question, Answer>(
    _ rule: Rule<Question, Answer>, by form: String,
    where holds: @escaping @Sendable (Question) -> Bool = { _ in true },
    _ answer: @escaping @Sendable (Question) -> Answer
  ) {
    let other = current(rule)
    let name = [replacements[rule.name]?.form, form].compactMap(\.self).joined(separator: "+")
    replacements[rule.name] = Replacement(
      form: name, rule: Rule(rule.name, rule.source) { holds($0) ? answer($0) : other.answer($0) })
  }

  package static func == (one: Rulebook, other: Rulebook) -> Bool {
    one.replacements.mapValues(\.form) == other.replacements.mapValues(\.form)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(replacements.mapValues(\.form)) }
}
