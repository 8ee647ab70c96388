public import RogueModel
internal import RogueStimuli

/// Judges one attempt and says why, in a sentence.
public enum StepJudge {
  public static func judge(_ evidence: AttemptEvidence) -> (judgement: Judgement, facts: Facts) {
    let facts = Facts(evidence)
    let ruling = Judge.rule(facts)
    let mark = evidence.observation.hasUnverifiedOwner ? "; \(ConnectionOwner.unverifiedMark)" : ""
    let text = explanation(ruling, evidence)
    // That of a control may end so already.
    return (Judgement(ruling.verdict, text.hasSuffix(mark) ? text : text + mark), facts)
  }

  /// Whether the attempt proves nothing if its control, which passed, fails later.
  public static func dependsOnControl(_ facts: Facts) -> Bool {
    guard facts.control == .passed else { return false }
    var without = facts
    without.control = .failed
    return Judge.rule(without) != Judge.rule(facts)
  }

  /// The judgement of an attempt that depends on a control which failed later.
  public static func unproven(by control: Judgement) -> Judgement {
    let ruling: VerdictRule = Facts.Control(control) == .spoilt ? .controlSpoilt : .controlFailed
    return Judgement(ruling.verdict, explanation(ruling, of: control))
  }

  private static func explanation(_ ruling: VerdictRule, _ evidence: AttemptEvidence) -> String {
    let expected = evidence.expectation.summary
    switch ruling {
    case .harnessFault: return "the harness is at fault: " + evidence.harnessFaults.joined(separator: "; ")
    case .acceptedTheFault:
      return
        "expected \(expected); application data reached the rogue server\(missingQuery(evidence)) (\(said(evidence)))"
    case .leakedBeforeCancelling:
      return "expected \(expected); it said cancel, but application data had reached the rogue server before"
    case .fetchedAlthoughForbidden:
      return "fetched \(fetched(evidence)) although the policy forbids network access (\(said(evidence)))"
    case .brokeTheContract: return "the adapter broke the contract: \(breach(evidence))"
    case .acceptedWithoutProof: return "it said accept with a nonce that this server did not send"
    case .declinedWithoutNeed: return "it declined a capability that the attempt does not need (\(said(evidence)))"
    case .declinedCapability: return said(evidence)
    case .unknownOwner:
      return "\(evidence.ownerObjection ?? "the owner of the connection is unknown") (\(said(evidence)))"
    case .neverConnected: return "no connection reached the server\(dropped(evidence)) (\(said(evidence)))"
    case .neverExercised: return "the fault was not presented: \(notExercised(evidence)) (\(said(evidence)))"
    case .noVerdictOfItsOwn: return "it reached no decision (\(said(evidence)))"
    case .serverEndedFirst: return "the server ended the connection first (\(said(evidence)))"
    case .controlFailed, .controlSpoilt: return explanation(ruling, of: evidence.controlJudgement)
    case .neverOffered: return "the client does not offer \(unoffered(evidence)), so this cannot be presented to it"
    case .witnessesContradict: return "the two witnesses contradict: \(said(evidence)), but the server saw otherwise"
    case .refusedConfigurationUnexpectedly: return "it refused its configuration (\(said(evidence)))"
    case .accepted, .cancelled, .refusedConfiguration: return said(evidence)
    case .serverRefusedAsExpected: return "the server refused the client, as it should"
    case .nothingToFallFor: return "the client never requested the faulty item"
    case .cancelledOtherwise: return "expected \(expected); got \(said(evidence))"
    case .cancelledTheHealthy: return "expected \(expected); got \(said(evidence))"
    case .brokeTheProtocol: return "expected \(expected); \(objection(evidence)) (\(said(evidence)))"
    case .wrongClientChain: return "the client's certificate list is not the expected one: \(sentList(evidence))"
    case .wrongClientHello: return "expected \(expected); \(evidence.helloObjections.joined(separator: "; "))"
    case .neverGreeted: return "no ClientHello was seen, so nothing is known of it (\(said(evidence)))"
    case .exposedIdentity:
      let party = evidence.fault.kind == .proxyRequest ? "proxy" : "server"
      return "the client handed its certificate to a \(party) that must not get it"
    }
  }

