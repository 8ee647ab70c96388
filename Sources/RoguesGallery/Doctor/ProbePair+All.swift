internal import RogueModel

extension ProbePair {
  /// Every pair. If a capability has several, the adapter gets the first whose other needs it meets.
  static let all: [ProbePair] = trust + pins + revocation + transparency + identity + connections + around

  /// Capabilities without a pair, with the reason.
  static let unpaired: [Capability: String] = [
    .userAnchors: "the user's anchors are trusted like the system's, so nothing depends on it",
    .pin(.certificate, .chain): "no scenario pins a certificate anywhere in the path",
    .pinFile: "a pin that cannot be read and a pin that nothing matches are refused alike",
    .pinStorage: "the file is the validator's own, and no attempt hands it over",
    .resumptionCache: "the client chooses which session it offers, and scenarios test that",
    .sameProcess: "a server cannot see whether two attempts share a process",
    .concurrency: "a pair is two attempts, and this takes two at once",
    .challenges: "the harness sends the challenges itself",
    .platformTrust: "the platform is the harness's own, and none of it is handed to an adapter",
    .reason: "two rogues are refused for different reasons; see the line about reasons",
    .clock:
      "a healthy server of another year is accepted only at the time that it gets; see the line about the clock",
  ]

  private static let swapped = "trust/rogue-ca-in-system-store"
  private static let namesake = "pin/rogue-ca-with-pinned-ca-name"

  private static func plain(_ scenario: String) -> Probe { Probe(scenario: scenario, policy: "system") }

  private static let trust: [ProbePair] = [
    ProbePair(.anchors, "policy.anchors", swapped, "anchor", without: plain(swapped)),
    // Another CA of the system's than that of the control.
    ProbePair(.systemAnchors, "policy.systemAnchors", swapped, "system"),
    ProbePair(.hostIPv6, "connect.host", "names/wrong-ipv6", "system"),
  ]

  private static let pins: [ProbePair] = [
    ProbePair(.pin(.spki, .leaf), "policy.pinSets", swapped, "leaf-spki", without: plain(swapped)),
    ProbePair(.pin(.certificate, .leaf), "policy.pinSets", swapped, "leaf-certificate", without: plain(swapped)),
    ProbePair(.pin(.spki, .ca), "policy.pinSets", namesake, "ca-spki", without: plain(namesake)),
    ProbePair(.pin(.certificate, .ca), "policy.pinSets", namesake, "ca-certificate", without: plain(namesake)),
    ProbePair(.pin(.spki, .chain), "policy.pinSets", namesake, "chain-spki", without: plain(namesake)),
    // A set that has ended is as if absent.
    ProbePair(
      .pinExpiry, "policy.pinSets.expires", "healthy/pin-set-expired", "pin-set-expired",
      without: Probe(scenario: "pin/pin-set-expires-soon", policy: "expires-soon")),
    ProbePair(
      .pinSubdomains, "policy.pinSets.includeSubdomains", "pin/include-subdomains", "parent-with-subdomains",
      without: Probe(scenario: "healthy/pin-without-subdomains", policy: "parent-without-subdomains")),
    ProbePair(
      .pinUnicode, "policy.pinSets.host", "pin/host-unicode", "host-unicode",
      without: Probe(scenario: "pin/host-unicode", policy: "system")),
    ProbePair(
      .pinNone, "policy.pinSets.any", "pin/pin-set-emptied", "right-pin-last",
      without: Probe(scenario: "healthy/pin-last-of-several", policy: "right-pin-last")),
    ProbePair(
      .pinDigest, "policy.pinSets.any.sha256", "pin/digest-same-first-8-octets", "digest-same-first-8-octets",
      without: Probe(scenario: "healthy/pin-last-of-several", policy: "right-pin-last")),
  ]

