import Foundation
import TestSupport
import Testing

/// Programs without TLS: the harness's client connects, and what they say about files has to be theirs.
@Suite struct OfflineDoorTests {
  typealias Fixture = ScriptFixture

  static let receipt = #"$({ printf %s "$ROGUES_ATTEMPT"; cat served.der; } | sha256sum | cut -c1-32)"#
  /// What a client that checks the issuer by openssl does, without openssl's own recipe.
  static let verifying =
    "if openssl verify -CAfile system.pem -untrusted served.pem served.pem >/dev/null 2>&1; "
    + "then echo ACCEPT \(receipt); else echo CANCEL untrusted; fi"

  static let fixtures = [
    Fixture(name: "verifies", script: verifying, healthy: "pass", rogue: "pass"),
    Fixture(name: "accepts", script: "echo ACCEPT \(receipt)", healthy: "pass", rogue: "false-accept"),
    Fixture(name: "refuses", script: "echo CANCEL untrusted", healthy: "false-cancel", rogue: "inconclusive"),
    Fixture(
      name: "accepts-unread", script: "echo ACCEPT 0123456789abcdef0123456789abcdef", healthy: "error",
      rogue: "error"),
    Fixture(
      name: "accepts-an-old-receipt",
      // A receipt is of one attempt: the same certificates have another one the next time.
      script: "echo ACCEPT $(sha256sum served.der | cut -c1-32)", healthy: "error", rogue: "error"),
    Fixture(
      name: "accepts-and-crashes", script: "echo ACCEPT \(receipt); kill -SEGV $$", healthy: "error", rogue: "error"),
    Fixture(name: "says-nothing", script: ":", healthy: "error", rogue: "error"),
    Fixture(name: "fails", script: "echo FAILED network", healthy: "inconclusive", rogue: "inconclusive"),
    Fixture(name: "declines", script: "echo UNSUPPORTED revocation.crl", healthy: "error", rogue: "error"),
    Fixture(
      name: "hands-over-a-made-up-statement",
      script: #"echo STATEMENT '{"type":"statement","disposition":"default-handling"}'"#, healthy: "error",
      rogue: "error"),
  ]

  /// It needs a deadline of its own: whoever misses one is asked again.
  static let hanging = Fixture(name: "hangs", script: "sleep 3600", healthy: "error", rogue: "error")

  /// Trust on first use over openssl's path check, with what is known in a file: every step is a new process.
  static let learning = """
    input=$(cat)
    openssl verify -CAfile system.pem -untrusted served.pem served.pem >/dev/null 2>&1 || { echo CANCEL untrusted; exit; }
    key=$(openssl x509 -in served.pem -noout -pubkey | sha256sum | cut -c1-64)
    known=$(cat "$ROGUES_STATE/$ROGUES_HOST" 2>/dev/null)
    case "$known/$input" in
      /*'"learn":true'*) echo "$key" >"$ROGUES_STATE/$ROGUES_HOST" ;;
      "$key"/*) ;;
      *) echo CANCEL pin-mismatch; exit ;;
    esac
    echo ACCEPT \(receipt)
    """

