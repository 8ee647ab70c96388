package import RogueAdapters
package import RogueModel
internal import RogueTLS

/// A client that is right in everything but one decision.
package struct ClientMutant: Sendable {
  /// Without the prefix that all of them have.
  package let name: String
  /// Its mistake, as a clause.
  package let summary: String
  private(set) var rules = Rulebook()
  /// In the place of libssl.
  var makeEngine: @Sendable () -> any ClientEngine = { LibsslClient() }
  var declined: Set<Capability> = []

  init(_ name: String, _ summary: String, _ change: (inout Rulebook) -> Void = { _ in }) {
    self.name = name
    self.summary = summary
    change(&rules)
  }

  /// One that replaces a rule by a wrong form, everywhere or in a circumstance.
  init<Question, Answer>(
    _ name: String, _ summary: String, replaces rule: Rule<Question, Answer>,
    where holds: @escaping @Sendable (Question) -> Bool = { _ in true },
    by form: @escaping @Sendable (Question) -> Answer
  ) {
    self.init(name, summary) { $0.replace(rule, by: name, where: holds, form) }
  }

  /// One that changes the right answer.
  init<Question, Answer>(
    _ name: String, _ summary: String, alters rule: Rule<Question, Answer>,
    where holds: @escaping @Sendable (Question) -> Bool = { _ in true },
    _ change: @escaping @Sendable (inout Answer) -> Void
  ) {
    self.init(name, summary, replaces: rule, where: holds) { question in
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

  /// One that does not make a demand, and has its name.
  init(_ demand: Demand, _ summary: String) { self.init(demand.name, summary, replaces: demand) { _ in true } }

  /// The project's TLS client with this mistake.
  func swiftClient(_ makeValidator: @escaping @Sendable () -> any ChainValidator) -> SwiftClientAdapter {
    SwiftClientAdapter(
      name: "mutant-without-\(name)", summary: "a TLS client that \(summary)", isControl: true, rules: rules,
      makeValidator: makeValidator)
  }

  /// The in-process client with this mistake.
  func inProcess(_ makeValidator: @escaping @Sendable () -> any ChainValidator) -> InProcessAdapter {
    var adapter = InProcessAdapter(
      name: "mutant-without-\(name)", summary: "a client that \(summary)", isControl: true,
      capabilities: InProcessAdapter.usualCapabilities.union([.clock]).subtracting(declined),
      alwaysRequestsStaple: true, makeValidator: makeValidator)
    adapter.rules = rules
    adapter.makeEngine = makeEngine
    return adapter
  }
}

extension SwiftClientAdapter {
  package static func mutants(
    _ makeValidator: @escaping @Sendable () -> any ChainValidator,
    of mutants: [ClientMutant] = ClientMutant.ofHandshakes + ClientMutant.ofHellos
  ) -> [SwiftClientAdapter] { mutants.map { $0.swiftClient(makeValidator) } }
}

extension InProcessAdapter {
  package static func mutants(
    _ makeValidator: @escaping @Sendable () -> any ChainValidator,
    of mutants: [ClientMutant] = ClientMutant.ofConnections + ClientMutant.ofTables
  ) -> [InProcessAdapter] { mutants.map { $0.inProcess(makeValidator) } }
}
