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
  public static let known: [Capability] =
    [.anchors, .systemAnchors, .userAnchors, .hostIPv6]
    + PinKind.allCases.flatMap { kind in PinPosition.allCases.map { pin(kind, $0) } }
    + [
      .pinExpiry, .pinSubdomains, .pinUnicode, .pinNone, .pinDigest, .pinFile, .pinStorage, .revocationCRL,
      .revocationCRLFetch,
      .revocationStaple,
      .revocationFetch,
      .revocationRequire, .revocationNoNetwork, .certificatePolicies,
    ] + transparencyWays + [
      .transparencyMinimum, .transparencyOperators,
      .identityPEM, .identityPKCS12, .identityChoice, .tls12, .tls13, .resumption, .resumptionCache, .earlyData,
      .keepAlive, .http2,
      .renegotiation,
      .postHandshakeAuthentication, .redirects, .proxy, .proxyTLS, .proxyAnchors,
    ]
    + StartTLSRecipe.Language.allCases.map(startTLS)
    + [.sameProcess, .concurrency, .clock, .challenges, .platformTrust, .tofu, .reason]
}
