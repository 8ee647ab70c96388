internal import RogueAdapters
internal import RogueModel
internal import RogueOpenSSL
internal import RogueTLS
internal import Synchronization

extension ClientMutant {
  /// Mistakes outside of the handshake with a server: before it, and from one connection to the next.
  static let ofConnections: [ClientMutant] = [
    // A proxy that the client speaks TLS with, and servers behind a proxy of either kind.
    ClientMutant("proxy-certificate", "does not check its proxy's certificate", replaces: .policyOfProxy) { _ in nil },
    ClientMutant("proxy-name", "does not check its proxy's name", alters: .policyOfProxy) { $0?.hostname = nil },
    ClientMutant("proxy-anchors", "trusts the servers' anchors for its proxy", replaces: .policyOfProxy) { visit in
      guard var policy = Rule.policyOfProxy.answer(visit) else { return nil }
      policy.anchors = policy.roots + visit.situation.attempt.policy.roots
      return policy
    },
    ClientMutant(
      "refusal-of-a-tunnel", "takes the body of a refused CONNECT for the server's response",
      replaces: .responseOfProxy, by: \.nonceOfAnyStatus),
    ClientMutant("identity-of-servers", "presents its client certificate to its proxy", replaces: .policyOfProxy) {
      visit in
      var policy = Rule.policyOfProxy.answer(visit)
      policy?.identity = visit.situation.attempt.policy.identity
      return policy
    },
    trusts("server-behind-proxy", "does not check the certificates of servers behind a proxy", where: \.isBehindProxy),
    ClientMutant(
      "server-name-behind-proxy", "does not check the names of servers behind a proxy", alters: .policyOfServer,
      where: \.isBehindProxy
    ) { $0.hostname = nil },
    ClientMutant(
      "server-anchors-behind-proxy", "trusts the proxy's anchors for servers as well", alters: .policyOfServer
    ) { policy in
      if let anchors = policy.proxyAnchors { policy.anchors = policy.roots + anchors }
    },
    ClientMutant("proxy-session-reuse", "resumes the proxy's session with the server", replaces: .offeredSession) {
      $0.kept ?? $0.proxys
    },

    // What an earlier attempt left.
    mistakes("session-identity", "reuses a session or connection that it began with another client certificate") { _ in
      true
    },
    ClientMutant("session-expiry", "offers its sessions beyond their lifetime", replaces: .offersSession) {
      $0.isOfSameClient && $0.decision ?? .accept == .accept
    }.replacing(.offeredSession) { $0.kept?.renewed() },
    overlooks("rules-of-a-session", "resumes a session without checking it against the current policy") {
      $0.isOfSession && !$0.isForAnotherHost
    },
    overlooks(
      "host-of-a-session", "resumes a session for another host without checking its certificate for that host"
    ) { $0.isOfSession && $0.isForAnotherHost },
    startsUnseen("known-host", "checks nothing on a new connection to a host that it has accepted before") {
      $0.isVisited
    }.showing(.knownHost),
    ClientMutant(
      "admitted-identity", "presents its first client certificate, whatever CAs the server names",
      replaces: .identityForRequest
    ) { $0.choose(TLSCertificateRequest(version: $0.request.version)) },

    // A request that takes more than one connection.
    startsUnseen("redirect-target", "does not check the certificate of a redirect target") { $0.redirects > 0 },
    startsUnseen("later-redirect-targets", "checks no certificate of redirect targets after the first") {
      $0.redirects > 1
    },
    ClientMutant("redirect-scheme", "follows a redirect to an http URL", replaces: .leavesTLS) { _ in true },
    ClientMutant(
      "name-after-a-redirect", "does not check the name of a redirect target", alters: .policyOfServer,
      where: { $0.redirects > 0 }
    ) { $0.hostname = nil },
    ClientMutant(
      "pins-after-a-redirect", "compares no pins for a redirect target", alters: .policyOfServer,
      where: { $0.redirects > 0 }
    ) { $0.pinSets = [] },
    probe,

    // A protocol that begins in plaintext.
    continues("starttls-offered", "continues in clear text if the server does not offer TLS", [.notOffered]),
    continues("starttls-accepted", "continues in clear text if the server refuses TLS", [.refused]),
    trusts("server-after-upgrade", "does not check certificates after an upgrade to TLS", where: \.isUpgraded),
    ClientMutant(
      "name-after-upgrade", "does not check names after an upgrade to TLS", alters: .policyOfServer, where: \.isUpgraded
    ) { $0.hostname = nil },
    continues("imap-preauth", "continues in clear text if the server greets it as logged in", [.loggedIn]),
    continues("starttls-injection", "accepts responses from before the handshake as responses over TLS", [.injected]),

    // An open connection.
    overlooks(
      "rules-on-an-open-connection", "reuses a connection without checking it against the current policy"
    ) { !$0.isOfSession && !$0.isForAnotherHost },
    overlooks(
      "host-on-an-open-connection",
      "reuses a connection for another host without checking its certificate for that host"
    ) { !$0.isOfSession && $0.isForAnotherHost },
    overlooks(
      "host-of-a-redirect-on-an-open-connection",
      "follows a redirect on the open connection without checking its certificate for the other host"
    ) { !$0.isOfSession && $0.isForAnotherHost && $0.redirects > 0 },
    sharing,
    ClientMutant(
      "421-as-response", "accepts a 421 response as the host's response", replaces: .nonce, where: \.isMisdirected
    ) { _ in "" },
    trusts(
      "connection-after-421", "retries after a 421 on another connection and checks nothing there",
      where: \.isMisdirected),
  ]

