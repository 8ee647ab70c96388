import Testing

/// The negative controls over the shipped catalogue: exact vectors, case by case.
@Suite struct ControlVectorTests {
  /// Every version, policy and key through the engine that can serve them all; what the others do is
  /// `EngineAgreementTests`' to say.
  static let axes = "engine=own"

  /// Compares two vectors and names what differs.
  static func expect(_ log: RunLog, _ adapter: String, _ expected: [String: String]) {
    let verdicts = log.verdicts(adapter)
    #expect(Set(verdicts.keys) == Set(expected.keys), "\(adapter) was not put to exactly the planned cases")
    for (name, verdict) in expected.sorted(by: { $0.key < $1.key }) where verdicts[name] != verdict {
      Issue.record("\(adapter) \(name): expected \(verdict), got \(log.cases[adapter]?[name] as Any)")
    }
  }

  @Test func `accept-all is caught by every rogue and passes every healthy scenario`() async throws {
    let place = try Workplace()
    let ending = try await place.run([
      "run", "-q", "-a", "accept-all", "--axes", Self.axes, "--timeout", "10m", "--log", place.path("log.jsonl"),
    ])
    #expect(ending.status == 1, "\(ending.error)")
    let catalogue = try await ToldCatalogue(axes: Self.axes)
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
        "client-auth/expired-client-certificate", "client-auth/no-certificate-where-one-is-required",
        "client-auth/none-where-one-is-required-after-the-request", "client-auth/refused-and-asked-again",
        "client-auth/server-certificate-as-a-client",
        "real-bugs/cve-2006-4339-forged-handshake", "real-bugs/cve-2022-21449-zero-signature-in-the-handshake",
        "real-bugs/cve-2015-0204-temporary-rsa-key", "real-bugs/cve-2015-4000-diffie-hellman-of-512-bits",
        // Certificates that libssl takes for none.
        "robustness/bytes-after-the-certificate", "robustness/letters-that-are-none", "robustness/padded-serial",
        "robustness/serial-without-octets",
        "rotation/swapped-between-probe-and-use", "session/resumed-after-the-leaf-was-swapped",
        "session/resumed-at-a-stranger", "session/resumed-after-the-ca-changed",
        "session/resumed-by-id-after-the-leaf-was-swapped",
        "session/connection-used-after-the-leaf-was-swapped",
        // A server that answers for nobody.
        "session/misdirected-on-every-connection",
        // Sessions that TLS itself refuses to go on with.
        "session/resumed-without-the-secret", "session/session-that-was-not-offered",
        "session/resumed-without-the-extended-master-secret", "session/early-data-without-its-session",
        "session/early-data-in-another-protocol", "session/early-data-without-its-protocol",
        // Told to those only who send a nonce.
        "revocation/answer-to-another-question", "revocation/answer-with-two-nonces",
      ])
    // Where a policy allows nobody, refusing is what is right at a healthy server.
    let welcoming = catalogue.scenarios.filter { scenario in
      scenario.healthy && !scenario.steps.contains { $0.expected.contains(where: \.isRefusal) }
    }
    for scenario in welcoming {
      for name in scenario.cases {
        #expect(["pass", "not-asked"].contains(log.verdicts("accept-all")[name]), "\(name)")
      }
    }
    #expect(try await place.processesLeft() == [])
    #expect(try place.foldersLeft() == [])
  }

  @Test func `cancel-all gets false-cancel where the server is healthy and void where it is not`() async throws {
    let place = try Workplace()
    let ending = try await place.run([
      "run", "-q", "-a", "cancel-all", "--axes", Self.axes, "--timeout", "10m", "--log", place.path("log.jsonl"),
    ])
    #expect(ending.status == 1, "\(ending.error)")
    let log = try place.log()
    Self.expect(log, "cancel-all", try await ToldCatalogue(axes: Self.axes).vector(\.ofCancelAll))
    // The passes are refusals of a bundle that cannot be opened, which are right.
    #expect(log.words("cancel-all") == ["false-cancel", "pass", "unsupported", "void"])
    #expect(log.controls["cancel-all"]?.contains("pass") == false)
  }

  /// One of each kind of lie, conversation and identity: each case of a control is a process.
  static let representatives = [
    "healthy/two-tier-chain", "healthy/session-resumed", "healthy/client-certificate-required", "healthy/staple-good",
    "trust/unknown-ca", "trust/rogue-ca-in-the-system-store", "time/leaf-expired",
    "handshake/private-key-of-another-certificate", "client-auth/bundle-that-cannot-be-opened",
    "client-auth/strict-server-*", "client-auth/lenient-server-takes-a-repeated-leaf",
    "client-auth/no-certificate-where-one-is-required", "client-auth/wrong-pin-must-not-get-the-client-certificate",
    "revocation/leaf-revoked-crl", "revocation/leaf-revoked-staple", "revocation/responder-down",
    "revocation/responder-down-best-effort",
    "rotation/leaf-swapped-on-second-connection", "rotation/swapped-between-probe-and-use",
    "session/resumed-at-a-stranger",
  ]

  @Test func `controls in processes of their own never get a pass, and only for what they do wrong`() async throws {
    let controls = ["never-connects", "lies-about-the-nonce", "forks-away", "sends-before-checking"]
    let place = try Workplace()
    let scenarios = Self.representatives.flatMap { ["--scenario", $0] }
    let ending = try await place.run(
      // None of these waits for its deadline, so that a busy machine makes no difference.
      ["compare", "-q", "--axes", "tls=1.3", "--timeout", "10m", "--log", place.path("log.jsonl")] + controls
        + scenarios)
    #expect(ending.status == 0, "\(ending.error)")
    let catalogue = try await ToldCatalogue(Self.representatives, axes: "tls=1.3")
    let log = try place.log()
    #expect(log.complete == true)
    let hasty = try catalogue.vector(\.ofSendsBeforeChecking)
    for name in ["never-connects", "forks-away"] { Self.expect(log, name, try catalogue.vector { _ in "void" }) }
    Self.expect(log, "lies-about-the-nonce", try catalogue.vector { _ in "error" })
    Self.expect(log, "sends-before-checking", hasty)
    #expect(Set(hasty.values) == ["leak", "void"])
    for name in controls { #expect(log.controls[name]?.contains("pass") == false, "\(name)") }
    #expect(try await place.processesLeft() == [])
    #expect(try place.foldersLeft() == [])
  }

  @Test func `whoever breaks the contract in one way, whatever it is asked, is not asked for ever`() async throws {
    let controls = ["crashes", "floods-stdout", "answers-garbage"]
    let place = try Workplace()
    let ending = try await place.run(
      // One after the other: nothing else begins before enough controls have ended.
      ["compare", "-q", "-j", "1", "--axes", "tls=1.3", "--timeout", "10m", "--log", place.path("log.jsonl")] + controls
        + Self.representatives.flatMap { ["--scenario", $0] })
    #expect(ending.status == 0, "\(ending.error)")
    let planned = try await ToldCatalogue(Self.representatives, axes: "tls=1.3").scenarios.flatMap(\.cases)
    let log = try place.log()
    #expect(log.complete == true)
    for name in controls {
      let verdicts = log.verdicts(name)
      #expect(Set(verdicts.keys) == Set(planned) && Set(verdicts.values) == ["error", "void"], "\(name)")
      // The one that says it for all, and the one that was asked before the controls had shown it.
      #expect((1...2).contains(verdicts.values.count { $0 == "error" }), "\(name)")
      #expect(log.controls[name] == ["error"], "\(name)")
    }
    #expect(try await place.processesLeft() == [])
    #expect(try place.foldersLeft() == [])
  }

  @Test func `a validator that hangs is an error at its deadline, and is not left running`() async throws {
    let place = try Workplace()
    let patterns = ["healthy/two-tier-chain", "trust/unknown-ca"]
    let axes = "tls=1.3,policy=system"
    let ending = try await place.run(
      ["run", "-q", "-a", "hangs", "--timeout", "300ms", "--axes", axes, "--log", place.path("log.jsonl")] + patterns,
      within: 300)
    #expect(ending.status == 1, "\(ending.error)")
    let log = try place.log()
    Self.expect(log, "hangs", try await ToldCatalogue(patterns, axes: axes).vector { _ in "error" })
    for (_, result) in log.cases["hangs"] ?? [:] { #expect(result.explanation.contains("still running after 300 ms")) }
    #expect(try await place.processesLeft() == [])
    #expect(try place.foldersLeft() == [])
  }
}
