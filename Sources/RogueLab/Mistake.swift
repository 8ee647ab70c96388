internal import RogueModel

/// What is wrong with a mutant, and what is known of it.
struct Mistake: Sendable {
  /// The mutant's, without the prefix that all of its kind have.
  var name: String
  /// A clause.
  var summary: String
  /// The rules that are wrong; none if the mistake is not in a rule.
  var rules = Rulebook()
  var breadth = Breadth.decision
  /// Why neither a scenario nor a cell of a table catches it without sockets; nil: one does.
  var uncaught: String?
  /// The mutants with the same mistakes in every scenario, each with the reason.
  var equivalents: [String: String] = [:]

  enum Breadth: Sendable { case decision, wholeRule, severalRules }

  init(_ name: String, _ summary: String) {
    self.name = name
    self.summary = summary
  }
}

/// A validator, a delegate or a client that is right in everything but one decision.
///
/// A catalogue that no mutant falls for finds nothing; a mutant that falls for nothing shows that a scenario is missing.
protocol Mistaken: Sendable {
  var mistake: Mistake { get set }

  /// The right one, but for the rules of the mistake.
  init(_ mistake: Mistake)
}

extension Mistaken {
  var name: String { mistake.name }
  var summary: String { mistake.summary }
  var rules: Rulebook { mistake.rules }
  var breadth: Mistake.Breadth { mistake.breadth }
  var uncaught: String? { mistake.uncaught }
  var equivalents: [String: String] { mistake.equivalents }

  /// One that replaces a rule by a wrong form, everywhere or in a circumstance; elsewhere the rule is right.
  init<Question, Answer>(
    _ name: String, _ summary: String, replaces rule: Rule<Question, Answer>,
    where isMeant: @escaping @Sendable (Question) -> Bool = { _ in true },
    by form: @escaping @Sendable (Question) -> Answer
  ) {
    self = Self(Mistake(name, summary)).replacing(rule, where: isMeant, by: form)
  }

  /// One without some checks, everywhere or in a circumstance.
  init<Question, Answer>(
    _ name: String, _ summary: String, leavesOut checks: [Rule<Question, Answer?>],
    where isMeant: @escaping @Sendable (Question) -> Bool = { _ in true }
  ) {
    self = checks.reduce(Self(Mistake(name, summary))) { mutant, check in
      mutant.replacing(check, where: isMeant) { _ in nil }
    }
  }

  /// One that changes the right answer.
  init<Question, Answer>(
    _ name: String, _ summary: String, alters rule: Rule<Question, Answer>,
    where isMeant: @escaping @Sendable (Question) -> Bool = { _ in true },
    _ change: @escaping @Sendable (inout Answer) -> Void
  ) {
    self.init(name, summary, replaces: rule, where: isMeant) { question in
      var answer = rule.answer(question)
      change(&answer)
      return answer
    }
  }

  /// One that mistakes the question, and answers it rightly.
  init<Question, Answer>(
    _ name: String, _ summary: String, asks rule: Rule<Question, Answer>,
    _ change: @escaping @Sendable (inout Question) -> Void
  ) {
    self.init(name, summary, replaces: rule) { question in
      var other = question
      change(&other)
      return rule.answer(other)
    }
  }

  /// The same with another rule replaced as well.
  func replacing<Question, Answer>(
    _ rule: Rule<Question, Answer>, where isMeant: @escaping @Sendable (Question) -> Bool = { _ in true },
    by form: @escaping @Sendable (Question) -> Answer
  ) -> Self {
    changed { $0.mistake.rules.replace(rule, by: name, where: isMeant, form) }
  }

  /// The same, marked as one that lacks more than a decision: it falls for every rogue that the rest is about.
  func lacking(_ breadth: Mistake.Breadth) -> Self { changed { $0.mistake.breadth = breadth } }

  /// The same, marked as one that nothing catches without sockets.
  func uncaught(because reason: String) -> Self { changed { $0.mistake.uncaught = reason } }

  /// The same, marked as one that no scenario tells apart from another.
  func alike(_ other: String, because reason: String) -> Self { changed { $0.mistake.equivalents[other] = reason } }

  func changed(_ change: (inout Self) -> Void) -> Self {
    var mutant = self
    change(&mutant)
    return mutant
  }
}
