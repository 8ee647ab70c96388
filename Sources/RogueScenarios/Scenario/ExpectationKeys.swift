internal import RogueModel
internal import RogueYAML

/// The keys of one right answer.
enum AnswerKeys {
  static let disposition = Field("disposition", ValueParser<Disposition>.word, "what the validator must do")
  static let reason = Field(
    "reason", ValueParser<[Reason]>.oneOrList(of: .word, "reasons").distinct(),
    "why it cancels; any of a list, and another reason is a `deviation`; default: any reason")
  static let phase = Field(
    "phase", ValueParser<[Phase]>.oneOrList(of: .word, "phases").distinct(),
    "when it cancels; default: in the handshake or after it, never at configuration")
  static let clientChain = Field(
    "client-chain", .references(.certificate, "certificates"),
    "the certificates that the client must send, in order; for a resumed session or a reused connection, those that it "
      + "sent when that began")
  static let identity = Field(
    "identity", ValueParser<IdentityWord>.word,
    "the client must not send its certificate to this server; if only some connections have the fault, not on those")

  static let keys = [disposition.key, reason.key, phase.key, clientChain.key, identity.key]

  static let table = Table("answer", subject: "an answer", "One right answer of a validator.", keys)

  static let shape = ValueParser<Expectation.Answer>.table(table, answer)

  /// The answer that a mapping gives; it must have a disposition.
  @Sendable static func answer(_ entries: Entries) -> Expectation.Answer? {
    let reasons = entries[reason] ?? []
    let phases = entries[phase] ?? []
    let clientChain = entries[clientChain]
    let identity = entries[identity]
    guard let disposition = entries[disposition] else {
      if !entries.has(self.disposition) {
        entries.reader.report(
          at: entries.mapping.position, "missing key 'disposition' in an answer", help: "accept or cancel")
      }
      return nil
    }
    if disposition == .accept {
      if entries.has(reason) {
        entries.reader.report(at: entries.keyPosition(reason), "an answer that accepts has no 'reason'")
      }
      if entries.has(phase) {
        entries.reader.report(at: entries.keyPosition(phase), "an answer that accepts has no 'phase'")
      }
    }
    return Expectation.Answer(
      disposition: disposition, reasons: Set(reasons), phases: Set(phases), clientChain: clientChain,
      identityWithheld: identity == .withheld)
  }

  enum IdentityWord: String, CaseIterable, Sendable { case withheld }
}

/// The keys of an expectation: one answer, or a closed set of them.
enum ExpectationKeys {
  static let any = Field(
    "any", ValueParser<[Expectation.Answer]>.list(of: AnswerKeys.shape, minimum: 1, "answers").distinct(),
    "several right answers")
  static let unexercised = Field(
    "unexercised", ValueParser<UnexercisedWord>.word,
    "a client that never meets the fault is right not to refuse it (it opened no second connection, or it resumed a "
      + "session): the case is `unexercised`, which is not a pass; default: it is `inconclusive`")
  static let judge = Field(
    "judge", ValueParser<JudgeWord>.word,
    "if the server refuses the client, that is the evidence; default: such a case is `inconclusive`")

  static let clientHello = Field(
    "client-hello", ClientHelloKeys.shape,
    "what each ClientHello of the client must contain: an otherwise passing case whose ClientHello breaks a demand is a "
      + "`bad-client-hello`, one without a ClientHello `inconclusive`; default: nothing is judged")

  static let keys = AnswerKeys.keys + [any.key, unexercised.key, judge.key, clientHello.key]

  static let table = Table(
    "expectation", subject: "an expectation", "One right answer, or `any` of several.", keys)

  static let shape = ValueParser<Expectation>.table(table, expectation)

  @Sendable static func expectation(_ entries: Entries) -> Expectation? {
    let answers: [Expectation.Answer]?
    if entries.has(any) {
      for key in AnswerKeys.keys {
        guard let entry = entries.mapping.entry(key.name) else { continue }
        entries.reader.report(
          at: entry.key.position, "'\(key.name)' cannot be used beside 'any'; move it into its answers")
      }
      answers = entries[any]
    } else {
      answers = AnswerKeys.answer(entries).map { [$0] }
    }
    let unexercised = entries[unexercised]
    let judge = entries[judge]
    let clientHello = entries[clientHello] ?? Settings()
    return answers.map {
      Expectation(
        answers: $0, unexercisedPasses: unexercised == .pass, serverIsJudge: judge == .server, clientHello: clientHello)
    }
  }

  enum UnexercisedWord: String, CaseIterable, Sendable { case pass }
  enum JudgeWord: String, CaseIterable, Sendable { case server }
}

/// The expectation of a step: one for every policy, or one for each.
enum Expected {
  case same(Expectation)
  /// With the places of the policies' names, and of the whole.
  case byPolicy([(policy: YAMLNode.Scalar, expectation: Expectation)], YAMLPosition)
}

/// The keys of `expect`.
enum ExpectKeys {
  static let byPolicy = Field(
    "by-policy", .map(keys: .references(.policy), of: ExpectationKeys.shape), "the expected result for each policy")

  static let table = Table(
    "expect", subject: "'expect'", "What is right: an answer, `any` of several, or an expectation for each policy.",
    ExpectationKeys.keys + [byPolicy.key])

  static let shape = ValueParser<Expected>.table(table) { entries in
    guard entries.has(byPolicy) else { return ExpectationKeys.expectation(entries).map { .same($0) } }
    for entry in entries.mapping.entries where entry.key.text != byPolicy.key.name {
      guard table.key(entry.key.text) != nil else { continue }
      entries.reader.report(
        at: entry.key.position, "'\(entry.key.text)' cannot be used beside 'by-policy'; move it below the policies")
    }
    let position = entries.keyPosition(byPolicy)
    return entries[byPolicy].map { .byPolicy($0.map { (policy: $0, expectation: $1) }, position) }
  }
}
