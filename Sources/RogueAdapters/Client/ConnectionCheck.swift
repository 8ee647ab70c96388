/// One check that a client makes outside of the handshake with its server: before it, and from one connection to the
/// next. Each can be omitted. `ClientCheck` has the checks inside a handshake.
///
/// A client that makes all checks is right. A client that omits a single one is a mutant, and right everywhere else.
/// `ConnectionPlan` makes them; `StartTLSClient` makes those of its dialogue.
public enum ConnectionCheck: String, CaseIterable, Hashable, Sendable {
  // A proxy that is spoken to over TLS, and servers behind a proxy of either kind.
  case proxyCertificate = "proxy-certificate"
  case proxyName = "proxy-name"
  case proxyAnchors = "proxy-anchors"
  case serverBehindProxy = "server-behind-proxy"
  case serverName = "server-name-behind-proxy"
  case ownAnchors = "server-anchors-behind-proxy"
  case ownSession = "proxy-session-reuse"

  // The state of an earlier attempt.
  case ownIdentity = "session-identity"
  case lifetime = "session-expiry"
  case sessionRules = "rules-of-a-session"
  case sessionHost = "host-of-a-session"
  case knownHost = "known-host"

  // Of several identities, the one to show (RFC 8446, section 4.4.2.3).
  case admittedIdentity = "admitted-identity"

  // A request that takes more than one connection.
  case redirectTarget = "redirect-target"
  case laterRedirects = "later-redirect-targets"
  case redirectScheme = "redirect-scheme"
  case redirectName = "name-after-a-redirect"
  case redirectPins = "pins-after-a-redirect"
  case probe = "connection-after-a-probe"

  // A protocol that begins in the clear (RFC 3207, section 4; RFC 9051, section 6.2.1).
  case offeredTLS = "starttls-offered"
  case agreedTLS = "starttls-accepted"
  case serverAfterUpgrade = "server-after-upgrade"
  case nameAfterUpgrade = "name-after-upgrade"
  case greeting = "imap-preauth"
  case answersUnderTLS = "starttls-injection"

  // Before a connection is used again (RFC 9110, section 4.3.3; RFC 9113, section 9.1.1).
  case connectionRules = "rules-on-an-open-connection"
  case connectionHost = "host-on-an-open-connection"

  // After a request that the server does not want on that connection (RFC 9110, section 15.5.20).
  case misdirectedAnswer = "421-as-response"
  case freshConnection = "connection-after-421"

  // In special cases, which cells of decision tables show (`session/table`, `session/identity-table`,
  // `client-auth/choice-table`, `rotation/moment-table`).
  case sessionName = "name-of-a-session"
  case sessionPins = "pins-of-a-session"
  case sessionAnchors = "anchors-of-a-session"
  case sessionStatus = "revocation-of-a-session"
  case connectionName = "name-on-an-open-connection"
  case connectionPins = "pins-on-an-open-connection"
  case connectionAnchors = "anchors-on-an-open-connection"
  case connectionStatus = "revocation-on-an-open-connection"
  case currentHost = "current-host-of-a-session"
  case unlimitedSession = "session-without-lifetime"
  case earlyRules = "rules-before-early-data"
  case declinedSession = "session-without-early-data"
  case changedIdentity = "session-identity-changed"
  case removedIdentity = "identity-removed"
  case identityCertificate = "identity-certificate"
  case identityChain = "identity-chain"
  case chainIssuers = "issuers-of-identity-chain"
  case everyAuthority = "every-named-authority"
  case wholeChain = "whole-identity-chain"
  case chainOrder = "identity-chain-order"
  case proxyStatus = "revocation-behind-proxy"
  case upgradePins = "pins-after-upgrade"
  case sessionIssuers = "issuers-of-a-session"
  case renewedSession = "session-of-a-resumption"
  case addedIdentity = "identity-added"
  case addedName = "name-on-a-connection-without"
  case identityAfterReconnect = "identity-after-none"
  case everyIdentity = "every-identity"
  case identityAlgorithms = "signature-algorithms-of-the-request"
  case sessionCertificates = "certificates-of-a-session"
  case sessionStaple = "staple-of-a-session"
  case currentIdentity = "dates-of-identities"
  case identityIssuers = "issuers-beside-identity"
  case proxyPins = "pins-behind-proxy"
  case declinedCertificate = "certificate-after-a-declined-session"
  case endedAtOnce = "session-of-no-lifetime"
  case sessionTransparency = "transparency-of-a-session"
  case anyPurpose = "identity-without-purposes"
  case signingIdentity = "key-usage-of-identities"
  case minimumVersion = "minimum-version"
  case refusedSession = "session-of-a-refusal"
  case requestPins = "pins-before-the-request"
  case smtpName = "name-after-an-smtp-upgrade"
  case imapUpgrade = "imap-upgrade"
  case secondIdentity = "identities-after-the-first"
  case sessionDates = "dates-of-a-session"
  case schemeAfterPath = "redirect-scheme-after-a-path"
  case redirectedName = "name-of-a-redirect-target"
  case postHandshakeOffer = "post-handshake-auth-offer"
  case serverNameBehindProxy = "server-name-through-proxy"
}

extension Set<ConnectionCheck> {
  /// Those about the client's own certificate and its ClientHello, and none about a server.
  public static let ofOwnIdentity: Set<ConnectionCheck> = [
    .ownIdentity, .admittedIdentity, .addedIdentity, .changedIdentity, .removedIdentity, .identityAfterReconnect,
    .everyIdentity, .identityAlgorithms, .identityCertificate, .identityChain, .chainIssuers, .everyAuthority,
    .wholeChain, .chainOrder, .currentIdentity, .identityIssuers, .anyPurpose,
    .signingIdentity, .secondIdentity, .postHandshakeOffer, .serverNameBehindProxy,
  ]
  /// Those of a client that is right.
  public static let all = Set(ConnectionCheck.allCases)
}
