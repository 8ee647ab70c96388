import Foundation
import RoguePlatform
import Testing

/// A client that is built once: one port, one root that it has installed, and its own host, for a whole run.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")))
struct BuiltClientTests {
  static let host = "api.acme.example"

  /// It knows nothing of the attempt but its URL: roots and host are its own.
  static func app(
    _ place: TemporaryWorkplace, checks: String, host: String = host, capabilities: [String] = []
  ) throws -> String {
    try place.adapter(
      "app",
      """
      [ "$ROGUES_HOST" = \(host) ] || exit 1
      n=$(curl --disable --silent --noproxy '*' --max-time 60 \(checks) \
        --connect-to $ROGUES_HOST:$ROGUES_PORT:$ROGUES_ADDRESS:$ROGUES_PORT $ROGUES_URL)
      case $? in 0) echo ACCEPT $n;; 35|60) echo CANCEL;; *) echo FAILED network;; esac
      """, capabilities: ["anchors", "system-anchors", "tls1.2", "tls1.3"] + capabilities)
  }

  static func run(
    _ place: TemporaryWorkplace, _ program: String, host: String = host, _ patterns: [String]
  ) async throws -> BuiltCommand.Ending {
    let port = try FreePort.any()
    return try await place.run(
      ["run", "-a", program, "--axes", "tls=1.3", "--log", place.path("log.jsonl"), "--listen", "127.0.0.1:\(port)"]
        + ["--host", host, "--roots", place.path("root.pem"), "--catalogue", BuiltCommand.root.path] + patterns)
  }

  static let patterns = [
    "trust/unknown-ca", "time/leaf-expired", "healthy/chain-two-tiers", "names/wrong-host",
  ]

