import RogueCorpora
import RogueModel
import Testing

struct CorpusReportTests {
  static let corpus = Corpus(
    name: "x509-limbo",
    cases: [
      CorpusReaderTests.item { ($0.id, $0.isAccepted) = ("good", true) }, CorpusReaderTests.item { $0.id = "bad" },
      CorpusReaderTests.item { ($0.id, $0.obstacle) = ("strange", "it is strange") },
    ])

  static func report(_ answers: CorpusAnswer..., hasControls: Bool = false) -> CorpusReport {
    CorpusReport(corpus: corpus, columns: [CorpusColumn(validator: "v", answers: answers, hasControls: hasControls)])
  }

  @Test func `an answer is counted as what it shows`() {
    let right = Self.report(.accepts, .refuses(.expired, detail: nil), .notPut("it is strange"))
    #expect(right.counts(0) == [.agrees: 2, .notPut: 1])
    let wrong = Self.report(
      .refuses(.untrusted, detail: "no issuer"), .accepts, .noProof("crashed"), hasControls: true)
    #expect(wrong.counts(0) == [.accepts: 1, .refuses: 1, .noProof: 1])
    #expect(wrong.text(isWhole: false).contains("good, v: untrusted: no issuer"))
  }

  @Test func `a disagreement that is explained is counted apart, and only for the validators that it names`() {
    var report = Self.report(.refuses(.untrusted, detail: nil), .accepts, .notPut("x"), hasControls: true)
    #expect(report.unexplained(0) == 2)
    func explanation(
      _ cases: [String], _ validators: Set<String>?, accepts: Bool, _ kind: CorpusExplanation.Kind = .corpusIsStricter
    ) -> CorpusExplanation {
      CorpusExplanation(
        title: "A reason", kind: kind, accepts: accepts, cases: cases, validators: validators, text: "",
        references: ["RFC 1"])
    }
    report.explanations = [
      explanation(["b*d"], nil, accepts: true), explanation(["good"], ["other"], accepts: false),
      // It explains the other answer.
      explanation(["good"], nil, accepts: true),
    ]
    #expect(report.unexplained(0) == 1 && report.fails(0))
    #expect(report.text(isWhole: false).contains("1  A reason (corpus-is-stricter; RFC 1)"))
    #expect(!report.text(isWhole: false).contains("bad "))
    report.explanations.append(explanation(["*"], ["v"], accepts: false))
    #expect(report.unexplained(0) == 0 && !report.fails(0))
    // What is explained by a fault of the validator is a failure.
    report.explanations = [
      explanation(["*"], nil, accepts: true, .validatorIsWrong), explanation(["*"], nil, accepts: false),
    ]
    #expect(report.unexplained(0) == 0 && report.fails(0))
  }

  @Test func `two ids with one file name stay two cases`() {
    let corpus = Corpus(
      name: "made",
      cases: ["dup::x", "dup-x", "other", ""].map { id in CorpusReaderTests.item { $0 = $0.with(id: id) } })
    #expect(Set(corpus.cases.map(\.slug)).count == 4 && corpus.cases[2].slug == "other")
    #expect(corpus.cases.allSatisfy { $0.slug.wholeMatch(of: /[a-z][a-z0-9-]*[a-z0-9]/) != nil })
  }

  @Test(arguments: [
    ("a::b", "a::b", true), ("a::b", "a::*", true), ("a::b", "*b", true), ("a::b", "a*b", true), ("ab", "a*b*", true),
    ("a::b", "a::", false), ("a::b", "b*", false), ("aba", "ab*ba", false), ("", "*", true),
  ])
  func `a star is any text`(id: String, pattern: String, matches: Bool) {
    #expect(CorpusExplanation.matches(id, pattern) == matches)
  }

  @Test func `refusals of a validator that accepts nothing prove nothing`() {
    let report = Self.report(.refuses(nil, detail: nil), .refuses(nil, detail: nil), .notPut("x"))
    #expect(report.counts(0) == [.noProof: 2, .notPut: 1])
    #expect(report.text(isWhole: false).contains("2  it accepts no case that is to be accepted"))
    #expect(report.answers(0).map(\.answer).allSatisfy { if case .refuses = $0 { false } else { true } })
    // Nor does an acceptance of what must be cancelled make them proof.
    let wrong = Self.report(.refuses(nil, detail: nil), .accepts, .notPut("x"))
    #expect(wrong.counts(0) == [.noProof: 1, .accepts: 1, .notPut: 1])
    // Over TLS each case has a control.
    let controlled = Self.report(
      .refuses(nil, detail: nil), .refuses(nil, detail: nil), .notPut("x"), hasControls: true)
    #expect(controlled.counts(0) == [.refuses: 1, .agrees: 1, .notPut: 1])
  }

  @Test(arguments: [
    (AdapterOutcome.statement(Statement(said: .accept)), CorpusAnswer.accepts),
    (.statement(Statement(said: .cancel, reason: .expired)), .refuses(.expired, detail: nil)),
    (.unsupported(capability: "clock", why: nil), .notPut("it lacks 'clock'")),
    (.failed(cause: .timeout, detail: nil), .noProof("timeout")),
    (.broken(AdapterFault(.crashed, "signal 11")), .noProof("crashed: signal 11")),
    (
      .statement(Statement(said: .cancel, reason: .configuration, phase: .configuration)),
      .noProof("it could not be configured: configuration")
    ),
    (.statement(Statement(said: .defaultHandling)), .noProof("it left the decision to others: default-handling")),
  ])
  func `a crash, a time-out or a failed configuration is no refusal`(outcome: AdapterOutcome, answer: CorpusAnswer) {
    #expect(CorpusAnswer(outcome) == answer)
  }

  @Test func `results have the form of x509-limbo`() {
    let report = Self.report(.accepts, .refuses(.expired, detail: "too old"), .notPut("it is strange"))
    let results = Limbo.results(report.answers(0), harness: "v")
    #expect(
      results.line
        == #"{"version":1,"harness":"v","results":[{"id":"good","actual_result":"SUCCESS","context":null},"#
        + #"{"id":"bad","actual_result":"FAILURE","context":"expired: too old"},"#
        + #"{"id":"strange","actual_result":"SKIPPED","context":"it is strange"}]}"#)
  }

  @Test func `the matrix is a table for spreadsheets`() {
    let report = Self.report(.accepts, .accepts, .notPut("x"))
    #expect(report.csv == "case,expected,v\ngood,accept,agrees\nbad,cancel,accepts\nstrange,cancel,not put\n")
  }

  @Test func `a case that no server can present says why`() throws {
    let changes: [((inout CorpusCase) -> Void, String)] = [
      ({ $0.key = nil }, "private key"), ({ $0.peer = nil }, "verifies no name"),
      ({ $0.peer = .dns("Example.com") }, "not a host"), ({ $0.peer = .dns("a..b") }, "not a host"),
      ({ $0.trusted = [] }, "trusts nothing"), ({ $0.requiresStatus = true }, "supplies CRLs"),
      ({ $0.obstacle = "strange" }, "strange"), ({ $0.peer = .dns("192.0.2.1") }, "not a host"),
      ({ $0.peer = .address("192.0.2.0/24") }, "not a host"),
      ({ $0.peer = .dns(String(repeating: "abc.", count: 70) + "com") }, "not a host"),
    ]
    for (change, words) in changes {
      let obstacle = try #require(CorpusCatalogue.obstacle(CorpusReaderTests.item(change)))
      #expect(obstacle.contains(words), "\(obstacle)")
    }
    #expect(CorpusCatalogue.obstacle(CorpusReaderTests.item()) == nil)
  }
}
