import Foundation
import RoguePlatform
import TestSupport
import Testing

/// What a user's own hosts are: names of any depth, addresses, and those of the app's pins.
@Suite(
  .timeLimit(.minutes(15)),
  .enabled(if: ["/usr/bin/curl", "/usr/bin/openssl"].allSatisfy(FileManager.default.isExecutableFile(atPath:))))
struct OwnHostRunTests {
  @Test(arguments: ["10.0.2.2", "localhost", "shop.io", "Api.Acme.example"])
  func `a client at its own host passes, and one that checks nothing is caught`(host: String) async throws {
    let place = try TemporaryWorkplace()
    let own = host.lowercased()
    let careful = try BuiltClientTests.app(place, checks: "--cacert \(place.path("root.pem.crt"))", host: own)
    let ending = try await BuiltClientTests.run(place, careful, host: host, BuiltClientTests.patterns)
    #expect(ending.status == 0, "\(ending)")
    let verdicts = try place.log().verdicts("app")
    for scenario in BuiltClientTests.patterns {
      #expect(verdicts.contains { $0.key.hasPrefix("\(scenario)[") && $0.value == "pass" }, "\(scenario): \(ending)")
    }
    let careless = try BuiltClientTests.app(place, checks: "--insecure", host: own)
    #expect(try await BuiltClientTests.run(place, careless, host: host, BuiltClientTests.patterns).status == 1)
    let fallen = try place.log().verdicts("app").filter { $0.value == "false-accept" }.keys
    for scenario in BuiltClientTests.patterns where !scenario.hasPrefix("healthy/") {
      #expect(fallen.contains { $0.hasPrefix("\(scenario)[") }, "\(fallen)")
    }
  }

  private static func bash(_ script: String, _ place: TemporaryWorkplace) async -> (status: Int32, output: String) {
    let result = await ChildCommand(
      program: "/bin/bash", arguments: ["-c", "cd '\(place.folder)'; exec 2>&1\n\(script)"],
      environment: ["PATH": "/usr/bin:/bin"], deadlineMilliseconds: 120_000
    ).run()
    let status: Int32 = if case .exited(let status) = result.ending { status } else { -1 }
    return (status, String(decoding: result.standardOutput, as: UTF8.self))
  }

