internal import RogueModel

extension ProbePair {
  /// Every pair there is. Where a capability has several, the first whose needs an adapter has is put to it.
  static let all: [ProbePair] = trust + pins + revocation + transparency + identity + connections + around

  /// Capabilities without a pair, with the reason.
  static let unpaired: [Capability: String] = [
    .systemAnchors: "no scenario gives anchors beside the system's, so nothing depends on it",
    .userAnchors: "the user's anchors are trusted like the system's, so nothing depends on it",
    .pin(.certificate, .chain): "no scenario pins a certificate anywhere in the path",
    .resumptionCache: "which session is offered is its own choice, and what scenarios ask",
    .sameProcess: "whether two attempts share a process is nothing that a server could see",
    .challenges: "the harness asks the challenges itself",
    .platformTrust: "the platform that is asked is the harness's own, and nothing of it is handed over",
    .reason: "two rogues are refused for different reasons; see the line about reasons",
    .clock:
      "a healthy server of another year is accepted only at the time that it is told; see the line about the clock",
  ]

  private static let swapped = "trust/rogue-ca-in-the-system-store"
  private static let namesake = "pin/another-ca-with-the-pinned-name"

  private static func plain(_ scenario: String) -> Probe { Probe(scenario: scenario, policy: "system") }

  private static let trust: [ProbePair] = [
    ProbePair(.anchors, "policy.anchors", swapped, "anchor", untold: plain(swapped))
  ]

  private static let pins: [ProbePair] = [
    ProbePair(.pin(.spki, .leaf), "policy.pinSets", swapped, "leaf-spki", untold: plain(swapped)),
    ProbePair(.pin(.certificate, .leaf), "policy.pinSets", swapped, "leaf-certificate", untold: plain(swapped)),
    ProbePair(.pin(.spki, .ca), "policy.pinSets", namesake, "ca-spki", untold: plain(namesake)),
    ProbePair(.pin(.certificate, .ca), "policy.pinSets", namesake, "ca-certificate", untold: plain(namesake)),
    ProbePair(.pin(.spki, .chain), "policy.pinSets", namesake, "chain-spki", untold: plain(namesake)),
    // A set that has ended is as if absent.
    ProbePair(
      .pinExpiry, "policy.pinSets.expires", "healthy/lapsed-pin-set", "ended",
      untold: Probe(scenario: "pin/pin-set-that-ends-within-the-hour", policy: "ends-soon")),
    ProbePair(
      .pinSubdomains, "policy.pinSets.includeSubdomains", "pin/pins-of-the-domain-above", "parent-with-subdomains",
      untold: Probe(scenario: "healthy/parent-pins-without-subdomains", policy: "parent-without-subdomains")),
    ProbePair(
      .pinNone, "policy.pinSets.any", "pin/last-pin-taken-back", "right-pin-last",
      untold: Probe(scenario: "healthy/last-of-several-pins", policy: "right-pin-last")),
    ProbePair(
      .pinDigest, "policy.pinSets.any.sha256", "pin/digest-that-begins-alike", "prefix-of-another",
      untold: Probe(scenario: "healthy/last-of-several-pins", policy: "right-pin-last")),
  ]

  /// Lists, staples and responders say of the control what they say of every good certificate.
  private static let revocation: [ProbePair] =
    [
      (.revocationCRL, "leaf-revoked-crl", ["best-effort-crl", "require-crl"]),
      (.revocationCRLFetch, "leaf-revoked-list-fetch", ["best-effort-list-fetch", "require-list-fetch"]),
      (.revocationStaple, "leaf-revoked-staple", ["best-effort-staple", "require-staple"]),
      (.revocationFetch, "leaf-revoked-fetch", ["best-effort-fetch", "require-fetch"]),
    ].flatMap { (capability: Capability, scenario: String, policies: [String]) in
      policies.map { ProbePair(capability, "policy.revocation.methods", "revocation/\(scenario)", $0) }
    }
    + [
      ("list-missing", "require-crl"), ("staple-missing", "require-staple"), ("responder-down", "require-fetch"),
      ("fetched-list-missing", "require-list-fetch"),
    ].map { ProbePair(.revocationRequire, "policy.revocation.mode", "revocation/\($0)", $1) }
    + [
      // Where something could be fetched, whoever fetches is seen; the last is for those that know only what they are handed.
      ("no-network-list-missing", "require-lists"), ("no-network-staple-missing-best-effort", "best-effort-ocsp"),
      ("no-network-staple-missing", "require-staple"), ("no-network-leaf-on-the-list", "best-effort-lists"),
      ("no-network-staple-revoked", "best-effort-staple"),
    ].map {
      ProbePair(.revocationNoNetwork, "policy.revocation.network", "revocation/\($0)", $1, evidence: .nothingFetched)
    }

