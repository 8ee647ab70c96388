import RogueModel
internal import RogueStimuli

extension Facts {
  /// Reduces one attempt to what the judge looks at.
  public init(_ evidence: AttemptEvidence) {
    let observation = evidence.observation
    let answers = evidence.expectation.answers
    let replyServed = observation.connections.contains { $0.nonceSentAt != nil }
    let stage = evidence.fault.connections(of: observation)
    let presented =
      evidence.fault.isSatisfied(by: observation) ? stage.filter { evidence.fault.isPresented(on: $0) } : []
    let tookInjected = evidence.acceptedInjectedResponse
    self.init(
      // Whatever else would have been right, an answer that came in the clear is none of a server under TLS.
      right: tookInjected ? .cancel : Self.right(answers),
      // Where a list is expected, the server's refusal of another one is the evidence that counts.
      serverIsJudge: evidence.expectation.serverIsJudge || answers.contains { $0.clientChain != nil },
      unexercisedPasses: evidence.expectation.unexercisedPasses,
      said: Self.said(evidence, replyServed: replyServed),
      harnessFault: !evidence.harnessFaults.isEmpty,
      contact: Self.contact(evidence),
      applicationDataAfterFault: tookInjected
        || presented.contains { connection in
          // Where the client is the liar and an honest server judges it, a request that travels with the client's own
          // Finished comes before the judgement (RFC 8446, section 2): it was heard once it was answered.
          evidence.expectation.serverIsJudge
            ? connection.nonceSentAt != nil : evidence.fault.isFollowedByData(on: connection)
        },
      fetchedAlthoughForbidden: evidence.forbidsFetching && !observation.fetches.isEmpty,
      presentation: Self.presentation(evidence),
      replyServed: replyServed,
      // A server closes after a redirect without an end: the client is about to continue.
      endedFirst: [.redirect, .clearRedirect].contains(evidence.fault.kind)
        ? .nobody : Self.ender(of: presented.isEmpty ? stage : presented, replyServed: replyServed),
      clientChain: Self.clientChain(evidence),
      identity: Self.identity(evidence),
      hello: Self.hello(evidence),
      control: evidence.control)
    // A flood overrides the statement, and hides no bytes that went to a rogue. Any process may have sent it
    // if owners are unknown.
    if !observation.floods.isEmpty, contact != .anybody, right != .cancel || !applicationDataAfterFault {
      said = .broken
    }
  }

  /// Which dispositions are right once the client has reached the server. A refusal at configuration comes before that
  /// and is judged separately: if it is the only right refusal, a refusal of the server is wrong.
  private static func right(_ answers: [Expectation.Answer]) -> Right {
    func isLater(_ answer: Expectation.Answer) -> Bool {
      !(answer.phases.count == 1 && answer.phases.contains(.configuration))
    }
    let all = !answers.contains(where: isLater)
    let accepts = answers.contains { (all || isLater($0)) && $0.disposition == .accept }
    let cancels = answers.contains { (all || isLater($0)) && $0.disposition == .cancel }
    return accepts == cancels ? .either : accepts ? .accept : .cancel
  }

  private static func contact(_ evidence: AttemptEvidence) -> Contact {
    let all = evidence.observation.connections + evidence.observation.proxied
    if all.isEmpty { return .nobody }
    return evidence.ownerObjection == nil ? .validator : .anybody
  }

  private static func presentation(_ evidence: AttemptEvidence) -> FaultPresentation {
    let isExercised = evidence.fault.isExercised(by: evidence.observation, planned: evidence.planned)
    if isExercised { return .presented }
    return evidence.fault.missingOffers(in: evidence.observation).isEmpty ? .notPresented : .notOffered
  }

