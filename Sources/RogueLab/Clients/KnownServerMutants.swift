internal import RogueAdapters
internal import RogueModel
internal import RogueOpenSSL
internal import RogueTLS
internal import RogueTrust
internal import Synchronization

extension ClientMutant {
  /// Wrong about proxies and servers that it knows, and about one way to a server; cells of tables have to catch them.
  static let ofKnownServers: [ClientMutant] = [
    ClientMutant(
      "certificate-of-a-known-proxy",
      "verifies a proxy only until a request through it has succeeded",
      replaces: Rule<ProxyVisit, AttemptPolicy?>.policyOfProxy,
      by: { visit in
        let isKnown = knownProxies.visit(visit.host, in: visit.situation.attempt.conversation)
        guard !isKnown || visit.situation.visits.isEmpty else { return nil }
        return Rule<ProxyVisit, AttemptPolicy?>.policyOfProxy.answer(visit)
      }),
    ClientMutant(
      "identity-of-each-request",
      "presents the identity that it has chosen for the first server to every later one",
      replaces: Rule<PlannedHello, ClientOpening>.opening,
      by: { planned in
        var opening = Rule<PlannedHello, ClientOpening>.opening.answer(planned)
        guard let choose = opening.chooseIdentity else { return opening }
        let conversation = planned.attempt.conversation
        let identities = opening.identities
        opening.chooseIdentity = { request in
          // Only as long as the policy has it.
          if let kept = chosenIdentities[conversation], identities.contains(kept) { return .send(kept) }
          let answer = choose(request)
          if case .send(let identity) = answer { chosenIdentities[conversation] = identity }
          return answer
        }
        return opening
      }),
    ClientMutant(
      "default-of-proxy-anchors",
      "verifies a proxy against the stores where the policy has anchors, and none that are for proxies alone",
      replaces: Rule<ProxyVisit, AttemptPolicy?>.policyOfProxy,
      where: { $0.situation.attempt.policy.proxyAnchors == nil && $0.situation.attempt.policy.anchors != nil }
    ) { visit in
      var policy = Rule<ProxyVisit, AttemptPolicy?>.policyOfProxy.answer(visit)
      policy?.anchors = nil
      return policy
    },
    ClientMutant(
      "name-after-a-relative-redirect", "compares no name after a redirect that names a path only",
      alters: Rule<ClientSituation, AttemptPolicy>.policyOfServer, where: { $0.hasMovedByPath }
    ) { $0.hostname = nil },
    ClientMutant(
      "pins-of-the-server-alone", "compares the certificate of a proxy with the pins of the server behind it",
      replaces: Rule<ProxyVisit, AttemptPolicy?>.policyOfProxy
    ) { visit in
      var policy = Rule<ProxyVisit, AttemptPolicy?>.policyOfProxy.answer(visit)
      let attempt = visit.situation.attempt
      policy?.pinSets = attempt.policy.pinSets.filter { $0.applies(to: attempt.connect.host) }.map { set in
        var own = set
        own.host = visit.host
        return own
      }
      return policy
    }.showing(.refusal),
    ClientMutant(
      "identity-after-upgrade", "presents no client certificate after STARTTLS",
      leavesOut: [Rule<IdentityPresentation, TLSIdentity?>.presentedIdentity],
      where: { $0.situation.attempt.connect.startTLS != nil }
    ).showing(.refusal),
  ]
}

private let knownProxies = KnownProxies()

private final class KnownProxies: Sendable {
  private let proxies = Mutex<Set<[String]>>([])

  /// Whether the conversation has been at this proxy before.
  func visit(_ host: String, in conversation: String) -> Bool {
    proxies.withLock { !$0.insert([conversation, HostName.plain(host)]).inserted }
  }
}

private let chosenIdentities = ChosenIdentities()

private final class ChosenIdentities: Sendable {
  private let identities = Mutex<[String: TLSIdentity]>([:])

  subscript(conversation: String) -> TLSIdentity? {
    get { identities.withLock { $0[conversation] } }
    set { identities.withLock { $0[conversation] = newValue } }
  }
}
