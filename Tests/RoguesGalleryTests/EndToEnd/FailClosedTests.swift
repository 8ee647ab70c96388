import Foundation
import Testing

/// Validators that are broken in ways that look like success: none of them may ever get a pass that it has not earned.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")))
struct FailClosedTests {
  typealias Fixture = ScriptFixture

  static let fixtures = [
    Fixture(name: "says-nothing", script: ":", healthy: "error", rogue: "error"),
    Fixture(name: "cancels-unseen", script: "echo CANCEL untrusted", healthy: "inconclusive", rogue: "inconclusive"),
    Fixture(
      name: "cancels-with-a-status", script: "echo CANCEL untrusted; exit 1", healthy: "error", rogue: "error"),
    Fixture(name: "cancels-for-no-reason", script: "echo CANCEL", healthy: "inconclusive", rogue: "inconclusive"),
    Fixture(
      name: "knocks-and-cancels",
      // TCP alone: no ClientHello, so no fault was presented.
      script: "curl -s --max-time 0.3 telnet://$ROGUES_ADDRESS:$ROGUES_PORT </dev/null; echo CANCEL untrusted",
      healthy: "false-cancel", rogue: "inconclusive"),
    Fixture(
      name: "fetches-and-cancels", script: "$client >/dev/null; echo CANCEL untrusted", healthy: "inconclusive",
      rogue: "leak"),
    Fixture(
      name: "fetches-and-crashes", script: "$client; kill -SEGV $$", healthy: "error", rogue: "false-accept"),
    Fixture(
      name: "fetches-and-fails", script: "$client >/dev/null; echo FAILED network", healthy: "inconclusive",
      rogue: "false-accept"),
    Fixture(name: "accepts", script: "echo ACCEPT $($client)", healthy: "pass", rogue: "false-accept"),
    Fixture(
      name: "accepts-twice", script: "n=$($client); echo ACCEPT $n $n", healthy: "error", rogue: "false-accept"),
    Fixture(
      name: "accepts-and-babbles", script: "echo ACCEPT $($client); echo all done", healthy: "error",
      rogue: "false-accept"),
    Fixture(
      name: "accepts-with-a-status", script: "echo ACCEPT $($client); exit 3", healthy: "error", rogue: "false-accept"),
    Fixture(
      name: "accepts-in-a-statement",
      script: #"$client >/dev/null; echo STATEMENT '{"type":"statement","disposition":"accept"}'"#, healthy: "error",
      rogue: "false-accept"),
    Fixture(
      name: "accepts-a-made-up-nonce", script: "$client >/dev/null; echo ACCEPT 00000000000000000000000000000000",
      healthy: "error", rogue: "false-accept"),
    Fixture(
      name: "accepts-its-own-path", script: "echo ACCEPT ${ROGUES_ATTEMPT}", healthy: "error", rogue: "error"),
    Fixture(
      name: "declines-what-it-needs-not", script: "echo UNSUPPORTED revocation.crl", healthy: "error", rogue: "error"),
    Fixture(
      name: "declines-what-it-claims", script: "echo UNSUPPORTED tls1.3 not today", healthy: "unsupported",
      rogue: "unsupported"),
  ]

  /// It waits for its deadline, in every case and once more in each; none of the others does.
  static let silent = [
    Fixture(
      name: "falls-silent", script: "$client >/dev/null; exec >&-; sleep 3600", healthy: "error", rogue: "false-accept")
  ]

  @Test(arguments: [(fixtures, "10m"), (silent, "5s")])
  func `an apparent success is judged by the server's evidence`(fixtures: [Fixture], deadline: String) async throws {
    let place = try TemporaryWorkplace()
    let programs = try fixtures.map { try place.adapter($0.name, $0.script) }
    let ending = try await place.run(
      [
        "compare", "-q", "--timeout", deadline, "--axes", "tls=1.3,policy=system", "--log",
        place.path("log.jsonl"), "-s",
        "healthy/chain-two-tiers", "-s", "trust/unknown-ca",
      ] + programs)
    #expect(ending.status == 0, "\(ending.error)")
    let log = try place.log()
    for fixture in fixtures {
      let got = log.cases[fixture.name] ?? [:]
      let healthy = got["healthy/chain-two-tiers[tls=1.3,policy=system]"]
      let rogue = got["trust/unknown-ca[tls=1.3,policy=system]"]
      #expect(healthy?.verdict == fixture.healthy, "\(fixture.name): \(healthy as Any)")
      #expect(rogue?.verdict == fixture.rogue, "\(fixture.name): \(rogue as Any)")
    }
    #expect(try await place.processesLeft() == [])
    #expect(try place.foldersLeft() == [])
  }