  @Test func `it is judged with the root that it has installed, on another day too`() async throws {
    let place = try TemporaryWorkplace()
    let program = try Self.app(place, checks: "--cacert \(place.path("root.pem.crt"))")
    let first = try await Self.run(place, program, Self.patterns)
    #expect(first.status == 0, "\(first)")
    #expect(
      first.error.contains(
        "rogues: made the roots '\(place.path("root.pem"))', for api.acme.example, rogues.test and 7 days"))
    let verdicts = try place.log().verdicts("app")
    for scenario in Self.patterns {
      #expect(verdicts.contains { $0.key.hasPrefix("\(scenario)[") && $0.value == "pass" }, "\(scenario): \(verdicts)")
    }
    let root = place.text("root.pem")
    #expect(place.text("root.pem.crt").contains("BEGIN CERTIFICATE") && !place.text("root.pem.crt").contains("KEY"))
    let second = try await Self.run(place, program, ["trust/unknown-ca"])
    #expect(second.status == 0 && !second.error.contains("made the roots"), "\(second)")
    #expect(place.text("root.pem") == root)
    let other = try await place.run([
      "run", "-a", program, "--host", "api.other.example", "--roots", place.path("root.pem"), "trust/unknown-ca",
      "--catalogue", BuiltCommand.root.path,
    ])
    #expect(
      other.status == 64
        && other.error.contains("are for api.acme.example, rogues.test, and not for api.other.example"),
      "\(other)")
  }

  /// A client that compares each certificate of the path with its pins, as OkHttp and Android do; the path is what it gets, since
  /// all chains here are complete.
  static func pinning(
    _ place: TemporaryWorkplace, comparing: Bool = true, capabilities: [String] = []
  ) throws -> String {
    try place.write(
      """
      \(PinningApp.functions)
      import os, socket, sys
      context = ssl.create_default_context(cafile="\(place.path("root.pem.crt"))")
      host, port, path = os.environ["ROGUES_HOST"], int(os.environ["ROGUES_PORT"]), os.environ["ROGUES_PATH"]
      try:
          with socket.create_connection((os.environ["ROGUES_ADDRESS"], port), 20) as raw, context.wrap_socket(raw, server_hostname=host) as tls:
              if \(comparing ? "not" : "False and not") meets(tls, "\(place.path("pins"))"):
                  print("CANCEL pin-mismatch"); sys.exit()
              tls.sendall(f"GET {path} HTTP/1.1\\r\\nHost: {host}:{port}\\r\\nConnection: close\\r\\n\\r\\n".encode())
              reply = b""
              while part := tls.recv(4096): reply += part
              print("ACCEPT", reply.split(b"\\r\\n\\r\\n")[1].decode())
      except ssl.SSLCertVerificationError as error: print("CANCEL", "name-mismatch" if "ostname" in str(error) else "untrusted")
      except ssl.SSLError: print("CANCEL other")
      """, to: "app.py")
    return try place.adapter(
      "app", "exec python3 \(place.path("app.py"))",
      capabilities: ["anchors", "system-anchors", "tls1.2", "tls1.3", "pin.spki.chain"] + capabilities)
  }

  private static let pinned = [
    "trust/rogue-ca-in-system-store", "pin/rogue-ca-with-pinned-ca-name", "rotation/rogue-ca-on-second-connection",
    // It waits, and keeps the one port meanwhile.
    "rotation/leaf-expired-on-second-connection",
    "healthy/chain-two-tiers", "names/wrong-host", "healthy/rotation-with-both-pins",
  ]

  /// Its pins are the ones that the run prints when it makes the roots.
  static func writePins(_ place: TemporaryWorkplace, _ program: String) async throws {
    let made = try await run(place, program, ["healthy/chain-two-tiers"])
    try place.write(try #require(PinningApp.pins(in: made.error), "\(made)"), to: "pins")
  }

  @Test func `pins that are built in are judged against another CA that the system trusts`() async throws {
    let place = try TemporaryWorkplace()
    try place.write("", to: "pins")
    let careful = try Self.pinning(place)
    try await Self.writePins(place, careful)
    let ending = try await Self.run(place, careful, Self.pinned)
    #expect(ending.status == 0, "\(ending)")
    let verdicts = try place.log().verdicts("app")
    func isJudged(_ policy: String, _ word: String, _ verdicts: [String: String]) -> Bool {
      verdicts.contains {
        $0.key.hasPrefix("trust/rogue-ca-in-system-store[") && $0.key.contains("policy=\(policy)") && $0.value == word
      }
    }
    // A client that pins cannot be asked to accept what only a client without pins accepts.
    #expect(ending.output.contains("it needs a client without pins"), "\(ending.output)")
    #expect(isJudged("system", "unsupported", verdicts), "\(verdicts)")
    let decisive = verdicts.filter { $0.value == "pass" && $0.key.contains("rogue-ca") }
    #expect(decisive.count >= 2, "\(verdicts)")
    // The same client without the comparison accepts what its pins have to refuse.
    let careless = try await Self.run(place, try Self.pinning(place, comparing: false), Self.pinned)
    #expect(careless.status == 1, "\(careless)")
    let fallen = try place.log().verdicts("app").filter { $0.value == "false-accept" }
    #expect(Set(fallen.keys) == Set(decisive.keys), "\(fallen.keys.sorted()) \(decisive.keys.sorted())")
  }

  @Test func `clients with and without pins need a run of their own`() async throws {
    let place = try TemporaryWorkplace()
    let one = try place.adapter("one", "echo CANCEL", capabilities: ["anchors", "tls1.3", "pin.spki.ca"])
    let other = try place.adapter("other", "echo CANCEL", capabilities: ["anchors", "tls1.3"])
    let ending = try await place.run([
      "run", "-a", one, "-a", other, "--roots", place.path("root.pem"), "--catalogue", BuiltCommand.root.path,
      "trust/unknown-ca",
    ])
    #expect(ending.status == 64 && ending.error.contains("one and other declare other pin capabilities"), "\(ending)")
  }

  @Test func `one that checks nothing is caught at its own host`() async throws {
    let place = try TemporaryWorkplace()
    let program = try Self.app(place, checks: "--insecure")
    let ending = try await Self.run(place, program, Self.patterns)
    #expect(ending.status == 1, "\(ending)")
    let verdicts = try place.log().verdicts("app")
    for scenario in Self.patterns where !scenario.hasPrefix("healthy/") {
      #expect(verdicts.contains { $0.key.hasPrefix("\(scenario)[") && $0.value == "false-accept" }, "\(verdicts)")
    }
    // The line that runs a case again asks the same client.
    #expect(ending.output.contains("--host \(Self.host) --roots \(place.path("root.pem"))"), "\(ending.output)")
  }

  /// It follows redirects, resolves its own hosts alone, and does not know the catalogue's.
  private static func redirected(_ place: TemporaryWorkplace, checks: String, _ hosts: [String]) async throws
    -> BuiltCommand.Ending
  {
    let resolve = hosts.map { "--connect-to $0:$ROGUES_PORT:$ROGUES_ADDRESS:$ROGUES_PORT".replacing("$0", with: $0) }
    let program = try place.adapter(
      "app",
      """
      n=$(curl --disable --silent --location --noproxy '*' --max-time 60 \(checks) \(resolve.joined(separator: " ")) $ROGUES_URL)
      case $? in 0) echo ACCEPT $n;; 35|60) echo CANCEL;; *) echo FAILED network;; esac
      """, capabilities: ["anchors", "system-anchors", "tls1.3", "redirects"])
    return try await place.run(
      ["run", "-a", program, "--axes", "tls=1.3,policy=system", "--log", place.path("log.jsonl")]
        + ["--listen", "127.0.0.1:\(try FreePort.any())", "--roots", place.path("root.pem")]
        + hosts.flatMap { ["--host", $0] } + ["--catalogue", BuiltCommand.root.path]
        + [
          "healthy/redirect-over-three-hosts", "redirect/target-expired",
          "redirect/target-shows-first-hosts-certificate",
        ])
  }

  private static let hosts = [host, "login.acme.example", "cdn.acme-static.example"]

  @Test func `its other hosts are the world's others, in other domains too`() async throws {
    let place = try TemporaryWorkplace()
    let ending = try await Self.redirected(place, checks: "--cacert \(place.path("root.pem.crt"))", Self.hosts)
    #expect(ending.status == 0, "\(ending)")
    #expect(
      ending.error.contains("for api.acme.example, login.acme.example, cdn.acme-static.example, rogues.test and"),
      "\(ending.error)")
    #expect(
      ending.error.contains(/pins these, which every control meets: sha256\/[A-Za-z0-9+\/]{43}= sha256/),
      "\(ending.error)")
    #expect(try place.log().words("app") == ["pass"], "\(ending)")
    let careless = try await Self.redirected(place, checks: "--insecure", Self.hosts)
    #expect(careless.status == 1, "\(careless)")
    #expect(try place.log().words("app") == ["pass", "false-accept"], "\(careless)")
  }

  @Test func `fewer hosts than a scenario has leave it unsupported`() async throws {
    let place = try TemporaryWorkplace()
    let ending = try await Self.redirected(
      place, checks: "--cacert \(place.path("root.pem.crt"))", Array(Self.hosts.prefix(2)))
    #expect(ending.output.contains("it needs 3 hosts, and --host names 2"), "\(ending)")
    #expect(try place.log().words("app") == ["pass", "unsupported"], "\(ending)")
    let twice = try await Self.redirected(place, checks: "", [Self.host, Self.host])
    #expect(twice.status == 64, "\(twice)")
  }

  @Test func `a case that a built client cannot run is unsupported, and the run counts the rest`() async throws {
    let place = try TemporaryWorkplace()
    let program = try Self.app(place, checks: "--cacert \(place.path("root.pem.crt"))")
    let ending = try await Self.run(place, program, ["names/*", "trust/*"])
    #expect(
      ending.error.contains(/a client that is built once can run [1-9]\d* of \d+ scenarios/), "\(ending.error)")
    #expect(ending.output.contains("a client that is built once cannot be configured for this: "), "\(ending.output)")
    // What standards leave open fails nothing, and everything else that is asked is judged.
    #expect(ending.status == 0, "\(ending)")
    let words = try place.log().words("app")
    #expect(words.isDisjoint(with: ["false-cancel", "inconclusive", "leak", "harness-error"]), "\(ending)")
  }

  @Test(arguments: [
    (["--host", "acme"], 64), (["--host", "*.acme.example"], 64), (["--host", "10.0.0.256"], 64),
    (["--roots", "/nowhere/root.pem"], 73), (["--roots", "/etc/hostname"], 65),
  ])
  func `a wrong host or root ends the run with a way out`(arguments: [String], status: Int) async throws {
    let place = try TemporaryWorkplace()
    let program = try place.adapter("app", "echo CANCEL")
    let ending = try await place.run(["run", "-a", program] + arguments + ["trust/unknown-ca"])
    #expect(Int(ending.status) == status, "\(ending)")
  }
}
