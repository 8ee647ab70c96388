import TestSupport
import Testing

/// The negative controls over the shipped catalogue: exact vectors, case by case.
@Suite struct ControlVectorTests {
  /// Every version, policy and key through the engine that can serve them all; what the others do is
  /// `EngineAgreementTests`' to say.
  static let axes = "engine=swift"

  /// Compares two vectors and names what differs.
  static func expect(_ log: RunLog, _ adapter: String, _ expected: [String: String]) {
    let verdicts = log.verdicts(adapter)
    #expect(Set(verdicts.keys) == Set(expected.keys), "\(adapter) was not put to exactly the planned cases")
    for (name, verdict) in expected.sorted(by: { $0.key < $1.key }) where verdicts[name] != verdict {
      Issue.record("\(adapter) \(name): expected \(verdict), got \(log.cases[adapter]?[name] as Any)")
    }
  }

  @Test func `accept-all is caught by every rogue and passes every healthy scenario`() async throws {
    let place = try TemporaryWorkplace()
    let ending = try await place.run([
      "run", "-q", "-a", "accept-all", "--axes", Self.axes, "--timeout", "10m", "--log", place.path("log.jsonl"),
    ])
    #expect(ending.status == 1, "\(ending.error)")
    let catalogue = try await ExplainedCatalogue(axes: Self.axes)
    let log = try place.log()
    #expect(log.complete == true)
    #expect(log.controls["accept-all"] == ["pass"])
    Self.expect(log, "accept-all", try catalogue.vector(\.ofAcceptAll))
    // Nothing of the rule's exceptions may swallow a family: whatever only refuses is caught somewhere, but for the one
    // that TLS refuses, the ones that are never shown, and the clients that an honest server refuses.
    let uncaught = catalogue.scenarios.filter { scenario in
      scenario.steps.contains { $0.mutation != nil && $0.expected.contains(where: \.isRefusal) }
        && !scenario.cases.contains { log.verdicts("accept-all")[$0] == "false-accept" }
        // Accepts every certificate, but by way of a TLS that refuses a handshake that is wrong.
        && !scenario.id.hasPrefix("handshake/")
    }
    #expect(
      Set(uncaught.map(\.id)) == [
        "client-auth/expired-client-certificate", "client-auth/required-and-client-has-none",
        "client-auth/post-handshake-required-and-client-has-none", "client-auth/rejected-and-challenged-again",
        "client-auth/client-certificate-eku-server-auth", "proxy/connect-refused",
        "real-bugs/cve-2006-4339-server-key-exchange", "real-bugs/cve-2022-21449-handshake",
        "real-bugs/cve-2015-0204-freak", "real-bugs/cve-2015-4000-logjam",
        // Certificates that libssl takes for none.
        "robustness/certificate-trailing-bytes", "robustness/subject-invalid-utf8", "robustness/serial-padded",
        "robustness/serial-empty",
        "rotation/swapped-between-probe-and-request", "rotation/staple-revoked-between-probe-and-request",
        "session/resumed-after-leaf-swap",
        // A TLS that refuses a handshake on a second connection, too.
        "redirect/target-handshake-signature-bit-flipped", "redirect/target-tls-1-2-signature-bit-flipped",
        "session/resumed-after-ca-change",
        "session/session-id-after-leaf-swap",
        "connection-reuse/keep-alive-after-leaf-swap",
        // A server that answers for nobody.
        "connection-reuse/421-on-every-connection",
        // Sessions that TLS itself refuses to go on with.
        "session/resumed-without-psk-secret", "session/psk-not-offered",
        "session/resumed-without-ems", "session/early-data-without-psk",
        "session/early-data-alpn-changed", "session/early-data-alpn-dropped",
        // Only clients that send a nonce meet this fault.
        "revocation/ocsp-nonce-wrong", "revocation/ocsp-nonce-twice",
        // A staple that libssl cannot take.
        "revocation/staple-empty", "revocation/must-staple-empty",
      ])
    // Where a policy allows nobody, refusing is what is right at a healthy server.
    let welcoming = catalogue.scenarios.filter { scenario in
      scenario.healthy && !scenario.steps.contains { $0.expected.contains(where: \.isRefusal) }
    }
    for scenario in welcoming {
      for name in scenario.cases {
        #expect(["pass", "unexercised"].contains(log.verdicts("accept-all")[name]), "\(name)")
      }
    }
    #expect(try await place.processesLeft() == [])
    #expect(try place.foldersLeft() == [])
  }

  @Test func `cancel-all gets false-cancel where the server is healthy and inconclusive where it is not`() async throws
  {
    let place = try TemporaryWorkplace()
    // A client that refuses everything distinguishes no versions.
    let axes = Sweep.isOn ? Self.axes : Self.axes + ",tls=1.3"
    let ending = try await place.run([
      "run", "-q", "-a", "cancel-all", "--axes", axes, "--timeout", "10m", "--log", place.path("log.jsonl"),
    ])
    #expect(ending.status == 1, "\(ending.error)")
    let log = try place.log()
    Self.expect(log, "cancel-all", try await ExplainedCatalogue(axes: axes).vector(\.ofCancelAll))
    // The passes are refusals of a bundle that cannot be opened, which are right.
    #expect(log.words("cancel-all") == ["false-cancel", "pass", "unsupported", "inconclusive"])
    #expect(log.controls["cancel-all"]?.contains("pass") == false)
  }

  /// One of each kind of fault, conversation and identity: each case of a control is a process.
  static let representatives = [
    "healthy/chain-two-tiers", "healthy/resumed", "healthy/client-certificate-required", "healthy/staple-good",
    "trust/unknown-ca", "trust/rogue-ca-in-system-store", "time/leaf-expired",
    "handshake/wrong-private-key", "client-auth/pkcs12-unreadable",
    "client-auth/strict-server-*", "client-auth/lenient-server-duplicated-leaf",
    "client-auth/required-and-client-has-none", "client-auth/no-client-certificate-to-wrong-pin",
    "revocation/crl-leaf-revoked", "revocation/staple-leaf-revoked", "revocation/ocsp-down",
    "revocation/ocsp-down-best-effort",
    "rotation/leaf-swapped-on-second-connection", "rotation/swapped-between-probe-and-request",
    "session/resumption-declined-unknown-ca",
  ]

  @Test func `controls in separate processes never pass, and fail only for their fault`() async throws {
    let controls = ["never-connects", "lies-about-the-nonce", "forks-away", "sends-before-checking"]
    let place = try TemporaryWorkplace()
    let scenarios = Self.representatives.flatMap { ["--scenario", $0] }
    let ending = try await place.run(
      // None of these waits for its deadline, so that a busy machine makes no difference.
      ["compare", "-q", "--axes", "tls=1.3", "--timeout", "10m", "--log", place.path("log.jsonl")] + controls
        + scenarios)
    #expect(ending.status == 0, "\(ending.error)")
    let catalogue = try await ExplainedCatalogue(Self.representatives, axes: "tls=1.3")
    let log = try place.log()
    #expect(log.complete == true)
    let hasty = try catalogue.vector(\.ofSendsBeforeChecking)
    for name in ["never-connects", "forks-away"] {
      Self.expect(log, name, try catalogue.vector { _ in "inconclusive" })
    }
    Self.expect(log, "lies-about-the-nonce", try catalogue.vector { _ in "error" })
    Self.expect(log, "sends-before-checking", hasty)
    #expect(Set(hasty.values) == ["leak", "inconclusive"])
    for name in controls { #expect(log.controls[name]?.contains("pass") == false, "\(name)") }
    #expect(try await place.processesLeft() == [])
    #expect(try place.foldersLeft() == [])
  }

  @Test func `an adapter that breaks the contract in the same way every time is skipped`() async throws {
    let controls = ["crashes", "floods-stdout", "answers-garbage"]
    let place = try TemporaryWorkplace()
    let ending = try await place.run(
      // One after the other, in the order of one seed: how many cases come before enough controls is the seed's doing.
      [
        "compare", "-q", "-j", "1", "--seed", "one", "--axes", "tls=1.3", "--timeout", "10m", "--log",
        place.path("log.jsonl"),
      ] + controls
        + Self.representatives.flatMap { ["--scenario", $0] })
    #expect(ending.status == 0, "\(ending.error)")
    let planned = try await ExplainedCatalogue(Self.representatives, axes: "tls=1.3").scenarios.flatMap(\.cases)
    let log = try place.log()
    #expect(log.complete == true)
    for name in controls {
      let verdicts = log.verdicts(name)
      #expect(Set(verdicts.keys) == Set(planned) && Set(verdicts.values) == ["error", "inconclusive"], "\(name)")
      // The one that says it for all, and the one that was asked before the controls had shown it.
      #expect((1...2).contains(verdicts.values.count { $0 == "error" }), "\(name)")
      #expect(log.controls[name] == ["error"], "\(name)")
    }
    #expect(try await place.processesLeft() == [])
    #expect(try place.foldersLeft() == [])
  }

  @Test func `a validator that hangs is an error at its deadline, and is not left running`() async throws {
    let place = try TemporaryWorkplace()
    let patterns = ["healthy/chain-two-tiers", "trust/unknown-ca"]
    let axes = "tls=1.3,policy=system"
    let ending = try await place.run(
      ["run", "-q", "-a", "hangs", "--timeout", "300ms", "--axes", axes, "--log", place.path("log.jsonl")] + patterns,
      within: 300)
    #expect(ending.status == 1, "\(ending.error)")
    let log = try place.log()
    Self.expect(log, "hangs", try await ExplainedCatalogue(patterns, axes: axes).vector { _ in "error" })
    for (_, result) in log.cases["hangs"] ?? [:] { #expect(result.explanation.contains("still running after 300 ms")) }
    #expect(try await place.processesLeft() == [])
    #expect(try place.foldersLeft() == [])
  }
}