  private static let transparency: [ProbePair] = [
    ProbePair(.certificatePolicies, "needs", "constraints/no-policy-where-one-is-required", "system"),
    ProbePair(
      .transparency, "policy.transparency", "transparency/no-timestamps", "one-log",
      untold: Probe(scenario: "transparency/no-timestamps", policy: "unchecked")),
    ProbePair(
      .transparencyMinimum, "policy.transparency.require", "transparency/one-log-where-two-are-needed", "two-logs",
      untold: Probe(scenario: "transparency/one-log-where-two-are-needed", policy: "one-log")),
    ProbePair(
      .transparencyOperators, "policy.transparency.operators", "transparency/two-logs-of-one-operator",
      "two-operators", untold: Probe(scenario: "transparency/two-logs-of-one-operator", policy: "two-logs")),
  ]

  /// A server that requires a certificate refuses whoever shows none.
  private static let identity: [ProbePair] =
    [(.identityPEM, "leaf-pem"), (.identityPEM, "chain-pem"), (.identityPKCS12, "leaf-pkcs12")].map {
      ProbePair($0, "policy.identity", "healthy/client-certificate-required", $1, evidence: .clientCertificate)
    }
    + ["leaf-pem", "chain-pem", "chain-pkcs12"].map {
      ProbePair(
        .postHandshakeAuthentication, "needs", "healthy/client-certificate-required-after-the-request", $0, tls: .tls13,
        evidence: .clientCertificate)
    }

  private static let connections: [ProbePair] = [
    ProbePair(.tls12, "tls.maximum", "healthy/two-tier-chain", tls: .tls12),
    ProbePair(.tls13, "tls.maximum", "healthy/two-tier-chain", tls: .tls13),
    ProbePair(.resumption, "reuse", "healthy/session-resumed", evidence: .sessionResumed),
    ProbePair(.resumption, "reuse", "healthy/session-resumed-by-id", evidence: .sessionResumed),
    ProbePair(.earlyData, "needs", "healthy/early-data", evidence: .earlyData),
    ProbePair(.keepAlive, "reuse", "healthy/connection-used-again", evidence: .connectionReused),
    ProbePair(.http2, "tls.alpn", "healthy/answer-over-http2", evidence: .http2Offered),
    ProbePair(.renegotiation, "needs", "healthy/renegotiated-with-the-same-leaf", evidence: .renegotiated),
    ProbePair(.tofu, "learn", "pin/tofu-another-leaf-of-the-same-ca"),
  ]

  private static let around: [ProbePair] =
    [
      ProbePair(.redirects, "needs", "healthy/redirect-to-another-host", "system"),
      ProbePair(.proxy, "connect.proxy", "healthy/through-a-proxy", evidence: .proxyUsed),
      ProbePair(.proxyTLS, "connect.proxyHost", "healthy/through-a-proxy-over-tls", evidence: .proxyUsed),
      ProbePair(.proxyAnchors, "policy.proxyAnchors", "proxy/ca-of-the-servers", "apart"),
    ]
    + zip(StartTLSRecipe.Language.allCases, ["mail", "mailbox", "database"]).map {
      ProbePair(.startTLS($0), "connect.starttls", "healthy/\($1)-after-starttls")
    }
}
