import Foundation
import RogueModel
import RogueScenarios
import Testing

@testable import RoguesGallery

/// Pins in programs, and the scenarios that are made of an app's pins.
@Suite(.timeLimit(.minutes(15))) struct ProgramPinsTests {
  private static func digest(_ byte: UInt8) -> [UInt8] { Array(repeating: byte, count: 32) }

  private static func file(_ text: String) -> SourceFile { SourceFile(path: "pins", bytes: Array(text.utf8)) }

  static func set(
    _ host: String, _ subdomains: PinConfiguration.Subdomains, expires: String? = nil, _ position: PinPosition,
    _ digests: UInt8...
  ) -> PinConfiguration.Set {
    PinConfiguration.Set(
      host: host, subdomains: subdomains, expires: expires.flatMap { Timestamp("\($0)T00:00:00Z") },
      pins: digests.map { PinConfiguration.Pin(position: position, digest: digest($0)) })
  }

  /// As the packages' own pages show them.
  @Test(arguments: [
    (
      """
      let config = [ kTSKSwizzleNetworkDelegates: false, kTSKPinnedDomains: [
        "api.example.com": [ kTSKIncludeSubdomains: true, kTSKExpirationDate: "2027-03-31",
          kTSKPublicKeyHashes: ["K1", backup] ],
        "report.example.com": [ kTSKEnforcePinning: false, kTSKPublicKeyHashes: ["K3"] ] ] ] as [String: Any]
      let backup: String = "K2"
      """, ProgramPinsTests.set("api.example.com", .all, expires: "2027-03-31", .chain, 1, 2)
    ),
    (
      """
      NSDictionary *c = @{ kTSKPinnedDomains: @{ @"example.com": @{ kTSKIncludeSubdomains: @YES,
        kTSKPublicKeyHashes: @[ @"K1", @"K2" ] } } };
      """, ProgramPinsTests.set("example.com", .all, .chain, 1, 2)
    ),
    (
      """
      await initializeSslPinning({ 'example.com': { includeSubdomains: true, publicKeyHashes: ['K1', 'K2'] } }); // ['K9']
      """, ProgramPinsTests.set("example.com", .all, .chain, 1, 2)
    ),
    (
      """
      const PIN = "sha256/K2";
      fetch("https://api.example.com/v1/me", { method: "GET", pkPinning: true, sslPinning: { certs: ["sha256/K1", PIN] } })
      """, ProgramPinsTests.set("api.example.com", .none, .chain, 1, 2)
    ),
  ])
  func `a program's pins are read`(text: String, expected: PinConfiguration.Set) throws {
    var text = text
    for byte in [1, 2, 3, 9] as [UInt8] {
      text = text.replacingOccurrences(of: "K\(byte)", with: Base64.encode(Self.digest(byte)))
    }
    #expect(PinFormat.of(text) == .source)
    #expect(try PinFormat.source.read(Self.file(text), host: nil).sets == [expected])
  }

  @Test func `fingerprints are of certificates, and bundled certificates count as one`() throws {
    let dart =
      "HttpCertificatePinning.check(serverURL: 'https://a.test/x', allowedSHAFingerprints: ['\(hex(1))', '\(hex(2))'])"
    let sets = try PinFormat.source.read(Self.file(dart), host: nil).sets
    #expect(sets.map(\.host) == ["a.test"] && sets[0].pins.map(\.kind) == [.certificate, .certificate])
    #expect(sets[0].pins.map(\.digest) == [Self.digest(1), Self.digest(2)])
    let swift =
      "ServerTrustManager(evaluators: [\"a.test\": PublicKeysTrustEvaluator(), \"b.test\": PinnedCertificatesTrustEvaluator()])"
    let manager = try PinFormat.source.read(Self.file(swift), host: nil)
    #expect(manager.sets.map(\.host) == ["a.test", "b.test"])
    #expect(manager.sets.map(\.pins[0].kind) == [.spki, .certificate] && manager.notes.count == 2)
  }

  @Test func `a bare list of pins in Dart is for the host that is given`() throws {
    let pin = "sha256/\(Base64.encode(Self.digest(1)))"
    let dart =
      "import 'package:http/http.dart';\nconst kPins = ['\(pin)', 'sha256/\(Base64.encode(Self.digest(2)))'];\n"
    let form = try #require(PinFormat.of(dart))
    let read = try form.read(Self.file(dart), host: "Api.Example.com")
    #expect(read.sets == [Self.set("api.example.com", .none, .chain, 1, 2)])
    let nowhere = #expect(throws: Finding.self) { try form.read(Self.file(dart), host: nil) }
    #expect(nowhere?.rendered.contains("pins:2:16: error: the program does not say here for which host") == true)
    #expect(nowhere?.rendered.contains("--host api.example.com") == true)
  }

  @Test func `a program judges the pins of every host, and one that mixes them up is caught`() async throws {
    let place = try TemporaryWorkplace()
    let pins = [1, 2, 3, 4].map { "sha256/\(Base64.encode(Self.digest(UInt8($0))))" }
    try place.write(
      """
      b.add("api.example.com", "\(pins[0])", "\(pins[1])")
      b.add("cdn.example.com", "\(pins[2])", "\(pins[3])")

      """, to: "Pins.kt")
    let imported = try await place.run(["pins", "import", place.path("Pins.kt"), "--folder", place.path("own")])
    #expect(imported.status == 0, "\(imported)")
    let lint = try await place.run(["lint", "--catalogue", place.path("own")])
    #expect(lint.status == 0 && lint.error.contains("0 errors, 0 warnings"), "\(lint)")
    let run = try await place.run([
      "run", "-a", "reference", "-a", "accept-all", "app-pins/host-*", "--axes", "tls=1.3", "--timeout", "60s",
      "--catalogue", place.path("own"), "--log", place.path("log.jsonl"),
    ])
    #expect(run.status == 1, "\(run)")
    let log = try place.log()
    #expect(log.words("reference") == ["pass"] && log.verdicts("reference").count == 2, "\(run.output)")
    let failed = log.verdicts("accept-all").filter { $0.value == "false-accept" }.keys
    for rogue in ["host-2-rogue-ca", "host-2-pin-of-another"] {
      #expect(failed.contains { $0.hasPrefix("app-pins/\(rogue)[") }, "\(log.verdicts("accept-all"))")
    }
  }

  /// The user would look for the mistake in the app.
  @Test(.enabled(if: FrontEndTests.hasJUnit, "OkHttp is missing (Debian: libokhttp-java)"))
  func `what is known of a library is known of the scenarios of an app's pins`() async throws {
    let place = try TemporaryWorkplace()
    let pins = [1, 2].map { "sha256/\(Base64.encode(Self.digest(UInt8($0))))" }
    try place.write("b.add(\"api.example.com\", \"\(pins[0])\", \"\(pins[1])\")\n", to: "Pins.kt")
    let imported = try await place.run([
      "pins", "import", place.path("Pins.kt"), "--folder", place.path("own"),
    ])
    #expect(imported.status == 0, "\(imported)")
    #expect(place.text("own/Scenarios/app-pins/final-dot.yaml").contains("\nlike: pin/host-trailing-dot\n"))
    let run = try await place.run([
      "run", "-a", "okhttp", "app-pins/final-dot", "--axes", "tls=1.3", "--timeout", "60s", "--catalogue",
      place.path("own"), "--catalogue", BuiltCommand.root.path,
    ])
    let said = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(run.status == 1 && said.contains("OkHttp ignores its pins if the host ends with a dot"), "\(run)")
  }

  private func hex(_ byte: UInt8) -> String {
    Array(repeating: String(byte, radix: 16, uppercase: true), count: 32).map { $0.count < 2 ? "0\($0)" : $0 }.joined(
      separator: ":")
  }

  @Test func `a name has the value that the program or the caller gives it, and else is an error with its place`()
    throws
  {
    let pin = "sha256/\(Base64.encode(Self.digest(1)))"
    let kotlin = """
      object Net { const val HOST: String = "api.example.com" }
      CertificatePinner.Builder().add(Net.HOST, BuildConfig.PIN_PRIMARY).build()
      """
    let error = #expect(throws: Finding.self) { try PinFormat.okhttp.read(Self.file(kotlin), host: nil) }
    #expect(
      error?.rendered.contains("pins:2:43: error: the value of 'BuildConfig.PIN_PRIMARY'") == true,
      "\(error?.rendered ?? "")")
    #expect(error?.rendered.contains("--value PIN_PRIMARY=") == true)
    let read = try PinFormat.okhttp.read(Self.file(kotlin), host: nil, values: ["PIN_PRIMARY": pin])
    #expect(read.sets == [Self.set("api.example.com", .none, .chain, 1)])
    let unknown = #expect(throws: Finding.self) {
      try PinFormat.source.read(Self.file("{'a.test': {publicKeyHashes: [Pins.main]}}"), host: nil)
    }
    #expect(unknown?.rendered.contains("'Pins.main'") == true)
    let nowhere = #expect(throws: Finding.self) {
      try PinFormat.source.read(Self.file("Interceptor(allowedSHAFingerprints: ['\(hex(1))'])"), host: nil)
    }
    #expect(nowhere?.rendered.contains("--host") == true)
  }

  /// Every shape: the reference passes all, a client that accepts everything and one that ignores pins fail.
  @Test(arguments: [
    (
      "leaf", "pins.txt", "sha256//K1;sha256//K2\n", ["--host", "api.example.com"],
      [
        "backup-pin", "expired-certificate", "final-dot", "other-key", "rogue-ca", "second-connection", "unknown-ca",
        "upper-case",
      ]
    ),
    (
      "chain", "Pins.kt", "builder.add(\"**.example.com\", \"sha256/K1\", \"sha256/K2\")", [],
      ["backup-pin", "subdomain", "user-ca"]
    ),
    (
      "android", "pins.xml",
      """
      <network-security-config><domain-config><domain includeSubdomains="true">example.com</domain>
      <pin-set expiration="2031-01-01"><pin digest="SHA-256">K1</pin><pin digest="SHA-256">K2</pin></pin-set>
      <domain-config><domain>api.example.com</domain></domain-config></domain-config></network-security-config>
      """, [], ["pins-ended", "subdomain"]
    ),
    (
      "certificate", "pin.dart", "check(serverURL: 'https://a.test', allowedSHAFingerprints: ['H1', 'H2'])", [],
      ["backup-pin", "wrong-host"]
    ),
  ])
  func `an app's pins become scenarios that catch who ignores them`(
    name: String, file: String, text: String, more: [String], some: [String]
  ) async throws {
    let place = try TemporaryWorkplace()
    var text = text
    for byte in [1, 2] as [UInt8] {
      text = text.replacingOccurrences(of: "K\(byte)", with: Base64.encode(Self.digest(byte)))
        .replacingOccurrences(of: "H\(byte)", with: hex(byte))
    }
    try place.write(text, to: file)
    let imported = try await place.run(
      ["pins", "import", place.path(file), "--world", name, "--folder", place.path("own")] + more)
    #expect(imported.status == 0, "\(imported)")
    let files = try FileManager.default.contentsOfDirectory(atPath: place.path("own/Scenarios/\(name)"))
    #expect(files.count >= 10, "\(files)")
    for one in some { #expect(files.contains("\(one).yaml"), "\(files)") }
    let lint = try await place.run(["lint", "--catalogue", place.path("own")])
    #expect(lint.status == 0 && lint.error.contains("0 errors, 0 warnings"), "\(lint)")
    // curl as it is, under the claim that it can pin.
    let careless = try place.adapter(
      "careless",
      """
      cat system.pem user.pem >roots.pem 2>/dev/null
      body=$(curl --disable --silent --noproxy '*' --max-time 600 --cacert roots.pem \
        --connect-to "$ROGUES_HOST:$ROGUES_PORT:$ROGUES_ADDRESS:$ROGUES_PORT" "$ROGUES_URL") \
        && echo "ACCEPT $body" || echo "CANCEL other"
      """,
      capabilities: [
        "system-anchors", "user-anchors", "tls1.3", "pin.spki.leaf", "pin.spki.ca", "pin.spki.chain",
        "pin.certificate.leaf",
        "pin.certificate.ca", "pin.certificate.chain", "pin.expiry", "pin.subdomains",
      ])
    let run = try await place.run([
      "run", "-a", "reference", "-a", "accept-all", "-a", careless, "\(name)/*", "--axes", "tls=1.3", "--timeout",
      "60s",
      "--catalogue", place.path("own"), "--log", place.path("log.jsonl"),
    ])
    #expect(run.status == 1, "\(run)")
    let log = try place.log()
    #expect(log.words("reference") == ["pass"], "\(run.output)")
    for client in ["accept-all", "careless"] {
      let failed = log.verdicts(client).filter { $0.value == "false-accept" }.keys
      for rogue in ["rogue-ca", "other-key", "second-connection", "final-dot", "user-ca"] {
        #expect(failed.contains { $0.hasPrefix("\(name)/\(rogue)[") }, "\(client): \(log.verdicts(client))")
      }
    }
  }
}
