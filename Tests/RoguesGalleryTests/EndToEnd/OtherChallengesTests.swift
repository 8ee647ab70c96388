import Testing

/// What the published systems do with challenges that are not about the server, against what is known of each.
@Suite struct OtherChallengesTests {
  /// What each says to a healthy server after that question; those that are not named accept it.
  static let failures: [String: [String: String]] = [
    // Never looks at the method, and cancels what has no trust.
    "pinned-certificate": [
      "password-first": "false-cancel", "proxy-first": "false-cancel", "certificate-first": "false-cancel",
      "unknown-first": "false-cancel", "anchor-after-all": "false-cancel",
    ],
    // Answers nothing but questions about the server.
    "per-domain-pins": [
      "password-first": "error", "proxy-first": "error", "certificate-first": "error", "unknown-first": "error",
      "anchor-after-all": "error",
    ],
    // It has no bundle to answer from, and gives up when anything at all has failed.
    "client-certificate": [
      "certificate-first": "error", "failed-before": "false-cancel", "anchor-after-all": "error",
    ],
    // Without a bundle it cancels where it did not answer; an unrelated failure is none of its own any more.
    "client-certificate-hardened": ["certificate-first": "false-cancel", "anchor-after-all": "false-cancel"],
    // Knows pinned certificates only, so an anchor is no reason to trust.
    "per-domain-pins-hardened": ["anchor-after-all": "false-cancel"],
  ]

  @Test func `other challenges tell the published systems apart, and their siblings get over them`() async throws {
    let place = try Workplace()
    let scenarios = ["healthy/other-challenges-first", "challenge/*"].flatMap { ["-s", $0] }
    let ending = try await place.run(
      ["compare", "-q", "--axes", "tls=1.3", "--timeout", "20s", "--log", place.path("log.jsonl")] + scenarios
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
          // Who does not accept the healthy server proves nothing about the rogue one.
          #expect(["void", "error"].contains(verdict), "\(adapter) \(name)")
        } else if name.hasPrefix("challenge/unknown-ca") {
          #expect(verdict == "pass", "\(adapter) \(name)")
        }
      }
    }
    for name in log.verdicts("reference").keys { #expect(log.verdicts("reference")[name] == "pass", "\(name)") }
  }
}