  /// Mistakes in special cases, which cells of decision tables have to catch, whether or not a scenario does.
  static let ofTables: [ClientMutant] =
    inCircumstances + ofSettings + ofKnownServers + [
      overlooks("name-of-a-session", "resumes a session without comparing the name again", [.nameMismatch]),
      overlooks("pins-of-a-session", "resumes a session without comparing pins again", [.pinMismatch]),
      overlooks("anchors-of-a-session", "resumes a session without looking for a trust anchor again", [.untrusted]),
      overlooks("revocation-of-a-session", "resumes a session without checking revocation again", revocation),
      overlooks(
        "name-on-an-open-connection", "reuses a connection without comparing the name again", [.nameMismatch],
        where: { !$0.isOfSession }),
      overlooks(
        "pins-on-an-open-connection", "reuses a connection without comparing pins again", [.pinMismatch],
        where: { !$0.isOfSession }),
      overlooks(
        "anchors-on-an-open-connection", "reuses a connection without looking for a trust anchor again", [.untrusted],
        where: { !$0.isOfSession }),
      overlooks(
        "revocation-on-an-open-connection", "reuses a connection without checking revocation again", revocation,
        where: { !$0.isOfSession }),
      ClientMutant(
        "version-of-an-open-connection", "reuses a connection whatever versions of TLS the current policy allows",
        asks: .usesConnection
      ) { offer in
        offer.situation.attempt.minimumTLS = offer.connection.versions.lowerBound
        offer.situation.attempt.maximumTLS = offer.connection.versions.upperBound
      },
      ClientMutant(
        "current-host-of-a-session", "compares a session with the pins of the host that it began with",
        replaces: .verifiesAgain, where: \.isOfSession
      ) { $0.judge($0.flight) },
      overlooks("session-without-lifetime", "resumes a session without a stated lifetime unseen") { again in
        again.session.map { $0.statedLifetime == nil } ?? false
      },
      ClientMutant(
        "rules-before-early-data", "sends early data before it checks a session against the current policy",
        replaces: .verifiesAgain, where: { $0.use == .earlyData }
      ) { _ in .accept },
      ClientMutant(
        "session-without-early-data", "offers a session that it would refuse, only without early data",
        asks: .offersSession
      ) { $0.decision = nil },
      mistakes("session-identity-changed", "reuses a session or connection with whichever client certificate") {
        $0.first != nil && $0.now != nil
      },
      mistakes("identity-removed", "reuses a session or connection without the client certificate that it began with") {
        $0.first != nil && $0.now == nil
      },
      mistakes("identity-certificate", "compares the client's key with that of a session, and not its certificate") {
        $0.first != nil && $0.first?.privateKey == $0.now?.privateKey
      },
      mistakes("identity-chain", "compares the client's certificate with that of a session, and not the chain") {
        $0.first != nil && $0.first?.leaf == $0.now?.leaf
      },
      ClientMutant(
        "issuers-of-identity-chain", "searches a named CA among the issuers of its own certificate only",
        replaces: .identityForRequest
      ) { question in
        question.identities.first { identity in
          var bare = identity
          bare.chain = []
          return question.request.admits(bare)
        }.map { .send($0) } ?? .nothing
      },
      ClientMutant("every-named-authority", "looks at the first named CA only", asks: .identityForRequest) {
        $0.request.authorities = Array($0.request.authorities.prefix(1))
      },
      ClientMutant("whole-identity-chain", "leaves out the last certificate of its chain", asks: .presentedIdentity) {
        if $0.identity.chain.count > 1 { $0.identity.chain.removeLast() }
      },
      ClientMutant("identity-chain-order", "presents its chain in reverse order", asks: .presentedIdentity) {
        $0.identity.chain.reverse()
      },
      ClientMutant(
        "revocation-behind-proxy", "checks no revocation behind a proxy", alters: .policyOfServer,
        where: \.isBehindProxy
      ) { $0.revocation.mode = .off },
      ClientMutant(
        "pins-after-upgrade", "compares no pins after an upgrade to TLS", alters: .policyOfServer, where: \.isUpgraded
      ) { $0.pinSets = [] },
      overlooks(
        "issuers-of-a-session", "resumes a session although a certificate above the leaf has expired", [.expired],
        where: { $0.isOfSession && $0.hasCurrentLeaf }),
      overlooks("session-of-a-resumption", "resumes a session unseen that began on a resumed connection") {
        $0.session?.isOfResumption == true
      },
      mistakes("identity-added", "reuses a connection without presenting the client certificate that it has now") {
        $0.first == nil && $0.isOfConnection
      },
      overlooks(
        "name-on-a-connection-without", "compares the name on an open connection only if the host is another",
        [.nameMismatch], where: { !$0.isOfSession && !$0.isForAnotherHost }),
      ClientMutant(
        "identity-after-none", "presents no client certificate to a host that it has spoken to without one",
        replaces: .presentedIdentity, where: \.situation.wasAnonymous
      ) { _ in nil }.showing(.knownHost),
      ClientMutant(
        "every-identity", "looks at the last of its client certificates only", alters: .policyOfServer
      ) { policy in
        guard var last = policy.identity?.others.last else { return }
        last.others = [last]
        policy.identity = last
      },
      ClientMutant(
        "signature-algorithms-of-the-request",
        "presents a client certificate whose key cannot sign with what the server names", asks: .identityForRequest
      ) { $0.request.schemes = [] },
      ClientMutant(
        "certificates-of-a-session", "compares pins with the certificates of a resumed handshake, which has none",
        alters: .verifiesAgain, where: { $0.isOfSession && $0.attempt.isPinned }
      ) { if $0 == .accept { $0 = .cancel(.pinMismatch, detail: "the handshake has no certificates") } },
      ClientMutant(
        "staple-of-a-session", "requires a staple in a resumed handshake, which can have none", asks: .verifiesAgain
      ) { if $0.isOfSession { $0.flight.staples = [:] } },
      ClientMutant(
        "dates-of-identities", "presents an expired client certificate although another one that fits has not expired",
        replaces: .identityOrder
      ) { $0.signingFirst($0.identities) },
      ClientMutant(
        "issuers-beside-identity", "presents its certificate without the CAs above it", asks: .presentedIdentity
      ) { $0.identity.chain = [] },
      ClientMutant(
        "pins-behind-proxy", "compares no pins behind a proxy", alters: .policyOfServer, where: \.isBehindProxy
      ) { $0.pinSets = [] },
      trusts(
        "certificate-after-a-declined-session", "does not check the certificate of a server that declines its session",
        where: { $0.session != nil }),
      ClientMutant("session-of-no-lifetime", "keeps a TLS 1.3 session whose lifetime is zero", asks: .offersSession) {
        if $0.session.statedLifetime == 0 { $0.session.statedLifetime = nil }
      },
      overlooks("transparency-of-a-session", "resumes a session without counting SCTs again", [.transparency]),
      ClientMutant(
        "identity-without-purposes", "presents no client certificate without extendedKeyUsage", alters: .identityOrder
      ) { identities in
        identities.removeAll { (try? X509Certificate(der: $0.leaf))?.extensionValue(oid: "2.5.29.37") == nil }
      },
      ClientMutant(
        "key-usage-of-identities", "presents a client certificate that may not sign although another one that fits may",
        replaces: .identityOrder
      ) { $0.currentFirst($0.identities) },
      ClientMutant("minimum-version", "offers TLS 1.2 although the policy demands TLS 1.3", alters: .opening) {
        $0.versions = .tls12...$0.versions.upperBound
      },
      late(
        "session-of-a-refusal",
        "keeps the session of a server without a good status, and does not query the status again",
        LateEngine(refusing: revocation, .afterHandshake)
      ).showing(.knownHost),
      late(
        "pins-before-the-request", "compares pins when the response has come",
        LateEngine(refusing: [.pinMismatch], .afterReply)
      ).showing(.everyHandshake),
      ClientMutant(
        "name-after-an-smtp-upgrade", "does not check names after an upgrade of SMTP to TLS", alters: .policyOfServer,
        where: { $0.attempt.connect.startTLS == .smtp }
      ) { $0.hostname = nil },
      continues(
        "imap-upgrade", "continues in clear text if an IMAP server does not offer TLS, or refuses it",
        [.notOffered, .refused], in: [.imap]),
      ClientMutant(
        "identities-after-the-first", "presents its first client certificate or none", replaces: .identityForRequest
      ) { question in
        let answer = Rule.identityForRequest.answer(question)
        guard case .send(let identity) = answer else { return answer }
        return identity.certificate == question.identities.first?.certificate ? answer : .nothing
      },
      overlooks("dates-of-a-session", "resumes a session although its certificates have expired", [.expired]),
      ClientMutant(
        "redirect-scheme-after-a-path", "follows a redirect to an http URL if the redirect before named no scheme",
        replaces: .leavesTLS, by: \.situation.hasMovedByPath),
      ClientMutant(
        "name-of-a-redirect-target", "compares the certificate of a redirect target with the name of the first host",
        replaces: .policyOfServer, by: \.attempt.policy),
      ClientMutant(
        "post-handshake-auth-offer", "offers no authentication after the handshake, although it has a certificate",
        alters: .opening
      ) { $0.offersPostHandshakeAuthentication = false },
      ClientMutant(
        "certificate-of-a-proxy-without-anchors",
        "checks its proxy's certificate only if the policy has anchors for proxies", replaces: .policyOfProxy,
        where: { $0.situation.attempt.policy.proxyAnchors == nil }
      ) { _ in nil },
      overlooks(
        "pins-of-another-host-over-http2", "reuses an HTTP/2 connection for another host without comparing its pins",
        [.pinMismatch],
        where: { !$0.isOfSession && $0.isForAnotherHost && $0.attempt.alpn.contains(ApplicationProtocol.http2) }),
      ClientMutant(
        "server-name-through-proxy", "sends its proxy's name as server_name through a tunnel", asks: .opening
      ) { if $0.attempt.needs.contains(.proxy) { $0.opening.serverName = $0.attempt.connect.proxyHost } },
    ]