  /// In the control, CRLs, staples and responders have the status of every good certificate.
  private static let revocation: [ProbePair] =
    [
      (.revocationCRL, "crl-leaf-revoked", ["best-effort-crl", "require-crl"]),
      (.revocationCRLFetch, "fetched-crl-leaf-revoked", ["best-effort-crl-fetch", "require-crl-fetch"]),
      (.revocationStaple, "staple-leaf-revoked", ["best-effort-staple", "require-staple"]),
      (.revocationFetch, "ocsp-leaf-revoked", ["best-effort-ocsp-fetch", "require-ocsp-fetch"]),
    ].flatMap { (capability: Capability, scenario: String, policies: [String]) in
      policies.map { ProbePair(capability, "policy.revocation.methods", "revocation/\(scenario)", $0) }
    }
    + [
      ("crl-missing", "require-crl"), ("staple-missing", "require-staple"), ("ocsp-down", "require-ocsp-fetch"),
      ("fetched-crl-missing", "require-crl-fetch"),
    ].map { ProbePair(.revocationRequire, "policy.revocation.mode", "revocation/\($0)", $1) }
    + [
      // Where something could be fetched, a client that fetches is seen; the last is for validators that know only what
      // they are given.
      ("no-network-crl-missing", "require-crl"), ("no-network-staple-missing-best-effort", "best-effort-ocsp"),
      ("no-network-staple-missing", "require-staple"), ("no-network-crl-leaf-revoked", "best-effort-crl"),
      ("no-network-staple-revoked", "best-effort-staple"),
    ].map {
      ProbePair(.revocationNoNetwork, "policy.revocation.network", "revocation/\($0)", $1, evidence: .nothingFetched)
    }

  private static let transparency: [ProbePair] = [
    ProbePair(.certificatePolicies, "needs", "certificate-policies/policy-absent", "system"),
    ProbePair(
      .transparencyCertificate, "policy.transparency", "transparency/sct-missing", "one-log",
      without: Probe(scenario: "transparency/sct-missing", policy: "unchecked")),
    ProbePair(.transparencyExtension, "policy.transparency", "transparency/tls-sct-missing", "one-log"),
    ProbePair(.transparencyStaple, "policy.transparency", "transparency/ocsp-sct-missing", "one-log"),
    ProbePair(
      .transparencyMinimum, "policy.transparency.require", "transparency/sct-of-one-log", "two-logs",
      without: Probe(scenario: "transparency/sct-of-one-log", policy: "one-log")),
    ProbePair(
      .transparencyOperators, "policy.transparency.operators", "transparency/sct-logs-of-one-operator",
      "two-operators", without: Probe(scenario: "transparency/sct-logs-of-one-operator", policy: "two-logs")),
  ]

  /// A server that requires a client certificate refuses a client without one.
  private static let identity: [ProbePair] =
    [(.identityPEM, "leaf-pem"), (.identityPEM, "chain-pem"), (.identityPKCS12, "leaf-pkcs12")].map {
      ProbePair($0, "policy.identity", "healthy/client-certificate-required", $1, evidence: .clientCertificate)
    }
    + ["two-identities", "two-identities-chain"].map {
      ProbePair(
        .identityChoice, "policy.identity.others", "client-auth/second-identity-admitted", $0,
        evidence: .clientCertificate)
    }
    + ["leaf-pem", "chain-pem", "chain-pkcs12"].map {
      ProbePair(
        .postHandshakeAuthentication, "needs", "healthy/client-certificate-required-post-handshake", $0, tls: .tls13,
        evidence: .clientCertificate)
    }

  private static let connections: [ProbePair] = [
    ProbePair(.tls12, "tls.maximum", "healthy/chain-two-tiers", tls: .tls12),
    ProbePair(.tls13, "tls.maximum", "healthy/chain-two-tiers", tls: .tls13),
    ProbePair(.resumption, "reuse", "healthy/resumed", evidence: .sessionResumed),
    ProbePair(.resumption, "reuse", "healthy/resumed-session-id", evidence: .sessionResumed),
    ProbePair(.earlyData, "needs", "healthy/early-data", evidence: .earlyData),
    ProbePair(.keepAlive, "reuse", "healthy/keep-alive", evidence: .connectionReused),
    ProbePair(.http2, "tls.alpn", "healthy/http2", evidence: .http2Offered),
    ProbePair(.renegotiation, "needs", "healthy/renegotiation-same-leaf", evidence: .renegotiated),
    ProbePair(.tofu, "learn", "pin/tofu-another-key-of-same-ca"),
  ]

  private static let around: [ProbePair] =
    [
      ProbePair(.redirects, "needs", "healthy/redirect-to-another-host", "system"),
      ProbePair(.proxy, "connect.proxy", "healthy/http-proxy", evidence: .proxyUsed),
      ProbePair(.proxyTLS, "connect.proxyHost", "healthy/https-proxy", evidence: .proxyUsed),
      ProbePair(.proxyAnchors, "policy.proxyAnchors", "proxy/proxy-issued-by-server-ca", "separate-anchors"),
    ]
    + StartTLSRecipe.Language.allCases.map {
      ProbePair(.startTLS($0), "connect.starttls", "healthy/starttls-\($0.rawValue)")
    }
}