  @Test func `a pin learned on first use outlives the process, in the state of the conversation`() async throws {
    let place = try TemporaryWorkplace()
    // One that remembers, and one that forgets with every process.
    let forgetting = Self.learning.replacing("$ROGUES_STATE", with: "$ROGUES_DIR")
    let programs = try [("learns", Self.learning), ("forgets", forgetting)].map { name, script in
      try Self.program(
        .init(name: name, script: script, healthy: "", rogue: ""), capabilities: #""tofu""#, in: place)
    }
    let ending = try await place.run(
      [
        "compare", "-q", "--timeout", "20s", "--axes", "tls=1.3", "--log", place.path("log.jsonl"), "-s", "pin/tofu-*",
        "-s", "healthy/tofu-*",
      ] + programs)
    #expect(ending.status == 0, "\(ending.error)")
    let log = try place.log()
    let learns = log.verdicts("learns")
    #expect(learns.count == 8)
    for (name, verdict) in learns {
      let isUnseen = name.hasPrefix("pin/tofu-rogue-ca-on-first-use")
      #expect(verdict == (isUnseen ? "false-accept" : "pass"), "\(name)")
    }
    #expect(log.verdicts("forgets")["healthy/tofu-same-leaf[tls=1.3,policy=system]"] == "false-cancel")
    #expect(log.verdicts("forgets")["pin/tofu-another-ca[tls=1.3,policy=system]"] == "inconclusive")
  }

  /// A program that declares itself, and connects to nobody.
  static func program(_ fixture: Fixture, capabilities: String = "", in place: TemporaryWorkplace) throws -> String {
    try place.write(
      """
      #!/bin/sh
      if [ "$ROGUES_HELLO" ]; then
        echo '{"type":"ready","protocol":1,"adapter":"\(fixture.name)","library":{"name":"sh","version":"1"},'
        echo '"offline":true,"capabilities":[\(capabilities)]}'
        exit
      fi
      \(fixture.script)
      """, to: "adapters/\(fixture.name)", executable: true)
  }

  @Test func `their results are judged by their input and by the server's evidence`() async throws {
    try await expect(Self.fixtures, "--timeout", "20s")
  }

  @Test func `a validator that hangs fails at its deadline`() async throws {
    try await expect([Self.hanging], "--timeout", "1s")
  }

  private func expect(_ fixtures: [Fixture], _ options: String...) async throws {
    let place = try TemporaryWorkplace()
    let programs = try fixtures.map { try Self.program($0, in: place) }
    let ending = try await place.run(
      [
        "compare", "-q", "--axes", "tls=1.3,policy=system", "--log", place.path("log.jsonl"),
        "-s", "healthy/chain-two-tiers", "-s", "trust/unknown-ca", "-s", "handshake/*",
      ] + options + programs)
    #expect(ending.status == 0, "\(ending.error)")
    let log = try place.log()
    for fixture in fixtures {
      let cases = log.cases[fixture.name] ?? [:]
      let healthy = try #require(cases["healthy/chain-two-tiers[tls=1.3,policy=system]"])
      let rogue = try #require(cases["trust/unknown-ca[tls=1.3,policy=system]"])
      #expect(healthy.verdict == fixture.healthy, "\(fixture.name): \(healthy.explanation)")
      #expect(rogue.verdict == fixture.rogue, "\(fixture.name): \(rogue.explanation)")
      // The harness's client would refuse these for everybody.
      for (name, result) in cases where name.hasPrefix("handshake/") {
        #expect(result.verdict == "unsupported", "\(fixture.name) \(name)")
      }
    }
    #expect(try await place.processesLeft() == [])
    #expect(try place.foldersLeft() == [])
  }

  /// An offline session in Python's standard library: `openssl verify` decides, and one process answers everything.
  static let session = """
    import hashlib, json, os, subprocess, sys
    RECEIPT, STARTS = sys.argv[1:]
    open(STARTS, "a").write("started\\n")
    def judge(attempt):
        if attempt["needs"]:
            return {"type": "unsupported", "capability": attempt["needs"][0]}
        ders = [open(name, "rb").read() for name in attempt["served"]["certificates"]]
        command = ["openssl", "verify", "-CAfile", attempt["policy"]["systemAnchors"], "-untrusted", "served.pem"]
        if subprocess.run([*command, "served.pem"], capture_output=True).returncode != 0:
            return {"type": "statement", "disposition": "cancel", "reason": "untrusted"}
        good = hashlib.sha256(attempt["id"].encode() + b"".join(ders)).hexdigest()[:32]
        nonce = good if RECEIPT == "read" else "0123456789abcdef" * 2
        return {"type": "statement", "disposition": "accept", "nonce": nonce}
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            print(json.dumps({"type": "ready", "protocol": 1, "adapter": "session", "offline": True,
              "library": {"name": "openssl", "version": "1"}, "capabilities": []}), flush=True)
        elif message["type"] == "attempt":
            os.chdir(message["directory"])
            print(json.dumps({"id": message["id"], **judge(message)}), flush=True)
        elif message["type"] == "bye":
            break
    """

  @Test(arguments: [("read", "pass", "pass"), ("unread", "error", "inconclusive")])
  func `one process may answer for every handshake, and shows each time that it has read`(
    receipt: String, healthy: String, rogue: String
  ) async throws {
    let place = try TemporaryWorkplace()
    let folder = try place.write(Self.session, to: "session/adapter.py")
    _ = try place.write(
      """
      adapter: session
      summary: openssl verify behind a session
      library: openssl
      programs: [python3]
      version: {arguments: [--version], after: "Python "}
      startup: 5000
      capabilities: []
      door: session
      offline: true
      arguments: [-I, -B, adapter.py, \(receipt), \(place.path("starts"))]
      """, to: "session/adapter.yaml")
    let ending = try await place.run([
      "compare", "-a", (folder as NSString).deletingLastPathComponent, "-q", "--timeout", "20s", "--axes",
      "policy=system", "--log", place.path("log.jsonl"), "-s", "healthy/chain-two-tiers", "-s", "trust/unknown-ca",
    ])
    #expect(ending.status == 0, "\(ending.error)")
    let verdicts = try place.log().verdicts("session")
    for version in ["1.2", "1.3"] {
      #expect(verdicts["healthy/chain-two-tiers[tls=\(version),policy=system]"] == healthy, "\(verdicts)")
      #expect(verdicts["trust/unknown-ca[tls=\(version),policy=system]"] == rogue, "\(verdicts)")
    }
    #expect(try String(contentsOfFile: place.path("starts"), encoding: .utf8) == "started\n")
    #expect(try await place.processesLeft() == [])
    #expect(try place.foldersLeft() == [])
  }

  @Test func `the doctor tests them with an unknown capability as well`() async throws {
    let place = try TemporaryWorkplace()
    let good = Self.Fixture(
      name: "good",
      script: #"case "$(cat)" in *impossible*) echo UNSUPPORTED "$(cat /dev/null)";; *) \#(Self.verifying);; esac"#,
      healthy: "", rogue: "")
    let bad = try await place.run(["doctor", try Self.program(good, in: place)])
    #expect(bad.status == 1)
    #expect(bad.output.contains("WRONG"), "\(bad.output)")
    let script = """
      word=$(tr ',[]' '\\n' | sed -n 's/.*"\\(impossible[^"]*\\)".*/\\1/p' | head -n 1)
      if [ "$word" ]; then echo UNSUPPORTED "$word"; else \(Self.verifying); fi
      """
    let better = try Self.program(.init(name: "better", script: script, healthy: "", rogue: ""), in: place)
    let ending = try await place.run(["doctor", better])
    #expect(ending.status == 0, "\(ending.output)\(ending.error)")
    #expect(ending.output.contains("(offline)"))
    #expect(ending.output.contains("ok     refuses an untrusted server"))
  }

  @Test(arguments: ["openssl-verify", "certtool"])
  func `a command without TLS judges chains, and declares its limits`(adapter: String) async throws {
    let place = try TemporaryWorkplace()
    // Each case is a process of its own: all of the families are for the sweep.
    let families =
      Sweep.isOn ? ["healthy/*", "names/*", "chain/*"] : ["healthy/chain-*", "names/wrong-host", "chain/c*"]
    let ending = try await place.run(
      [
        "compare", adapter, "-q", "--timeout", "30s", "--axes", "tls=1.3", "--log", place.path("log.jsonl"), "-s",
        "trust/*", "-s", "time/*", "-s", "handshake/*",
      ] + families.flatMap { ["-s", $0] })
    #expect(ending.status == 0, "\(ending.error)")
    let verdicts = try place.log().verdicts(adapter)
    #expect(verdicts["trust/unknown-ca[tls=1.3,policy=system]"] == "pass")
    #expect(verdicts["time/leaf-expired[tls=1.3,policy=system]"] == "pass")
    #expect(verdicts["names/wrong-host[tls=1.3,policy=system]"] == "pass")
    #expect(verdicts["healthy/chain-three-tiers[tls=1.3,policy=system]"] == "pass")
    #expect(Set(verdicts.values).isDisjoint(with: ["error", "harness-error", "leak"]), "\(verdicts)")
    // certtool takes no anchor that is not a CA: where the anchor is the leaf itself, its controls fail. And it knows
    // nothing of certificate policies, which the world of one other case demands.
    let voids = verdicts.filter { $0.value == "inconclusive" }.keys
    let excused = voids.allSatisfy {
      $0.contains("policy=leaf-anchor") || $0.hasPrefix("healthy/certificate-policies-any[")
    }
    #expect(voids.isEmpty || adapter == "certtool" && excused, "\(voids)")
    #expect(verdicts.filter { $0.key.hasPrefix("handshake/") }.allSatisfy { $0.value == "unsupported" })
  }
}