  /// The key of the roots is on a disk, and the roots are on phones: OpenSSL is asked what they can certify.
  @Test func `the roots certify the hosts that were named, and nothing beside or above them`() async throws {
    let place = try TemporaryWorkplace()
    let plain = try place.adapter("plain", "echo CANCEL")
    func roots(_ hosts: String...) async throws -> BuiltCommand.Ending {
      try? FileManager.default.removeItem(atPath: place.path("root.pem"))
      return try await place.run(
        ["run", "-a", plain, "--dry-run", "--roots", place.path("root.pem"), "--catalogue", BuiltCommand.root.path]
          + hosts.flatMap { ["--host", $0] } + ["trust/unknown-ca"])
    }
    func isCertified(_ name: String) async throws -> Bool {
      let kind = name.allSatisfy { $0.isNumber || $0 == "." } ? "IP" : "DNS"
      let result = await Self.bash(
        """
        set -e
        awk '/BEGIN CERT/ && c++ == 1 { exit } 1' root.pem.crt >ca.crt
        openssl pkey -in root.pem -out ca.key
        openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout leaf.key -subj '/O=x' -out leaf.csr
        openssl x509 -req -in leaf.csr -CA ca.crt -CAkey ca.key -set_serial 7 -days 1 -out leaf.crt \\
          -extfile <(printf 'subjectAltName=\(kind):\(name)\\n')
        openssl verify -CAfile ca.crt leaf.crt
        """, place)
      #expect(result.output.contains("leaf.crt: OK") == (result.status == 0), "\(result.output)")
      #expect(
        result.status == 0 || result.output.contains("permitted subtree violation")
          || result.output.contains("excluded subtree violation"), "\(result.output)")
      return result.status == 0
    }
    func certified(_ names: String...) async throws -> [String] {
      var found: [String] = []
      for name in names where try await isCertified(name) { found.append(name) }
      return found
    }
    _ = try await roots("acme.co.uk")
    let own = try await certified(
      "acme.co.uk", "api.acme.co.uk", "evil.co.uk", "co.uk", "xacme.co.uk", "x.rogues.test", "10.0.2.2")
    #expect(own == ["acme.co.uk", "api.acme.co.uk", "x.rogues.test"])
    let one = try await roots("api.acme.example")
    #expect(one.error.contains("if all of acme.example is yours, --host acme.example"), "\(one)")
    let host = try await certified("api.acme.example", "www.acme.example")
    #expect(host == ["api.acme.example"])
    let both = try await roots("api.acme.example", "acme.example")
    #expect(!both.error.contains("is yours"), "\(both)")
    let domain = try await certified("www.acme.example", "evil.example")
    #expect(domain == ["www.acme.example"])
    _ = try await roots("10.0.2.2")
    let address = try await certified("10.0.2.2", "10.0.2.3")
    #expect(address == ["10.0.2.2"])
  }

  // MARK: The pins of an app

  private static func importPins(_ place: TemporaryWorkplace) async throws -> BuiltCommand.Ending {
    let pins = (1...3).map { Data(repeating: UInt8($0), count: 32).base64EncodedString() }
    try place.write(
      """
      <network-security-config><domain-config>
        <domain includeSubdomains="true">api.acme.example</domain>
        <pin-set expiration="2099-01-01">\(pins.map { "<pin digest=\"SHA-256\">\($0)</pin>" }.joined())</pin-set>
      </domain-config></network-security-config>

      """, to: "pins.xml")
    let imported = try await place.run(["pins", "import", place.path("pins.xml"), "--folder", place.path("own")])
    #expect(imported.status == 0, "\(imported)")
    return imported
  }

  /// The line is typed as it is printed: only its placeholders are replaced.
  @Test func `the line that an import prints leads to judged scenarios`() async throws {
    let place = try TemporaryWorkplace()
    let imported = try await Self.importPins(place)
    let line = try #require(imported.error.firstMatch(of: /rogues run (--adapter NAME .*)/)).1
    #expect(line.contains("--host api.acme.example --host below.api.acme.example"), "\(line)")
    func run(_ program: String) async throws -> BuiltCommand.Ending {
      let port = try FreePort.any()
      let words = line.split(separator: " ").map { word in
        switch word {
        case "NAME": program
        case "FILE": place.path("root.pem")
        case "127.0.0.1:8443": "127.0.0.1:\(port)"
        default: String(word)
        }
      }
      return try await place.run(
        ["run"] + words + [
          "--axes", "tls=1.3", "--log", place.path("log.jsonl"), "--catalogue", BuiltCommand.root.path, "--catalogue",
          place.path("own"),
        ])
    }
    try place.write("", to: "pins")
    let careful = try BuiltClientTests.pinning(place, capabilities: ["pin.subdomains"])
    let made = try await run(careful)
    try place.write(try #require(PinningApp.pins(in: made.error), "\(made)"), to: "pins")
    let ending = try await run(careful)
    #expect(ending.status == 0, "\(ending)")
    let judged = try place.log().verdicts("app").filter { $0.value == "pass" }.keys
    for name in ["rogue-ca", "other-key", "unknown-ca", "wrong-host", "second-connection", "backup-pin", "subdomain"] {
      #expect(
        judged.contains { $0.hasPrefix("app-pins/\(name)[") && $0.contains("policy=pinned") }, "\(name): \(ending)")
    }
    let careless = try await run(
      try BuiltClientTests.pinning(place, comparing: false, capabilities: ["pin.subdomains"]))
    #expect(careless.status == 1, "\(careless)")
    let fallen = try place.log().verdicts("app").filter { $0.value == "false-accept" }.keys
    for name in ["rogue-ca", "other-key", "subdomain"] {
      #expect(fallen.contains { $0.hasPrefix("app-pins/\(name)[") }, "\(name): \(careless)")
    }
  }

  @Test func `a client that cannot be pinned like the app ends with 4`() async throws {
    let place = try TemporaryWorkplace()
    let imported = try await Self.importPins(place)
    #expect(imported.output.contains("next   rogues run --adapter NAME --profile app-pins\n"), "\(imported)")
    let lint = try await place.run(["lint", "--catalogue", place.path("own")])
    #expect(lint.status == 0 && lint.error.contains("0 errors, 0 warnings"), "\(lint)")
    let run = try await place.run([
      "run", "-q", "-a", "curl", "--profile", "app-pins", "--axes", "tls=1.3", "--timeout", "60s", "--catalogue",
      BuiltCommand.root.path, "--catalogue", place.path("own"),
    ])
    #expect(run.status == 4 && run.error.contains(": the profile requires it, and the adapter has none"), "\(run)")
  }
}
