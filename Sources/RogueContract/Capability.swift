/// A configuration feature that an adapter can have; never a security behaviour.
///
/// An open set on the wire (an adapter may declare what we do not know), a closed list in scenarios.
public struct Capability: RawRepresentable, Hashable, Sendable, Comparable, CustomStringConvertible {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.rawValue = rawValue }

  public var description: String { rawValue }
  public static func < (left: Capability, right: Capability) -> Bool { left.rawValue < right.rawValue }

  public static let anchors = Capability("anchors")
  public static let systemAnchors = Capability("system-anchors")
  public static let userAnchors = Capability("user-anchors")
  public static let pinExpiry = Capability("pin.expiry")
  public static let pinSubdomains = Capability("pin.subdomains")
  /// Can be told that no pin will do for a host: a set without a pin.
  public static let pinNone = Capability("pin.none")
  /// Can be given a pin as a SHA-256 alone, of a key that nobody has.
  public static let pinDigest = Capability("pin.digest")
  public static let revocationCRL = Capability("revocation.crl")
  /// Fetches the lists that certificates name the places of.
  public static let revocationCRLFetch = Capability("revocation.crl-fetch")
  public static let revocationStaple = Capability("revocation.ocsp-staple")
  public static let revocationFetch = Capability("revocation.ocsp-fetch")
  public static let revocationRequire = Capability("revocation.require")
  /// Can be told to fetch nothing, and to make do with what it is handed.
  public static let revocationNoNetwork = Capability("revocation.no-network")
  /// Processes the certificate policies of a path, and the constraints on them (RFC 5280, section 6.1).
  public static let certificatePolicies = Capability("certificate-policies")
  public static let transparency = Capability("transparency")
  /// A valid timestamp of several logs can be asked for, not only of one.
  public static let transparencyMinimum = Capability("transparency.minimum")
  /// Logs of several operators can be asked for.
  public static let transparencyOperators = Capability("transparency.operators")
  public static let identityPEM = Capability("client-identity.pem")
  public static let identityPKCS12 = Capability("client-identity.pkcs12")
  /// Holds several identities, and shows a server one that its CertificateRequest admits, or none.
  public static let identityChoice = Capability("client-identity.choice")
  public static let tls12 = Capability("tls1.2")
  public static let tls13 = Capability("tls1.3")
  public static let resumption = Capability("resumption")
  /// Keeps sessions in a cache of its own, and chooses by itself which one to offer for a host and a configuration.
  public static let resumptionCache = Capability("resumption.cache")
  /// Makes its request in early data where a session of an earlier step allows it (RFC 8446, section 2.3).
  public static let earlyData = Capability("early-data")
  /// Leaves a connection open after a step, and may make the request of a later step on it.
  public static let keepAlive = Capability("keep-alive")
  /// Speaks HTTP/2 where the server chooses it (RFC 9113, section 3.2).
  public static let http2 = Capability("http2")
  /// Goes along when a TLS 1.2 server begins a second handshake on a connection.
  public static let renegotiation = Capability("renegotiation")
  /// Lets a TLS 1.3 server ask for its certificate after the handshake (RFC 8446, section 4.6.2).
  public static let postHandshakeAuthentication = Capability("post-handshake-auth")
  /// Follows a redirect to another host, at the address and port of the first.
  public static let redirects = Capability("redirects")
  /// Goes through an HTTP proxy that it is told of, by a tunnel.
  public static let proxy = Capability("proxy")
  /// The proxy may be one that is itself spoken to over TLS.
  public static let proxyTLS = Capability("proxy.tls")
  /// For the proxy's certificate there can be other anchors than for the servers'.
  public static let proxyAnchors = Capability("proxy.anchors")
  public static let sameProcess = Capability("same-process")
  public static let clock = Capability("clock")
  /// Can be asked other things before it is asked about the server; those that are asked nothing else have it too.
  public static let challenges = Capability("challenges")
  /// Asks a platform to evaluate trust, which can be made to fail and to deny.
  public static let platformTrust = Capability("platform-trust")
  public static let tofu = Capability("tofu")
  /// The adapter's reasons are precise enough to be judged.
  public static let reason = Capability("reason")

  /// The capability that a pin of this kind at this position needs, such as `pin.spki.ca`.
  public static func pin(_ kind: PinKind, _ position: PinPosition) -> Capability {
    Capability("pin.\(kind.rawValue).\(position.rawValue)")
  }

  /// Speaks HTTP under TLS. Everybody has it, but for those that decline it.
  public static let https = Capability("https")
}

/// What a pin is compared with.
public enum PinKind: String, Hashable, Sendable, CaseIterable {
  /// The DER SubjectPublicKeyInfo (RFC 7469, section 2.4).
  case spki
  /// The whole DER certificate.
  case certificate
}

/// Where in the validated path, anchor included, a pin may match: leaf is element 0, ca is 1 and above.
public enum PinPosition: String, Hashable, Sendable, CaseIterable {
  case leaf, ca, chain
}

/// How a pin's digest resembles that of a key without being it: what careless comparisons take for equal.
public enum PinLikeness: String, Hashable, Sendable, CaseIterable {
  /// Its first eight octets are the same.
  case prefix
  /// Its Base64 is the same but for the case of the letters.
  case letters
}