  private static let revocation: Set<Reason> = [.revoked, .revocationUnknown]

  // MARK: Forms

  /// A probe is a connection, too: a server whose fault is on one connection counts differently, and what precedes TLS
  /// comes once.
  private static var probe: ClientMutant {
    ClientMutant(
      "connection-after-a-probe", "checks the server on one connection and sends its request on another",
      replaces: .requestsHere
    ) { $0.handshakes > 1 }
    .replacing(.verifiesServer) { $0.handshakes == 0 }.beginningAnew { _ in true }
    .changed { $0.declined = Set([.redirects, .proxy] + StartTLSRecipe.Language.allCases.map(Capability.startTLS)) }
  }

  /// The policy of the attempt that began last, where two are made at once.
  private static var sharing: ClientMutant {
    let last = LastPolicy()
    return ClientMutant(
      "policy-of-each-attempt", "keeps one policy for all attempts, that of the last one to begin",
      replaces: .policyOfServer, where: { $0.attempt.needs.contains(.concurrency) }
    ) { situation in
      let policy = Rule.policyOfServer.answer(situation)
      last.policy.withLock { $0 = policy }
      return policy
    }
    .replacing(.policyInForce, where: { $0.needs.contains(.concurrency) }) { attempt in
      last.policy.withLock { $0 } ?? attempt.policy
    }
  }