  @Test func `a validator that claims to enforce revocation and never queries is detected`() async throws {
    let place = try TemporaryWorkplace()
    let claims =
      TemporaryWorkplace.capabilities + [
        "revocation.ocsp-fetch", "revocation.crl-fetch", "revocation.ocsp-staple", "revocation.require",
      ]
    let accepts = try place.adapter("claims", "echo ACCEPT $($client)", capabilities: claims)
    let cancels = try place.adapter(
      "claims-to-refuse", "$(echo $client | sed s/--insecure//) >/dev/null; echo CANCEL revoked", capabilities: claims)
    let ids = ["revocation/ocsp-leaf-revoked", "revocation/fetched-crl-leaf-revoked", "revocation/staple-leaf-revoked"]
    let ending = try await place.run(
      ["compare", "-q", "--timeout", "20s", "--axes", "tls=1.3", "--log", place.path("log.jsonl")]
        + ids.flatMap { ["-s", $0] } + [accepts, cancels])
    #expect(ending.status == 0, "\(ending.error)")
    let log = try place.log()
    let asked = log.cases["claims"]?.filter { $0.key.contains("policy=require-") } ?? [:]
    #expect(asked.count == 3)
    for (name, result) in asked {
      #expect(result.verdict == "false-accept", "\(name): \(result)")
      let what = name.contains("staple") ? "no staple was requested" : "the responder was never queried"
      #expect(result.explanation.contains(what), "\(name): \(result)")
    }
    // Nor is a refusal believed of one that has not asked.
    for (name, result) in log.cases["claims-to-refuse"] ?? [:] where name.contains("policy=require-") {
      #expect(result.verdict == "inconclusive", "\(name): \(result)")
    }
  }

  @Test func `a nonce of the previous step proves nothing`() async throws {
    let place = try TemporaryWorkplace()
    let program = try place.adapter(
      "replays", "[ -f $ROGUES_STATE/nonce ] || $client > $ROGUES_STATE/nonce; echo ACCEPT $(cat $ROGUES_STATE/nonce)")
    let ending = try await place.run([
      "run", "-q", "-a", program, "--axes", "tls=1.3", "--log", place.path("log.jsonl"),
      "rotation/leaf-swapped-on-second-connection",
    ])
    #expect(ending.status == 1, "\(ending)")
    let log = try place.log()
    #expect(log.words("replays") == ["error"])
    for result in log.cases["replays"]!.values { #expect(result.explanation.hasPrefix("step 2: "), "\(result)") }
  }

  @Test func `a client of TLS 1.2 alone proves nothing at a server of TLS 1.3 alone`() async throws {
    let place = try TemporaryWorkplace()
    let recipe = try String(
      contentsOf: BuiltCommand.root.appendingPathComponent("Adapters/curl/adapter.yaml"), encoding: .utf8)
    let old = recipe.replacingOccurrences(of: "adapter: curl\n", with: "adapter: old-curl\n")
      .replacingOccurrences(of: "- always: [--disable, ", with: "- always: [--disable, --tls-max, \"1.2\", ")
    try #require(old.contains("--tls-max") && old.contains("old-curl"))
    let description = try place.write(old, to: "old-curl/adapter.yaml")
    let ending = try await place.run([
      "run", "-q", "-a", description, "--log", place.path("log.jsonl"), "healthy/chain-two-tiers", "trust/unknown-ca",
      "trust/rogue-ca-in-system-store", "time/leaf-expired", "client-auth/*",
    ])
    // Nothing failed, but what proves nothing is no success.
    let log = try place.log()
    let verdicts = log.verdicts("old-curl").filter { $0.value != "unsupported" }
    // An identity that cannot be loaded is refused before anybody is asked for a version.
    let unloadable = ["pkcs12-unreadable", "pkcs12-empty", "pkcs12-without-key", "client-key-mismatch"]
    let new = verdicts.filter { name, _ in name.contains("tls=1.3") && !unloadable.contains { name.contains($0) } }
    #expect(new.count >= 8)
    for (name, verdict) in new { #expect(verdict == "inconclusive", "\(name)") }
    // The same client is judged where it can talk.
    #expect(verdicts.contains { $0.key.contains("tls=1.2") && $0.value == "pass" })
    let failures = Set(verdicts.values).subtracting(["pass", "inconclusive", "deviation"])
    #expect(ending.status == (failures.isEmpty ? 2 : 1), "\(ending)")
  }

  @Test func `a validator learns neither the scenario nor whether this is the control`() async throws {
    let place = try TemporaryWorkplace()
    let told = place.path("told")
    // What it is given in words: the attempt, its environment, the names of its files. Certificates are the server's.
    let program = try place.adapter(
      "curious", "(env; pwd; cat; echo; find .. ) >> \(told); echo ACCEPT $($client)")
    let ending = try await place.run([
      "run", "-q", "-a", program, "-j", "1", "--axes", "tls=1.3,policy=system", "trust/unknown-ca",
    ])
    #expect(ending.status == 1, "\(ending)")
    let text = place.text("told")
    #expect(text.components(separatedBy: "ROGUES_ATTEMPT=").count == 4, "the control, the rogue, the control")
    for word in ["unknown-ca", "trust/", "stranger", "rogue ", "control", "cancel", "expect", "healthy"] {
      #expect(!text.contains(word), "\(word)")
    }
  }

  @Test func `an adapter that lacks everything is not judged, and that is no success`() async throws {
    let place = try TemporaryWorkplace()
    let program = try place.adapter("modest", "echo ACCEPT $($client)", capabilities: ["anchors"])
    let ending = try await place.run(["run", "-a", program, "--log", place.path("log.jsonl"), "trust/*"])
    #expect(ending.status == 4, "\(ending)")
    #expect(try place.log().words("modest") == ["unsupported"])
  }

  @Test func `a fixed clock is beyond adapters that take none`() async throws {
    let place = try TemporaryWorkplace()
    let program = try place.adapter("clockless", "echo ACCEPT $($client)")
    let ending = try await place.run([
      "run", "-a", program, "--at", "2026-11-20T12:00:00Z", "--log", place.path("log.jsonl"), "healthy/chain-two-tiers",
    ])
    #expect(ending.status == 4, "\(ending)")
    #expect(ending.output.contains("clock"))
    #expect(try place.log().words("clockless") == ["unsupported"])
  }
}
