import Testing

/// What the published systems do with challenges that are not about the server, against what is known of each.
@Suite struct OtherChallengesTests {
  /// What each says to a healthy server after that question; those that are not named accept it.
  static let failures: [String: [String: String]] = {
    // Never looks at the method, and cancels what has no trust.
    let takesAllForTrust = [
      "password-first": "false-cancel", "proxy-first": "false-cancel", "certificate-first": "false-cancel",
      "unknown-first": "false-cancel", "anchor-after-all": "false-cancel",
    ]
    // Answers nothing but questions about the server.
    let answersTrustAlone = [
      "password-first": "error", "proxy-first": "error", "certificate-first": "error", "unknown-first": "error",
      "anchor-after-all": "error",
    ]
    // Needs an answer about revocation, and the world has none.
    let needsAnAnswer = Dictionary(
      uniqueKeysWithValues: [
        "password-first", "proxy-first", "certificate-first", "unknown-first", "failed-before", "anchor-after-all",
      ].map { ($0, "false-cancel") })
    return [
      "enforcing-revocation-as-meant": needsAnAnswer, "enforcing-revocation-crl-only": needsAnAnswer,
      "enforcing-revocation-ocsp-only": needsAnAnswer, "enforcing-revocation-no-network": needsAnAnswer,
      "enforcing-revocation-hardened": needsAnAnswer, "rn-pinned-delegate": takesAllForTrust,
      "rn-pinned-cert-validator": takesAllForTrust, "isp-bare-verification": answersTrustAlone,
      "isp-pinned-connection-delegate": answersTrustAlone, "isp-evaluation-afterwards": answersTrustAlone,
      // Is asked nothing that is about a request: only the question for a client certificate comes to it.
      "isp-pinned-session-delegate": ["certificate-first": "error", "anchor-after-all": "error"],
      // Gives up when anything at all has failed. A certificate that it has not it answers with a password.
      "duplicated-certificates": ["failed-before": "false-cancel", "anchor-after-all": "false-cancel"],
      "duplicated-certificates-nil": ["failed-before": "false-cancel", "anchor-after-all": "false-cancel"],
      // Know pinned certificates only, so an anchor is no reason to trust.
      "isp-pinned-connection-subclass": ["anchor-after-all": "false-cancel"],
      "isp-pinned-connection-delegate-hardened": ["anchor-after-all": "false-cancel"],
      "isp-pinned-session-delegate-hardened": ["anchor-after-all": "false-cancel"],
    ]
  }()

  @Test func `other challenges distinguish the published systems, and the corrected ones pass`() async throws {
    let place = try TemporaryWorkplace()
    let scenarios = ["healthy/other-challenges-first", "challenge/*-after-other-challenges"].flatMap { ["-s", $0] }
    let ending = try await place.run(
      ["compare", "-q", "--axes", "tls=1.3", "--timeout", "10m", "--log", place.path("log.jsonl")] + scenarios
        + PublishedMatrixTests.adapters)
    #expect(ending.status == 0, "\(ending.error)")
    let log = try place.log()
    for adapter in PublishedMatrixTests.adapters {
      let verdicts = log.verdicts(adapter)
      #expect(verdicts.count == 18, "\(adapter)")
      let failures = Self.failures[adapter] ?? [:]
      for (name, verdict) in verdicts {
        let policy = String(name.split(separator: "policy=").last?.prefix { $0 != "]" } ?? "")
        if name.hasPrefix("healthy/") {
          #expect(verdict == failures[policy] ?? "pass", "\(adapter) \(name)")
        } else if failures[policy] != nil {
          // A client that does not accept the healthy server proves nothing about the rogue.
          #expect(["inconclusive", "error"].contains(verdict), "\(adapter) \(name)")
        } else if name.hasPrefix("challenge/unknown-ca") {
          #expect(verdict == "pass", "\(adapter) \(name)")
        }
      }
    }
    for name in log.verdicts("reference").keys { #expect(log.verdicts("reference")[name] == "pass", "\(name)") }
  }
}