  /// The processes that connected instead of the validator.
  private static func dropped(_ evidence: AttemptEvidence) -> String {
    let count = evidence.observation.droppedCount
    guard count > 0 else { return "" }
    let all = count == 1 ? "1 connection was" : "\(count) connections were"
    let gone = evidence.observation.dropped.allSatisfy { $0.cause == .gone }
    return "; \(all) dropped, " + (gone ? "whose client had left at once" : "of other processes")
  }

  /// A client that floods its server breaks the contract whatever it then says.
  private static func breach(_ evidence: AttemptEvidence) -> String {
    if case .broken(let fault) = evidence.outcome { return fault.description }
    return AdapterFault(.flooded, evidence.observation.floods.joined(separator: "; ")).description
  }

  /// The door's result, in words.
  static func said(_ evidence: AttemptEvidence) -> String {
    switch evidence.outcome {
    case .statement(let statement):
      var text = statement.said.rawValue
      if let reason = statement.reason { text += " \(reason.rawValue)" }
      if let phase = statement.phase { text += " at \(phase.rawValue)" }
      if let detail = statement.detail, !detail.isEmpty { text += ": \(detail)" }
      return text
    case .unsupported(let capability, let why):
      return "unsupported: \(capability)" + (why.map { " (\($0))" } ?? "")
    case .failed(let cause, let detail): return "failed: \(cause.rawValue)" + (detail.map { " (\($0))" } ?? "")
    case .broken(let fault): return fault.description
    }
  }

  /// The control's result: its own explanation, not the rogue's.
  private static func explanation(_ ruling: VerdictRule, of control: Judgement?) -> String {
    let words = control.map { "\($0.verdict.rawValue): \($0.explanation)" } ?? "it was not run"
    let fate = ruling == .controlSpoilt ? "could not run" : "was not accepted"
    return "the healthy control \(fate), so this proves nothing: \(words)"
  }

  private static func unoffered(_ evidence: AttemptEvidence) -> String {
    evidence.fault.missingOffers(in: evidence.observation).joined(separator: " and ")
  }

  /// The server's objection to the client.
  private static func objection(_ evidence: AttemptEvidence) -> String {
    let connection = evidence.fault.connections(of: evidence.observation).last { $0.objectionOfServer != nil }
    let alert = connection?.objectionOfServer.map { "alert \($0.code)" } ?? "an alert"
    let why = connection?.refusedClientBecause.map { ": \($0)" } ?? ""
    return "the client broke the protocol, and the server ended it with \(alert)\(why)"
  }

  /// The queries, in order.
  private static func fetched(_ evidence: AttemptEvidence) -> String {
    let questions = evidence.observation.fetches.map { fetch in
      switch fetch.kind {
      case .ocsp: "the status of \(fetch.name)"
      case .crl: "the list of \(fetch.name)"
      case .issuers: "the issuer of \(fetch.name)"
      case .other: fetch.target
      }
    }
    return questions.enumerated().filter { questions.firstIndex(of: $0.element) == $0.offset }.map(\.element)
      .joined(separator: ", ")
  }

  private static func notExercised(_ evidence: AttemptEvidence) -> String {
    if evidence.fault.isBehindProxy, evidence.observation.proxied.isEmpty { return "the client bypassed the proxy" }
    if let place = evidence.missingPlace { return place }
    if evidence.fault.isRenegotiated, !evidence.observation.connections.contains(where: evidence.fault.isPresented) {
      return "the client did not perform a second handshake"
    }
    switch evidence.fault.kind {
    case .staple: return "the client requested no staple, or the server sent another than planned"
    case .scts: return "the client requested no SCTs, or the server sent others than planned"
    case .responder: return "the responder was never queried"
    case .nonce: return "no responder got a query with a nonce"
    case .clientChain: return "the server did not request the client's certificate"
    case .proxyRefusal: return "the client never asked the proxy for a tunnel"
    case .proxyRequest: return "the proxy did not request the client's certificate"
    case .flight, .revokedByCRL: return "the certificate flight was not sent"
    case .startTLS: return "the client never reached the command that starts TLS"
    case .proxyFlight: return "the client did not speak TLS with the proxy"
    case .behaviours(let names): return "the client was never shown \(names.sorted().joined(separator: ", "))"
    case .redirect, .clearRedirect: return "the client was not redirected"
    case .setting: return "what was changed is not a fault by itself"
    case .handshake, .healthy: return "the handshake did not get that far"
    }
  }

