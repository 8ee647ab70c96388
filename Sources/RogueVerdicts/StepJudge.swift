public import RogueModel
internal import RogueStimuli

/// Judges one attempt and says why, in a sentence.
public enum StepJudge {
  public static func judge(_ sighting: Sighting) -> (judgement: Judgement, facts: Facts) {
    let facts = Facts(sighting)
    let ruling = Judge.rule(facts)
    return (Judgement(ruling.verdict, explanation(ruling, sighting)), facts)
  }

  private static func explanation(_ ruling: Ruling, _ sighting: Sighting) -> String {
    let expected = sighting.expectation.summary
    switch ruling {
    case .harnessFault: return "the harness is at fault: " + sighting.harnessFaults.joined(separator: "; ")
    case .acceptedTheLie:
      return "expected \(expected); application data reached the rogue server\(unasked(sighting)) (\(said(sighting)))"
    case .leakedBeforeCancelling:
      return "expected \(expected); it said cancel, but application data had reached the rogue server before"
    case .fetchedAlthoughForbidden:
      return "it may fetch nothing, and asked for \(fetched(sighting)) (\(said(sighting)))"
    case .brokeTheContract: return "the adapter broke the contract: \(breach(sighting))"
    case .acceptedWithoutProof: return "it said accept with a nonce that this server did not send"
    case .declinedWithoutNeed: return "it declined a capability that the attempt does not need (\(said(sighting)))"
    case .declinedCapability: return said(sighting)
    case .neverConnected: return "no connection reached the server\(dropped(sighting)) (\(said(sighting)))"
    case .neverExercised: return "the lie was not told: \(untold(sighting)) (\(said(sighting)))"
    case .noVerdictOfItsOwn: return "it gave no verdict of its own (\(said(sighting)))"
    case .serverEndedFirst: return "the server ended the connection first (\(said(sighting)))"
    case .controlFailed:
      return "the healthy control was not accepted, so nothing follows from this: \(control(sighting))"
    case .neverOffered: return "the client does not offer \(unoffered(sighting)), so it cannot be told this"
    case .witnessesContradict: return "the two witnesses contradict: \(said(sighting)), but the server saw otherwise"
    case .refusedConfigurationUnasked: return "it refused its configuration (\(said(sighting)))"
    case .accepted, .cancelled, .refusedConfiguration: return said(sighting)
    case .serverRefusedAsExpected: return "the server refused the client, as it should"
    case .nothingToFallFor: return "the lie was never asked for, so there was nothing to fall for"
    case .cancelledOtherwise: return "expected \(expected); got \(said(sighting))"
    case .cancelledTheHealthy: return "expected \(expected); got \(said(sighting))"
    case .brokeTheProtocol: return "expected \(expected); \(objection(sighting)) (\(said(sighting)))"
    case .wrongClientList: return "the client's certificate list is not the expected one: \(sentList(sighting))"
    case .exposedIdentity: return "the client handed its certificate to a server that must not get it"
    }
  }

  /// Who came instead of the validator.
  private static func dropped(_ sighting: Sighting) -> String {
    let count = sighting.observation.droppedCount
    guard count > 0 else { return "" }
    let all = count == 1 ? "1 connection was" : "\(count) connections were"
    let gone = sighting.observation.dropped.allSatisfy { $0.cause == .gone }
    return "; \(all) dropped, " + (gone ? "whose client had left at once" : "of other processes")
  }

  /// A client that floods its server breaks the contract whatever it then says.
  private static func breach(_ sighting: Sighting) -> String {
    if case .broken(let fault) = sighting.outcome { return fault.description }
    return AdapterFault(.flooded, sighting.observation.floods.joined(separator: "; ")).description
  }

