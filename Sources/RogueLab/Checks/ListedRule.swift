internal import RogueModel
internal import RogueOpenSSL
internal import RogueTrust
internal import RogueValidators

/// A rule of the reference, whatever its questions are.
struct ListedRule: Sendable {
  let name: String
  let source: String
  /// The reference without it, where the rule has an answer that objects to nothing.
  let off: Mutant?
  /// Notes in a rulebook when the rule is asked.
  let watch: @Sendable (inout Rulebook, @escaping @Sendable (String) -> Void) -> Void

  private init<Question, Answer>(_ rule: Rule<Question, Answer>, off: Mutant? = nil) {
    name = rule.name
    source = rule.source
    self.off = off
    watch = { book, note in
      book.replace(rule, by: "watched") { question in
        note(rule.name)
        return rule.answer(question)
      }
    }
  }

  /// One that objects, or has an answer where others have none.
  private static func check<Question, Answer>(_ rule: Rule<Question, Answer?>) -> ListedRule {
    ListedRule(
      rule, off: Mutant("off-\(hyphenated(rule.name))", "leaves out the rule \(rule.name)", leavesOut: [rule]))
  }

  /// One that finds faults.
  private static func check<Question>(_ rule: Rule<Question, [TrustProblem]>) -> ListedRule {
    ListedRule(
      rule,
      off: Mutant("off-\(hyphenated(rule.name))", "leaves out the rule \(rule.name)", replaces: rule) { _ in [] })
  }

  private static func hyphenated(_ name: String) -> String { String(name.map { $0 == "/" ? "-" : $0 }) }

  static let all = ofPaths + ofPolicies + ofRevocation + ofTransparency + ofFirstUse

  private static let ofPaths = PathCheck.all.map(check)

  private static let ofPolicies =
    PolicyCheck.all.map(check)
    + [
      check(PolicyCheck.storedPins), check(PolicyCheck.failedCalls), check(PolicyCheck.deniedCertificates),
      check(PolicyCheck.statusOfLonePath), check(PolicyCheck.stapledRevocation), check(PolicyCheck.promisedStaple),
      check(PolicyCheck.pathStatuses), check(Rule<PolicyEvaluation, String?>.referenceName),
      ListedRule(Rule<PolicyEvaluation, ChainDecision>.decision), ListedRule(Rule<OtherPaths, [[[UInt8]]]>.triedPaths),
      ListedRule(Rule<PolicyEvaluation, [[UInt8]]>.served), ListedRule(Rule<PolicyEvaluation, [[UInt8]]>.anchors),
      ListedRule(Rule<PolicyEvaluation, [AttemptPolicy.Revocation.Method]>.revocationMethods),
      ListedRule(Rule<PolicyEvaluation, Range<Int>>.checkedCertificates),
      ListedRule(Rule<PolicyEvaluation, Bool>.networkUse),
    ]

  private static let ofRevocation =
    ListQuestion.checks.map(check) + ResponseQuestion.checks.map(check)
    + [
      check(Rule<StatusQuestion, RevocationStatus?>.staple), check(Rule<StatusQuestion, RevocationStatus?>.listAtHand),
      check(Rule<StatusQuestion, RevocationStatus?>.responder),
      check(Rule<StatusQuestion, RevocationStatus?>.fetchedList),
      check(Rule<StatusQuestion, [UInt8]?>.stapleOfCertificate),
      check(Rule<ResponseQuestion, OCSPResponseReader.Statement?>.singleResponse),
      check(Rule<ListQuestion, [UInt8]?>.listSigner),
      ListedRule(Rule<StatusQuestion, RevocationStatus>.certificateStatus),
      ListedRule(Rule<StatusQuestion, [String]>.distributionPoints),
      ListedRule(Rule<MissingReply, RevocationStatus>.missingReply),
    ]

  private static let ofTransparency =
    SCTQuestion.checks.map(check) + SCTList.sources.map(check)
    + [
      check(Rule<TransparencyQuestion, TrustProblem?>.vouchingLogs),
      ListedRule(Rule<TransparencyQuestion, [[UInt8]]>.loggedIssuers),
      ListedRule(Rule<[SCTQuestion], Int>.distinctLogs), ListedRule(Rule<[SCTQuestion], Int>.distinctOperators),
    ]

  private static let ofFirstUse = [
    check(Rule<ServerFlight, [UInt8]?>.mark), ListedRule(Rule<Meeting, ChainDecision>.validationOnFirstUse),
    ListedRule(Rule<Meeting, Bool>.learning), ListedRule(Rule<Meeting, Bool>.recognition),
  ]
}