  private static func late(
    _ name: String, _ summary: String, _ makeEngine: @escaping @autoclosure @Sendable () -> LateEngine
  ) -> ClientMutant { ClientMutant(Mistake(name, summary)).changed { $0.makeEngine = makeEngine } }

  private static func trusts(
    _ name: String, _ summary: String, where holds: @escaping @Sendable (ClientSituation) -> Bool
  ) -> ClientMutant { ClientMutant(name, summary, replaces: .verifiesServer, where: holds) { _ in false } }

  /// In a circumstance every connection is a new one, and nothing is verified there.
  private static func startsUnseen(
    _ name: String, _ summary: String, where holds: @escaping @Sendable (ClientSituation) -> Bool
  ) -> ClientMutant {
    trusts(name, summary, where: holds).beginningAnew(where: holds)
  }

  /// The same, which in a circumstance offers no session and uses no open connection.
  private func beginningAnew(where holds: @escaping @Sendable (ClientSituation) -> Bool) -> ClientMutant {
    replacing(.offersSession, where: { holds($0.situation) }) { _ in false }
      .replacing(.usesConnection, where: { holds($0.situation) }) { _ in false }
  }

  /// Uses again what the current policy refuses for these reasons.
  private static func overlooks(
    _ name: String, _ summary: String, _ reasons: Set<Reason> = Set(Reason.allCases),
    where holds: @escaping @Sendable (Reverification) -> Bool = \.isOfSession
  ) -> ClientMutant {
    ClientMutant(name, summary, alters: .verifiesAgain, where: holds) { decision in
      if case .cancel(let reason, _) = decision, reasons.contains(reason) { decision = .accept }
    }
  }

  /// Takes another client for the same.
  private static func mistakes(
    _ name: String, _ summary: String, where holds: @escaping @Sendable (IdentityPair) -> Bool
  ) -> ClientMutant { ClientMutant(name, summary, replaces: .isSameClient, where: holds) { _ in true } }

  private static func continues(
    _ name: String, _ summary: String, _ kinds: Set<UpgradeObstacle.Kind>,
    in languages: Set<StartTLSRecipe.Language> = Set(StartTLSRecipe.Language.allCases)
  ) -> ClientMutant {
    ClientMutant(name, summary, replaces: .continues) { kinds.contains($0.kind) && languages.contains($0.language) }
  }
}

/// The one policy of a client that has no other.
private final class LastPolicy: Sendable {
  let policy = Mutex<AttemptPolicy?>(nil)
}