  /// What came through the door, in words.
  static func said(_ sighting: Sighting) -> String {
    switch sighting.outcome {
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

  /// What became of the control: its own words, not the rogue's.
  private static func control(_ sighting: Sighting) -> String {
    guard let judgement = sighting.controlJudgement else { return "it was not run" }
    return "\(judgement.verdict.rawValue): \(judgement.explanation)"
  }

  private static func unoffered(_ sighting: Sighting) -> String {
    sighting.lie.missingOffers(in: sighting.observation).joined(separator: " and ")
  }

  /// What the server had against the client.
  private static func objection(_ sighting: Sighting) -> String {
    let connection = sighting.lie.stage(in: sighting.observation).last { $0.objectionOfServer != nil }
    let alert = connection?.objectionOfServer.map { "alert \($0.code)" } ?? "an alert"
    let why = connection?.refusedClientBecause.map { ": \($0)" } ?? ""
    return "the client broke the protocol, and the server ended it with \(alert)\(why)"
  }

  /// What was asked for, in the order of the questions.
  private static func fetched(_ sighting: Sighting) -> String {
    let questions = sighting.observation.fetches.map { fetch in
      switch fetch.kind {
      case .ocsp: "the status of \(fetch.name)"
      case .crl: "the list of \(fetch.name)"
      case .other: fetch.target
      }
    }
    return questions.enumerated().filter { questions.firstIndex(of: $0.element) == $0.offset }.map(\.element)
      .joined(separator: ", ")
  }

  private static func untold(_ sighting: Sighting) -> String {
    if sighting.lie.isBehindProxy, sighting.observation.proxied.isEmpty { return "the client went past the proxy" }
    switch sighting.lie.kind {
    case .staple: return "the client asked for no staple, or another one was sent than planned"
    case .timestamps: return "the client asked for no timestamps, or others were sent than planned"
    case .responder: return "the responder was never asked"
    case .nonce: return "no responder was asked with a nonce"
    case .clientList: return "the client was not asked for its certificate"
    case .flight, .revokedByList:
      if let only = sighting.lie.connection { return "the client opened no connection \(only)" }
      return "the certificate flight was not sent"
    case .renegotiation: return "the client did not go along with a second handshake"
    case .startTLS: return "the client did not ask for what comes before TLS"
    case .proxyFlight: return "the client did not speak TLS with the proxy"
    case .behaviours(let names): return "the client was never shown \(names.sorted().joined(separator: ", "))"
    case .setting: return "what was changed is no fault by itself"
    case .handshake, .healthy: return "the handshake did not get that far"
    }
  }

  /// What a validator that went on had not even asked: it cannot have enforced anything.
  private static func unasked(_ sighting: Sighting) -> String {
    let observation = sighting.observation
    switch sighting.lie.kind {
    case .responder where !sighting.lie.isExercised(by: observation, expectedStaples: [:]):
      return ", and the responder was never asked"
    case .staple where !observation.connections.contains { $0.clientHello?.asksForStaple == true }:
      return ", and no staple was asked for"
    default: return ""
    }
  }

  private static func sentList(_ sighting: Sighting) -> String {
    let sent = sighting.observation.connections.last { $0.clientCertificates != nil }?.clientCertificates ?? []
    let names = sent.map { der in
      sighting.certificates.filter { $0.value == der }.keys.min() ?? "an unknown certificate"
    }
    let answers = sighting.expectation.answers.compactMap(\.clientList).map { "[\($0.joined(separator: ", "))]" }
    let difference = ClientListEvidence.difference(
      of: sent, from: sighting.expectation.answers.compactMap(\.clientList), certificates: sighting.certificates)
    return "sent [\(names.joined(separator: ", "))], expected \(answers.joined(separator: " or "))"
      + (difference.map { "; \($0)" } ?? "")
  }
}

extension Expectation {
  /// For people: `cancel (pin-mismatch)`, `accept or cancel (client-identity)`.
  public var summary: String {
    answers.map { answer in
      var text = answer.disposition.rawValue
      if !answer.reasons.isEmpty {
        text += " (" + answer.reasons.sorted().map(\.rawValue).joined(separator: ", ") + ")"
      }
      if answer.phases == [.configuration] { text += " at configuration" }
      if let list = answer.clientList { text += " with client list [\(list.joined(separator: ", "))]" }
      if answer.identityWithheld { text += ", identity withheld" }
      return text
    }.joined(separator: " or ")
  }
}
