package import RogueAdapters

extension ConnectionCheck {
  /// Those that cells of decision tables show, whether or not a scenario does.
  package static let ofTables: Set<ConnectionCheck> = [
    .sessionName, .sessionPins, .sessionAnchors, .sessionStatus, .connectionName, .connectionPins, .connectionAnchors,
    .connectionStatus, .currentHost, .unlimitedSession, .earlyRules, .declinedSession, .changedIdentity,
    .removedIdentity, .identityCertificate, .identityChain, .chainIssuers, .everyAuthority, .wholeChain, .chainOrder,
    .proxyStatus, .upgradePins, .sessionIssuers, .renewedSession, .addedIdentity, .addedName, .identityAfterReconnect,
    .everyIdentity, .identityAlgorithms, .sessionCertificates, .sessionStaple, .currentIdentity, .identityIssuers,
    .proxyPins, .declinedCertificate, .endedAtOnce, .sessionTransparency, .anyPurpose, .signingIdentity,
    .minimumVersion, .refusedSession, .requestPins, .smtpName, .imapUpgrade, .secondIdentity,
    .sessionDates, .postHandshakeOffer, .serverNameBehindProxy, .redirectedName, .schemeAfterPath,
  ]

  /// The behaviour of a client without it, as a clause.
  package var omission: String {
    switch self {
    case .proxyCertificate: "does not check its proxy's certificate"
    case .proxyName: "does not check its proxy's name"
    case .proxyAnchors: "trusts the servers' anchors for its proxy"
    case .serverBehindProxy: "does not check the certificates of servers behind a proxy"
    case .serverName: "does not check the names of servers behind a proxy"
    case .ownAnchors: "trusts the proxy's anchors for servers as well"
    case .ownSession: "resumes the proxy's session with the server"
    case .serverAfterUpgrade: "does not check certificates after an upgrade to TLS"
    case .nameAfterUpgrade: "does not check names after an upgrade to TLS"
    case .ownIdentity: "reuses a session or connection that it began with another client certificate"
    case .admittedIdentity: "presents its first client certificate, whatever CAs the server names"
    case .lifetime: "offers its sessions beyond their lifetime"
    case .sessionRules: "resumes a session without checking it against the current policy"
    case .sessionHost: "resumes a session for another host without checking its certificate for that host"
    case .knownHost: "checks nothing on a new connection to a host that it has accepted before"
    case .redirectTarget: "does not check the certificate of a redirect target"
    case .laterRedirects: "checks no certificate of redirect targets after the first"
    case .redirectScheme: "follows a redirect to an http URL"
    case .redirectName: "does not check the name of a redirect target"
    case .redirectPins: "compares no pins for a redirect target"
    case .probe: "checks the server on one connection and sends its request on another"
    case .offeredTLS: "continues in clear text if the server does not offer TLS"
    case .agreedTLS: "continues in clear text if the server refuses TLS"
    case .greeting: "continues in clear text if the server greets it as logged in"
    case .answersUnderTLS: "accepts responses from before the handshake as responses over TLS"
    case .connectionRules: "reuses a connection without checking it against the current policy"
    case .connectionHost: "reuses a connection for another host without checking its certificate for that host"
    case .misdirectedAnswer: "accepts a 421 response as the host's response"
    case .sessionName: "resumes a session without comparing the name again"
    case .sessionPins: "resumes a session without comparing pins again"
    case .sessionAnchors: "resumes a session without looking for a trust anchor again"
    case .sessionStatus: "resumes a session without checking revocation again"
    case .connectionName: "reuses a connection without comparing the name again"
    case .connectionPins: "reuses a connection without comparing pins again"
    case .connectionAnchors: "reuses a connection without looking for a trust anchor again"
    case .connectionStatus: "reuses a connection without checking revocation again"
    case .currentHost: "compares a session with the pins of the host that it began with"
    case .unlimitedSession: "resumes a session without a stated lifetime unseen"
    case .earlyRules: "sends early data before it checks a session against the current policy"
    case .declinedSession: "offers a session that it would refuse, only without early data"
    case .changedIdentity: "reuses a session or connection with whichever client certificate"
    case .removedIdentity: "reuses a session or connection without the client certificate that it began with"
    case .identityCertificate: "compares the client's key with that of a session, and not its certificate"
    case .identityChain: "compares the client's certificate with that of a session, and not the chain"
    case .chainIssuers: "searches a named CA among the issuers of its own certificate only"
    case .everyAuthority: "looks at the first named CA only"
    case .wholeChain: "leaves out the last certificate of its chain"
    case .chainOrder: "presents its chain in reverse order"
    case .proxyStatus: "checks no revocation behind a proxy"
    case .upgradePins: "compares no pins after an upgrade to TLS"
    case .sessionIssuers: "resumes a session although a certificate above the leaf has expired"
    case .renewedSession: "resumes a session unseen that began on a resumed connection"
    case .addedIdentity: "reuses a connection without presenting the client certificate that it has now"
    case .addedName: "compares the name on an open connection only if the host is another"
    case .identityAfterReconnect: "presents no client certificate to a host that it has spoken to without one"
    case .everyIdentity: "looks at the last of its client certificates only"
    case .identityAlgorithms: "presents a client certificate whose key cannot sign with what the server names"
    case .sessionCertificates: "compares pins with the certificates of a resumed handshake, which has none"
    case .sessionStaple: "requires a staple in a resumed handshake, which can have none"
    case .currentIdentity: "presents an expired client certificate although another one that fits has not expired"
    case .identityIssuers: "presents its certificate without the CAs above it"
    case .proxyPins: "compares no pins behind a proxy"
    case .declinedCertificate: "does not check the certificate of a server that declines its session"
    case .endedAtOnce: "keeps a TLS 1.3 session whose lifetime is zero"
    case .sessionTransparency: "resumes a session without counting SCTs again"
    case .anyPurpose: "presents no client certificate without extendedKeyUsage"
    case .signingIdentity: "presents a client certificate that may not sign although another one that fits may"
    case .minimumVersion: "offers TLS 1.2 although the policy demands TLS 1.3"
    case .refusedSession: "keeps the session of a server without a good status, and does not query the status again"
    case .requestPins: "compares pins when the response has come"
    case .smtpName: "does not check names after an upgrade of SMTP to TLS"
    case .imapUpgrade: "continues in clear text if an IMAP server does not offer TLS, or refuses it"
    case .secondIdentity: "presents its first client certificate or none"
    case .sessionDates: "resumes a session although its certificates have expired"
    case .schemeAfterPath: "follows a redirect to an http URL if the redirect before named no scheme"
    case .redirectedName: "compares the certificate of a redirect target with the name of the first host"
    case .postHandshakeOffer: "offers no authentication after the handshake, although it has a certificate"
    case .serverNameBehindProxy: "sends its proxy's name as server_name through a tunnel"
    case .freshConnection: "retries after a 421 on another connection and checks nothing there"
    }
  }
}