  /// The missing query of a validator that continued: it cannot have enforced anything.
  private static func missingQuery(_ evidence: AttemptEvidence) -> String {
    let observation = evidence.observation
    switch evidence.fault.kind {
    case .responder where !evidence.fault.isExercised(by: observation, planned: evidence.planned):
      return ", and the responder was never queried"
    case .staple where !observation.connections.contains { $0.clientHello?.requestsStaple == true }:
      return ", and no staple was requested"
    case .clearRedirect: return " without TLS"
    default: return ""
    }
  }

  private static func sentList(_ evidence: AttemptEvidence) -> String {
    let sent = evidence.observation.connections.last { $0.clientCertificates != nil }?.clientCertificates ?? []
    let names = sent.map { der in
      evidence.certificates.filter { $0.value == der }.keys.min() ?? "an unknown certificate"
    }
    let answers = evidence.expectation.answers.compactMap(\.clientChain).map { "[\($0.joined(separator: ", "))]" }
    let difference = ClientChainEvidence.difference(
      of: sent, from: evidence.expectation.answers.compactMap(\.clientChain), certificates: evidence.certificates)
    return "sent [\(names.joined(separator: ", "))], expected \(answers.joined(separator: " or "))"
      + (difference.map { "; \($0)" } ?? "")
  }
}

extension AttemptEvidence {
  /// Why the connections prove nothing, because another client may have made them; nil: they prove something.
  ///
  /// Where the kernel does not say whose a connection is, what came on it must be the attempt's own request: a neighbour's
  /// data is no leak of the client, and data that is not understood is no refusal.
  var ownerObjection: String? {
    let all = observation.connections + observation.proxied
    guard connections.toleratesUnknown else {
      return all.contains { $0.owner == .unknown }
        ? "the owner of the connection is unknown, and the adapter does not accept unknown owners" : nil
    }
    let doubtful = observation.connections.filter { $0.owner == .unknown || $0.owner == .unverified }
    if !doubtful.isEmpty, !observation.floods.isEmpty {
      return "the server was flooded, and the owner of the connections is not verified"
    }
    let foreign = doubtful.first { connection in
      connection.carriesApplicationData && connection.nonceSentAt == nil && !attempt.isEmpty
        && !(connection.request?.contains(attempt) ?? false)
    }
    return foreign.map {
      "connection \($0.index) brought data that is not this attempt's request, and its owner is not verified"
    }
  }

  /// The connection that the client did not open, if the fault is presented on a certain one.
  fileprivate var missingPlace: String? {
    guard let place = fault.places?.min(), !observation.connections.contains(where: fault.concerns) else { return nil }
    switch place {
    case .usual: return "the client made no connection that presents the fault"
    case .connection(let number): return "the client opened no connection \(number)"
    case .host(let name):
      let names = observation.connections.compactMap { $0.clientHello?.serverName }
      return "no ClientHello named \(name)" + (names.isEmpty ? "" : ", but \(names.joined(separator: ", "))")
    }
  }
}

extension Expectation {
  /// For people: `cancel (pin-mismatch)`, `accept or cancel (client-identity)`.
  public var summary: String {
    let dispositions = answers.map { answer in
      var text = answer.disposition.rawValue
      if !answer.reasons.isEmpty {
        text += " (" + answer.reasons.sorted().map(\.rawValue).joined(separator: ", ") + ")"
      }
      if answer.phases == [.configuration] { text += " at configuration" }
      if let list = answer.clientChain { text += " with client list [\(list.joined(separator: ", "))]" }
      if answer.identityWithheld { text += ", identity withheld" }
      return text
    }.joined(separator: " or ")
    return HelloDemands.text(of: clientHello).map { "\(dispositions), with a ClientHello of \($0)" } ?? dispositions
  }
}
