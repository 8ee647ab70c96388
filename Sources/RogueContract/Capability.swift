/// A configuration feature that an adapter can have; never a security behaviour.
///
/// On the wire the set is open (an adapter may declare capabilities that the harness does not know); in scenarios it is
/// closed.
public struct Capability: RawRepresentable, Hashable, Sendable, Comparable, CustomStringConvertible {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.rawValue = rawValue }

  public var description: String { rawValue }
  public static func < (left: Capability, right: Capability) -> Bool { left.rawValue < right.rawValue }

  public static let anchors = Capability("anchors")
  public static let systemAnchors = Capability("system-anchors")
  public static let userAnchors = Capability("user-anchors")
  /// Connects to the given address for a host that is an IPv6 address, and compares that host.
  public static let hostIPv6 = Capability("host.ipv6")
  public static let pinExpiry = Capability("pin.expiry")
  public static let pinSubdomains = Capability("pin.subdomains")
  /// Applies a pin set whose host is written with letters outside of ASCII.
  public static let pinUnicode = Capability("pin.unicode")
  /// Supports an empty pin set: no key matches for that host.
  public static let pinNone = Capability("pin.none")
  /// Supports a pin that is only a SHA-256 digest, for which no key exists.
  public static let pinDigest = Capability("pin.digest")
  /// Reads pinned certificates from files, which may be unreadable.
  public static let pinFile = Capability("pin.file")
  /// Keeps its pins in a file from one start to the next.
  public static let pinStorage = Capability("pin.storage")
  public static let revocationCRL = Capability("revocation.crl")
  /// Fetches CRLs from the distribution points of the certificates.
  public static let revocationCRLFetch = Capability("revocation.crl-fetch")
  public static let revocationStaple = Capability("revocation.ocsp-staple")
  public static let revocationFetch = Capability("revocation.ocsp-fetch")
  public static let revocationRequire = Capability("revocation.require")
  /// Can be configured to fetch nothing and to use only the data that it has.
  public static let revocationNoNetwork = Capability("revocation.no-network")
  /// Processes the certificate policies of a path, and the constraints on them (RFC 5280, section 6.1).
  public static let certificatePolicies = Capability("certificate-policies")
  /// Can require valid SCTs that the certificate contains (RFC 6962, section 3.3).
  public static let transparencyCertificate = Capability("transparency.certificate")
  /// Can require valid SCTs that come in the TLS extension signed_certificate_timestamp (RFC 6962, section 3.3.1).
  public static let transparencyExtension = Capability("transparency.tls-extension")
  /// Can require valid SCTs that come in a stapled OCSP response (RFC 6962, section 3.3).
  public static let transparencyStaple = Capability("transparency.ocsp-staple")
  /// Can require valid SCTs of several logs, not only of one.
  public static let transparencyMinimum = Capability("transparency.minimum")
  /// Can require logs of several operators.
  public static let transparencyOperators = Capability("transparency.operators")
  public static let identityPEM = Capability("client-identity.pem")
  public static let identityPKCS12 = Capability("client-identity.pkcs12")
  /// Has several identities, and presents one that the server's CertificateRequest admits, or none.
  public static let identityChoice = Capability("client-identity.choice")
  public static let tls12 = Capability("tls1.2")
  public static let tls13 = Capability("tls1.3")
  public static let resumption = Capability("resumption")
  /// Keeps sessions in its own cache, and chooses itself which one to offer for a host and a configuration.
  public static let resumptionCache = Capability("resumption.cache")
  /// Sends its request in early data if a session of an earlier step allows that (RFC 8446, section 2.3).
  public static let earlyData = Capability("early-data")
  /// Leaves a connection open after a step, and may send the request of a later step on it.
  public static let keepAlive = Capability("keep-alive")
  /// Speaks HTTP/2 if the server selects it (RFC 9113, section 3.2).
  public static let http2 = Capability("http2")
  /// Takes part if a TLS 1.2 server starts a second handshake on a connection.
  public static let renegotiation = Capability("renegotiation")
  /// Lets a TLS 1.3 server request its certificate after the handshake (RFC 8446, section 4.6.2).
  public static let postHandshakeAuthentication = Capability("post-handshake-auth")
  /// Follows a redirect to another host, at the address and port of the first.
  public static let redirects = Capability("redirects")
  /// Connects through a given HTTP proxy, with CONNECT.
  public static let proxy = Capability("proxy")
  /// Speaks TLS with that proxy.
  public static let proxyTLS = Capability("proxy.tls")
  /// Can have other anchors for the proxy's certificate than for servers.
  public static let proxyAnchors = Capability("proxy.anchors")
  public static let sameProcess = Capability("same-process")
  /// Makes two attempts at once in one process, each under its own policy.
  public static let concurrency = Capability("concurrency")
  public static let clock = Capability("clock")
  /// Handles other challenges before the one about the server. Validators that never get other challenges have it, too.
  public static let challenges = Capability("challenges")
  /// Uses a platform to evaluate trust, which can deny a certificate and whose calls can fail.
  public static let platformTrust = Capability("platform-trust")
  public static let tofu = Capability("tofu")
  /// The adapter's reasons are precise enough to be judged.
  public static let reason = Capability("reason")

  /// The capability that a pin of this kind at this position needs, such as `pin.spki.ca`.
  public static func pin(_ kind: PinKind, _ position: PinPosition) -> Capability {
    Capability("pin.\(kind.rawValue).\(position.rawValue)")
  }

  /// Speaks HTTP under TLS. Every adapter has it, unless it declines it.
  public static let https = Capability("https")
}

/// The object that a pin is compared with.
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

/// Content shipped by mistake as the file of a pinned certificate, instead of its DER.
public enum PinnedFile: String, Hashable, Sendable, CaseIterable {
  /// The certificate in PEM, in a file that is named as DER (or the other way round).
  case otherEncoding = "other-encoding"
  /// The first half of the certificate.
  case half
  /// No bytes.
  case empty
  /// There is no file.
  case missing
  /// The certificate and one zero byte, which many parsers leave unread.
  case zeroByte = "zero-byte"
}

/// How a pin's digest resembles the digest of a key without being equal: a careless comparison takes them for equal.
public enum PinLikeness: String, Hashable, Sendable, CaseIterable {
  /// Its first eight octets are the same.
  case prefix
  /// Its Base64 form differs only in the case of the letters.
  case letters
  /// It is that of the whole certificate: the kinds of pins are confused.
  case certificate
}
