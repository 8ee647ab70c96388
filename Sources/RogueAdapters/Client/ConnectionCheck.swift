/// One thing that a client has to look at around TLS with its server, on the way there and from one connection to the
/// next, as a decision that can be left out. What it looks at in a handshake is `ClientCheck`.
///
/// The client that makes all of them is right; one that leaves a single one out is a mutant, right everywhere else.
/// `ConnectionPlan` makes them, and `StartTLSClient` those of its dialogue.
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
    case .proxyCertificate: "does not look at the certificate of its proxy"
    case .proxyName: "does not compare the name of its proxy"
    case .proxyAnchors: "judges its proxy by the anchors of its servers"
    case .serverBehindProxy: "looks at no certificate of servers behind a proxy"
    case .serverName: "does not compare the names of servers behind a proxy"
    case .ownAnchors: "judges servers behind the proxy by the anchors of the proxy as well"
    case .ownSession: "takes up at the server the session that the proxy began"
    case .serverAfterUpgrade: "looks at no certificate of servers that began in the clear"
    case .nameAfterUpgrade: "does not compare the names of servers that began in the clear"
    case .ownIdentity: "goes on with a session or a connection that it began with another client certificate"
    case .admittedIdentity: "shows its first identity, whatever CAs the server names"
    case .lifetime: "offers its sessions for longer than they live"
    case .sessionRules: "goes on with a session whatever the rules are by now"
    case .sessionHost: "goes on with a session for another host without judging its certificate for that one"
    case .knownHost: "takes a host that it has accepted for known, begins anew there and judges nothing"
    case .redirectTarget: "looks at no certificate of the host that it is sent on to"
    case .laterRedirects: "looks at no certificate of hosts that it is sent on to by another than the first"
    case .redirectScheme: "goes on in the clear where it is sent on to a URL without TLS"
    case .redirectName: "does not compare the name of the host that it is sent on to"
    case .redirectPins: "has no pins for the host that it is sent on to"
    case .probe: "judges the server on a connection for that alone, and makes its request on another"
    case .offeredTLS: "goes on in the clear where the server offers no TLS"
    case .agreedTLS: "goes on in the clear where the server refuses TLS"
    case .greeting: "goes on in the clear where the server says that it is logged in"
    case .answersUnderTLS: "takes what came in the clear for answers under TLS"
    case .connectionRules: "uses an open connection for the same host whatever the rules are by now"
    case .connectionHost: "uses an open connection for another host without judging its certificate for that one"
    case .misdirectedAnswer: "takes the word that a request was misdirected for its answer"
    case .freshConnection: "asks again on another connection after a misdirected request, and judges nothing there"
    }
  }
}

extension Set<ConnectionCheck> {
  /// Those of a client that is right.
  public static let all = Set(ConnectionCheck.allCases)
}
