import RogueModel
import Testing

@testable import RogueVerdicts

/// Every combination of expectation, statement, observation and control, generated; every cell is asserted against a
/// second formulation of the rules that has no order: a set of conditions of which exactly one holds in each cell.
@Suite struct JudgeTableTests {
  @Test func `exactly one row of the unordered rules decides every cell of the table`() {
    let rows = Self.rows
    var cells = 0
    var wrong: [String] = []
    Self.everyCell { facts in
      cells += 1
      let ruling = Judge.rule(facts)
      var holding = 0
      var isItsOwn = false
      for row in rows where row.holds(facts) {
        holding += 1
        isItsOwn = row.ruling == ruling
      }
      if holding != 1 || !isItsOwn, wrong.count < 5 {
        wrong.append("\(facts)\n  judge: \(ruling), rows: \(rows.filter { $0.holds(facts) }.map(\.ruling))")
      }
    }
    #expect(cells == 3 * 2 * 2 * 10 * 4 * 2 * 3 * 2 * 2 * 2 * 3 * 4 * 3 * 3 * 3)
    #expect(wrong.isEmpty, "\(wrong.joined(separator: "\n"))")
  }

  @Test func `every ruling occurs in some cell`() {
    var seen: Set<VerdictRule> = []
    Self.everyCell { seen.insert(Judge.rule($0)) }
    #expect(seen == Set(VerdictRule.allCases))
  }

  @Test func `no cell with a harness fault, a broken contract, or forbidden data or queries passes`() {
    var violations = 0
    Self.everyCell { facts in
      let verdict = Judge.rule(facts).verdict
      guard verdict == .pass || verdict == .unexercised || verdict == .deviation else { return }
      if facts.harnessFault || facts.said == .broken || facts.said == .acceptWithoutProof
        || facts.said == .failed
          && !facts.serverIsJudge
        || facts.right == .cancel && facts.applicationDataAfterFault
        || facts.fetchedAlthoughForbidden || facts.contact == .anybody
        || facts.control == .failed || facts.control == .spoilt
      {
        violations += 1
      }
    }
    #expect(violations == 0)
  }

  @Test func `a control that fails later changes a ruling to that alone`() {
    var violations = 0
    Self.everyCell { facts in
      guard facts.control == .passed else { return }
      for (control, ruling) in [(Facts.Control.failed, VerdictRule.controlFailed), (.spoilt, .controlSpoilt)] {
        var later = facts
        later.control = control
        let (now, then) = (Judge.rule(facts), Judge.rule(later))
        if then != now && then != ruling || StepJudge.dependsOnControl(facts) != (then != now) { violations += 1 }
        if StepJudge.dependsOnControl(later) { violations += 1 }
      }
    }
    #expect(violations == 0)
  }

  @Test func `without a connection only an expected refusal at configuration can pass`() {
    var violations = 0
    Self.everyCell { facts in
      guard !facts.connected, Judge.rule(facts).verdict == .pass else { return }
      if facts.said != .refusedConfigurationAsExpected { violations += 1 }
    }
    #expect(violations == 0)
  }

  @Test func `a refusal of a fault that was never presented proves nothing`() {
    var violations = 0
    Self.everyCell { facts in
      guard !facts.exercised, facts.said == .cancelAsExpected || facts.said == .cancelOtherwise else { return }
      let verdict = Judge.rule(facts).verdict
      if ![.inconclusive, .unsupported, .falseAccept, .leak, .harnessError].contains(verdict) { violations += 1 }
    }
    #expect(violations == 0)
  }

  @Test func `nothing passes without a ClientHello that meets the demands`() {
    var violations = 0
    Self.everyCell { facts in
      guard facts.hello != .asExpected else { return }
      if [.pass, .deviation, .unexercised].contains(Judge.rule(facts).verdict) { violations += 1 }
    }
    #expect(violations == 0)
  }

  @Test func `a client that was presented no fault passes nothing`() {
    var violations = 0
    Self.everyCell { facts in
      guard !facts.exercised, facts.said != .refusedConfigurationAsExpected else { return }
      if [.pass, .deviation].contains(Judge.rule(facts).verdict) { violations += 1 }
    }
    #expect(violations == 0)
  }

  @Test func `an objection of the server is the client's fault only if nothing else was wrong`() {
    var violations = 0
    Self.everyCell { facts in
      guard Judge.rule(facts) == .brokeTheProtocol else { return }
      if facts.endedFirst != .serverObjecting || facts.control != .notNeeded || facts.right != .accept
        || facts.replyServed && facts.serverIsJudge || facts.harnessFault
      {
        violations += 1
      }
    }
    #expect(violations == 0)
  }

  @Test(arguments: [(Facts.Control.failed, Verdict.inconclusive), (.spoilt, .harnessError)])
  func `a lost control never gives a pass`(lost: Facts.Control, verdict: Verdict) {
    var violations = 0
    Self.everyCell { facts in
      guard facts.control == .passed else { return }
      var without = facts
      without.control = lost
      let before = Judge.rule(facts).verdict
      let after = Judge.rule(without).verdict
      if before != after && after != verdict { violations += 1 }
    }
    #expect(violations == 0)
  }

