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

  // What an earlier attempt has left.
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

  /// What a client does that leaves it out, as a clause.
  public var omission: String {
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
    case .freshConnection: "retries after a 421 on another connection and checks nothing there"
    }
  }
}

extension Set<ConnectionCheck> {
  /// Those of a client that is right.
  public static let all = Set(ConnectionCheck.allCases)
}