  private static func said(_ evidence: AttemptEvidence, replyServed: Bool) -> Said {
    switch evidence.outcome {
    case .broken: return .broken
    case .failed: return .failed
    case .unsupported(let capability, _):
      return evidence.needs.contains(Capability(capability)) ? .unsupported : .unsupportedWithoutNeed
    case .statement(let statement):
      switch statement.said {
      case .accept:
        return replyServed && statement.nonce == evidence.nonce ? .acceptWithProof : .acceptWithoutProof
      // Only the nonce shows the platform's decision then.
      case .defaultHandling, .rejectProtectionSpace:
        if statement.nonce != nil {
          return replyServed && statement.nonce == evidence.nonce ? .acceptWithProof : .acceptWithoutProof
        }
        return cancel(statement, evidence)
      case .cancel: return cancel(statement, evidence)
      }
    }
  }

  private static func cancel(_ statement: Statement, _ evidence: AttemptEvidence) -> Said {
    let answers = evidence.expectation.answers.filter { $0.disposition == .cancel }
    if statement.phase == .configuration {
      let fits = answers.contains { $0.phases.contains(.configuration) && reasonFits($0, statement, evidence) }
      return fits ? .refusedConfigurationAsExpected : .refusedConfigurationOtherwise
    }
    let fits = answers.contains { answer in
      guard reasonFits(answer, statement, evidence) else { return false }
      guard let phase = statement.phase, !answer.phases.isEmpty else { return true }
      return answer.phases.contains(phase)
    }
    return fits ? .cancelAsExpected : .cancelOtherwise
  }

  /// Reasons are judged only for adapters that declare precise ones. A missing reason, or one outside the list, fits
  /// everything.
  ///
  /// If a library has only the reason `protocol` for a refused version, its alert decides (RFC 8446, section 6.2:
  /// `protocol_version`).
  private static func reasonFits(
    _ answer: Expectation.Answer, _ statement: Statement, _ evidence: AttemptEvidence
  ) -> Bool {
    guard evidence.judgesReasons, !answer.reasons.isEmpty, let reason = statement.reason, reason != .other else {
      return true
    }
    if answer.reasons.contains(reason) { return true }
    return reason == .protocol && answer.reasons.contains(.version)
      && evidence.observation.connections.contains { connection in
        connection.alerts.contains { $0.from == .client && $0.code == 70 }
      }
  }

  /// Which side ended the last of the connections that count, if none of them got a reply.
  private static func ender(of connections: [ConnectionEvidence], replyServed: Bool) -> Ender {
    guard !replyServed, let last = connections.last else { return .nobody }
    switch last.end.by {
    case .client: return .client
    case .server: return last.objectionOfServer == nil ? .server : .serverObjecting
    case .harness: return .nobody
    }
  }

  private static func clientChain(_ evidence: AttemptEvidence) -> ClientChain {
    // Judged against the answers that accept: a client that refuses sends whatever it likes, or nothing.
    let lists = evidence.expectation.answers.filter { $0.disposition == .accept }.map(\.clientChain)
    guard !lists.isEmpty, !lists.contains(where: { $0 == nil }) else { return .notJudged }
    // Nothing was sent yet where the server never got that far.
    guard let sent = evidence.observation.connections.last(where: { $0.clientCertificates != nil })?.clientCertificates
    else { return .notJudged }
    let expected = lists.compactMap { $0?.map { evidence.certificates[$0] } }
    return expected.contains { $0 == sent.map(Optional.some) } ? .asExpected : .wrong
  }

  private static func identity(_ evidence: AttemptEvidence) -> Identity {
    guard evidence.expectation.answers.contains(where: \.identityWithheld) else { return .notJudged }
    // A server that has the fault on some connections only is another one on the rest, and may get the certificate there.
    let exposed = evidence.fault.connections(of: evidence.observation).contains {
      evidence.fault.concerns($0) && !($0.clientCertificates ?? []).isEmpty
    }
    return exposed ? .exposed : .withheld
  }

  private static func hello(_ evidence: AttemptEvidence) -> Hello {
    guard evidence.expectation.clientHello != Settings() else { return .asExpected }
    guard evidence.observation.connections.contains(where: { $0.clientHello != nil }) else { return .unseen }
    return evidence.helloObjections.isEmpty ? .asExpected : .wrong
  }
}