  @Test func `if the owner of a connection is unknown, its evidence counts neither for the client nor against it`() {
    let itsOwnWord: Set<Verdict> = [.harnessError, .error, .unsupported, .inconclusive]
    var violations = 0
    Self.everyCell { facts in
      guard facts.contact == .anybody else { return }
      if !itsOwnWord.contains(Judge.rule(facts).verdict) { violations += 1 }
    }
    #expect(violations == 0)
  }

  // MARK: The unordered rules

  struct Row: Sendable {
    var ruling: VerdictRule
    var holds: @Sendable (Facts) -> Bool
  }

  /// Each row states all of its own conditions; none depends on the rows before it.
  static let rows: [Row] = {
    @Sendable func cancels(_ f: Facts) -> Bool { f.said == .cancelAsExpected || f.said == .cancelOtherwise }
    @Sendable func refuses(_ f: Facts) -> Bool {
      cancels(f) || f.said == .refusedConfigurationAsExpected || f.said == .refusedConfigurationOtherwise
    }
    /// It is known whose the connections were, or there were none.
    @Sendable func known(_ f: Facts) -> Bool { f.contact == .nobody || f.contact == .validator }
    @Sendable func believed(_ f: Facts) -> Bool { known(f) && f.right == .cancel && f.applicationDataAfterFault }
    @Sendable func asked(_ f: Facts) -> Bool { known(f) && f.fetchedAlthoughForbidden }
    /// Nothing outranks the contract.
    @Sendable func undecided(_ f: Facts) -> Bool { !f.harnessFault && !believed(f) && !asked(f) }
    /// Nothing outranks what was said.
    @Sendable func open(_ f: Facts) -> Bool { undecided(f) && known(f) }
    @Sendable func stood(_ f: Facts) -> Bool { f.control == .passed || f.control == .notNeeded }
    @Sendable func spoke(_ f: Facts) -> Bool { open(f) && (cancels(f) || f.said == .failed) }
    @Sendable func reached(_ f: Facts) -> Bool { f.connected && f.exercised }
    @Sendable func proven(_ f: Facts) -> Bool {
      open(f) && f.said == .acceptWithProof && f.connected && f.replyServed
    }
    @Sendable func serverLeft(_ f: Facts) -> Bool { f.endedFirst == .server || f.endedFirst == .serverObjecting }
    @Sendable func serverSpoke(_ f: Facts) -> Bool { spoke(f) && reached(f) && serverLeft(f) }
    /// The server was healthy, and says that the client was not.
    @Sendable func objects(_ f: Facts) -> Bool {
      f.endedFirst == .serverObjecting && f.control == .notNeeded && f.right == .accept
    }
    /// The fault was not presented, and that alone is not a pass here.
    @Sendable func notExercised(_ f: Facts) -> Bool {
      spoke(f) && f.connected && !f.exercised || proven(f) && !f.exercised && !f.unexercisedPasses
    }
    @Sendable func serverJudged(_ f: Facts) -> Bool {
      serverSpoke(f) && f.serverIsJudge && stood(f) && !f.replyServed
    }
    @Sendable func clientJudged(_ f: Facts) -> Bool {
      open(f) && cancels(f) && reached(f) && !serverLeft(f) && stood(f) && !f.replyServed
    }
    @Sendable func provenExercised(_ f: Facts) -> Bool { proven(f) && f.exercised && stood(f) }
    /// Nothing is made of what was said before the control is looked at.
    @Sendable func depends(_ f: Facts) -> Bool {
      open(f) && f.said == .refusedConfigurationAsExpected || proven(f) && (f.exercised || f.unexercisedPasses)
        || serverSpoke(f) && f.serverIsJudge || open(f) && cancels(f) && reached(f) && !serverLeft(f)
    }
    /// Where nothing but the ClientHello is looked at any more, by what is ruled where it is right.
    let passing: [(VerdictRule, @Sendable (Facts) -> Bool)] = [
      (
        .accepted,
        {
          provenExercised($0) && $0.right != .cancel && $0.clientChain != .wrong && $0.identity != .exposed
        }
      ),
      (
        .cancelled,
        {
          clientJudged($0) && $0.said == .cancelAsExpected && $0.right != .accept && $0.identity != .exposed
        }
      ),
      (
        .cancelledOtherwise,
        {
          clientJudged($0) && $0.said == .cancelOtherwise && $0.right != .accept && $0.identity != .exposed
        }
      ),
      (
        .refusedConfiguration,
        {
          open($0) && $0.said == .refusedConfigurationAsExpected && stood($0)
        }
      ),
      (
        .serverRefusedAsExpected,
        {
          serverJudged($0) && $0.clientChain != .wrong && $0.identity != .exposed && $0.right != .accept
        }
      ),
      (
        .nothingToFallFor,
        {
          proven($0) && !$0.exercised && $0.unexercisedPasses && stood($0)
        }
      ),
    ]
    let greeted = passing.map { ruling, holds in Row(ruling: ruling) { $0.hello == .asExpected && holds($0) } }
    return greeted + [
      Row(ruling: .wrongClientHello) { facts in facts.hello == .wrong && passing.contains { $0.1(facts) } },
      Row(ruling: .neverGreeted) { facts in facts.hello == .unseen && passing.contains { $0.1(facts) } },
      Row(ruling: .harnessFault) { $0.harnessFault },
      Row(ruling: .leakedBeforeCancelling) { !$0.harnessFault && believed($0) && refuses($0) },
      Row(ruling: .acceptedTheFault) {
        !$0.harnessFault && believed($0) && !refuses($0) || provenExercised($0) && $0.right == .cancel
      },
      Row(ruling: .fetchedAlthoughForbidden) { !$0.harnessFault && !believed($0) && asked($0) },
      Row(ruling: .brokeTheContract) { undecided($0) && $0.said == .broken },
      Row(ruling: .acceptedWithoutProof) { undecided($0) && $0.said == .acceptWithoutProof },
      Row(ruling: .declinedWithoutNeed) { undecided($0) && $0.said == .unsupportedWithoutNeed },
      Row(ruling: .declinedCapability) { undecided($0) && $0.said == .unsupported },
      Row(ruling: .unknownOwner) {
        undecided($0) && !known($0) && (refuses($0) || $0.said == .acceptWithProof || $0.said == .failed)
      },
      Row(ruling: .neverConnected) { spoke($0) && !$0.connected },
      Row(ruling: .neverExercised) { notExercised($0) && $0.presentation == .notPresented },
      Row(ruling: .neverOffered) { notExercised($0) && $0.presentation == .notOffered },
      Row(ruling: .noVerdictOfItsOwn) {
        open($0) && $0.said == .failed && reached($0) && !serverLeft($0)
      },
      Row(ruling: .serverEndedFirst) { serverSpoke($0) && !$0.serverIsJudge && !objects($0) },
      Row(ruling: .brokeTheProtocol) {
        serverSpoke($0) && !$0.serverIsJudge && objects($0)
          || serverJudged($0) && $0.clientChain != .wrong && $0.identity != .exposed && objects($0)
      },
      Row(ruling: .controlFailed) { $0.control == .failed && depends($0) },
      Row(ruling: .controlSpoilt) { $0.control == .spoilt && depends($0) },
      Row(ruling: .witnessesContradict) {
        open($0) && $0.said == .acceptWithProof && !($0.connected && $0.replyServed)
          || $0.replyServed && stood($0) && serverSpoke($0) && $0.serverIsJudge
          || $0.replyServed && stood($0) && open($0) && cancels($0) && reached($0) && !serverLeft($0)
          || serverJudged($0) && $0.clientChain != .wrong && $0.identity != .exposed && $0.right == .accept
            && !objects($0)
      },
      Row(ruling: .refusedConfigurationUnexpectedly) { open($0) && $0.said == .refusedConfigurationOtherwise },
      Row(ruling: .cancelledTheHealthy) { clientJudged($0) && $0.right == .accept },
      Row(ruling: .wrongClientChain) {
        serverJudged($0) && $0.clientChain == .wrong
          || provenExercised($0) && $0.right != .cancel && $0.clientChain == .wrong
      },
      Row(ruling: .exposedIdentity) {
        clientJudged($0) && $0.right != .accept && $0.identity == .exposed
          || serverJudged($0) && $0.clientChain != .wrong && $0.identity == .exposed
          || provenExercised($0) && $0.right != .cancel && $0.clientChain != .wrong && $0.identity == .exposed
      },
    ]
  }()

  // MARK: Generation

  static func everyCell(_ visit: (Facts) -> Void) {
    let flags = [false, true]
    for right in Facts.Right.allCases {
      for serverIsJudge in flags {
        for unexercisedPasses in flags {
          for said in Facts.Said.allCases {
            for control in Facts.Control.allCases {
              for bits in 0..<16 {
                for contact in Facts.Contact.allCases {
                  for presentation in Facts.FaultPresentation.allCases {
                    for endedFirst in Facts.Ender.allCases {
                      for clientChain in Facts.ClientChain.allCases {
                        for identity in Facts.Identity.allCases {
                          for hello in Facts.Hello.allCases {
                            visit(
                              Facts(
                                right: right, serverIsJudge: serverIsJudge, unexercisedPasses: unexercisedPasses,
                                said: said,
                                harnessFault: bits & 1 != 0, contact: contact,
                                applicationDataAfterFault: bits & 4 != 0, fetchedAlthoughForbidden: bits & 8 != 0,
                                presentation: presentation,
                                replyServed: bits & 2 != 0, endedFirst: endedFirst, clientChain: clientChain,
                                identity: identity, hello: hello, control: control))
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
  }
}
