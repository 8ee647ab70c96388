extension Capability {
  /// Starts in plaintext and continues under TLS, such as `starttls.smtp`.
  public static func startTLS(_ language: StartTLSRecipe.Language) -> Capability {
    Capability("starttls.\(language.rawValue)")
  }

  public static func tls(_ version: TLSVersion) -> Capability { version == .tls12 ? .tls12 : .tls13 }

  /// The three ways in which SCTs reach a client.
  public static let transparencyWays: [Capability] = [
    .transparencyCertificate, .transparencyExtension, .transparencyStaple,
  ]

  /// Every capability of contract version 1, in the order of the documentation.
  public static let known: [Capability] = explained.map(\.capability)

  /// With the meaning of each: "the adapter can …".
  public static let explained: [(capability: Capability, meaning: String)] = trust + pins + status + tls + around

  private static let trust: [(Capability, String)] = [
    (.anchors, "take trust anchors that replace the stores"),
    (
      .systemAnchors,
      "take system anchors *in addition to* its own, which reveals a validator that adds the system's roots to its own"
    ),
    (.userAnchors, "take the user's anchors separately from the system's"),
    (
      .hostIPv6,
      "connect to `connect.address` for a host that is an IPv6 address (in brackets in URLs, never in SNI), and compare "
        + "that host, however it is written"
    ),
  ]

  private static let pins: [(Capability, String)] =
    PinKind.allCases.flatMap { kind in
      PinPosition.allCases.map { (pin(kind, $0), "pin \(kind.pinned) \($0.place)") }
    } + [
      (.pinExpiry, "take a date on which a pin set expires"),
      (.pinSubdomains, "apply a pin set to subdomains"),
      (
        .pinUnicode,
        "apply a pin set whose host is written in U-labels, such as `bücher.example`, to the host in A-labels "
          + "(RFC 5890, section 2.3.2.4)"
      ),
      (.pinNone, "take an empty pin set (`any: []`), which no key of that host matches"),
      (.pinDigest, "compare pins by SHA-256 alone, without a key or certificate"),
      (
        .pinFile,
        "read the pinned certificate from its file (`der` or `pem`), which may be damaged, in the other encoding, or "
          + "missing"
      ),
      (.pinStorage, "in-process only: keep pins in a file from one start to the next"),
    ]

  private static let status: [(Capability, String)] =
    [
      (.revocationCRL, "check CRLs that it gets as files"),
      (.revocationCRLFetch, "fetch CRLs from the CRL distribution points of certificates"),
      (.revocationStaple, "request a stapled OCSP response and check it"),
      (.revocationFetch, "query the OCSP responder of a certificate"),
      (.revocationRequire, "refuse if it cannot get a good status"),
      (
        .revocationNoNetwork, "fetch nothing if the policy forbids it, and use only staples and CRLs that it has"
      ),
      (
        .certificatePolicies,
        "process the certificate policies of a path, and the constraints on them (RFC 5280, section 6.1), with any "
          + "policy as the initial one"
      ),
    ]
    + [
      (.transparencyCertificate, "in the certificate (RFC 6962, section 3.3)"),
      (.transparencyExtension, "in the TLS extension `signed_certificate_timestamp` (RFC 6962, section 3.3.1)"),
      (.transparencyStaple, "in the stapled OCSP response (RFC 6962, section 3.3)"),
    ].map { ($0, "refuse a leaf without a valid SCT of one of the given logs \($1)") } + [
      (.transparencyMinimum, "require SCTs from several logs"),
      (.transparencyOperators, "require logs of several operators"),
    ]

  private static let tls: [(Capability, String)] =
    [
      (.identityPEM, "present a client certificate from PEM files"),
      (.identityPKCS12, "present a client certificate from a PKCS #12 bundle"),
      (
        .identityChoice,
        "hold several client certificates, and present one that the CertificateRequest admits, or none"
      ),
    ] + TLSVersion.allCases.map { (tls($0), "speak TLS \($0.rawValue)") } + [
      (
        .resumption, "keep a session from one step and offer it in a later one, through `state` or in one process"
      ),
      (
        .resumptionCache,
        "keep sessions in its own cache, and choose which one to offer. If a step has another host or another policy "
          + "than the one before, this choice is what the case tests. A client that is *handed* a session (`s_client "
          + "-sess_in`, Python's `session=`) leaves the choice to its caller, so the case is `unsupported`"
      ),
      (
        .earlyData,
        "send the request in early data (RFC 8446, section 2.3) if the resumed session allows it; implies `resumption`"
      ),
      (
        .keepAlive,
        "keep a connection open after a step, and send the request of a later step on it if nothing forbids that; with "
          + "`reuse: none` open another"
      ),
      (
        .http2,
        "offer the protocols in `tls.alpn`, and speak HTTP/2 if the server selects `h2` (RFC 9113, section 3.2)"
      ),
      (.renegotiation, "take part if a TLS 1.2 server starts a second handshake on the connection"),
      (
        .postHandshakeAuthentication,
        "let a TLS 1.3 server request the client's certificate after the handshake (RFC 8446, section 4.6.2)"
      ),
      (
        .redirects,
        "follow redirects to other hosts of the world, two at most, at the address and port of the first; the harness "
          + "judges whether it follows one to an `http:` URL"
      ),
    ]

  private static let around: [(Capability, String)] =
    [
      (.proxy, "go through a given HTTP proxy, with CONNECT"),
      (.proxyTLS, "speak TLS with that proxy"),
      (.proxyAnchors, "take other anchors for the proxy than for the servers"),
    ]
    + StartTLSRecipe.Language.allCases.map {
      (
        startTLS($0),
        "begin in plaintext with \($0 == .postgresql ? "PostgreSQL" : $0.rawValue.uppercased()), and require TLS"
      )
    } + [
      (.sameProcess, "make all attempts of a conversation in one process"),
      (
        .concurrency,
        "make two attempts at once in one process, each under its own policy: the session door, with `maxInFlight` "
          + "above 1"
      ),
      (.clock, "validate at the given `time`"),
      (
        .challenges,
        "distinguish the challenges of a URL-loading system: in-process handlers receive them; in-process validators "
          + "without a delegate never do"
      ),
      (
        .platformTrust,
        "in-process only: let a platform evaluate trust, which can deny a certificate and whose calls can fail"
      ),
      (.tofu, "learn on first use and compare afterwards, in `state`"),
      (.reason, "give reasons precise enough to be judged"),
    ]
}

extension PinKind {
  fileprivate var pinned: String { self == .spki ? "the public key" : "the certificate" }
}

extension PinPosition {
  fileprivate var place: String {
    switch self {
    case .leaf: "of the leaf"
    case .ca: "of a CA of the path"
    case .chain: "of any certificate of the path"
    }
  }
}
