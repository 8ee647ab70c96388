import Foundation
import RogueModel
import RogueScenarios
import Testing

@testable import RoguesGallery

/// Configurations of pins are read as their platforms read them, and what one form cannot hold is said.
@Suite struct PinConfigurationTests {
  private static func digest(_ byte: UInt8) -> [UInt8] { Array(repeating: byte, count: 32) }

  private static func file(_ text: String) -> SourceFile { SourceFile(path: "pins", bytes: Array(text.utf8)) }

  private static func set(_ host: String, _ position: PinPosition, _ digests: UInt8...) -> PinConfiguration.Set {
    set(host, .none, position, digests)
  }

  private static func set(
    _ host: String, _ subdomains: PinConfiguration.Subdomains, expires: String? = nil, _ position: PinPosition,
    _ digests: UInt8...
  ) -> PinConfiguration.Set {
    set(host, subdomains, expires: expires, position, digests)
  }

  private static func set(
    _ host: String, _ subdomains: PinConfiguration.Subdomains, expires: String? = nil, _ position: PinPosition,
    _ digests: [UInt8]
  ) -> PinConfiguration.Set {
    PinConfiguration.Set(
      host: host, subdomains: subdomains, expires: expires.flatMap { Timestamp("\($0)T00:00:00Z") },
      pins: digests.map { PinConfiguration.Pin(position: position, digest: digest($0)) })
  }

  /// What each form can hold comes back as it was.
  @Test(arguments: PinFormat.written)
  func `values that a form can hold are read back`(format: PinFormat) throws {
    let configuration =
      switch format {
      case .android, .trustkit:
        PinConfiguration(sets: [
          Self.set("example.com", .all, expires: "2027-03-31", .chain, 1, 2), Self.set("api.example.com", .chain, 3, 4),
        ])
      case .ats:
        PinConfiguration(sets: [
          Self.set("example.com", .oneLabel, .leaf, 1, 2), Self.set("example.com", .oneLabel, .ca, 3),
          Self.set("example.org", .ca, 4),
        ])
      case .okhttp:
        PinConfiguration(sets: [
          Self.set("example.com", .all, .chain, 1, 2), Self.set("example.org", .chain, 3),
        ])
      case .curl, .source: PinConfiguration(sets: [Self.set("example.com", .leaf, 1, 2)])
      }
    let (text, notes) = format.write(configuration)
    #expect(notes == [])
    #expect(PinFormat.of(text) == format)
    #expect(try format.read(Self.file(text), host: "example.com") == configuration)
  }

  /// Four times as many hosts take four times as long, not sixteen times.
  @Test(arguments: [PinFormat.android, .okhttp])
  func `a long configuration is read, and a world is made of it, in a time that grows with it`(format: PinFormat) throws
  {
    func seconds(_ count: Int) throws -> Double {
      let sets = (0..<count).map { Self.set("host-\($0).example.com", .chain, 1, 2) }
      let file = Self.file(format.write(PinConfiguration(sets: sets)).text)
      var times: [Double] = []
      for _ in 0..<3 {
        let before = clock()
        let configuration = try format.read(file, host: nil)
        let world = PinnedWorld(
          configuration: configuration, name: "app-pins", source: "pins", now: Timestamp(secondsSince1970: 0)
        ).file.text
        times.append(Double(clock() - before))
        #expect(configuration.sets.count == count && world.contains("host-\(count - 1).example.com"))
      }
      return try #require(times.min())
    }
    #expect(try seconds(2000) < 9 * seconds(500))
  }

  @Test func `values that a form cannot hold are reported`() {
    let rich = PinConfiguration(sets: [Self.set("example.com", .all, expires: "2027-03-31", .chain, 1)])
    let single = PinConfiguration(sets: [Self.set("example.com", .oneLabel, .ca, 1)])
    for (format, configuration, words) in [
      (PinFormat.trustkit, rich, ["a backup"]), (.okhttp, rich, ["no end"]),
      (.curl, rich, ["the host of the URL", "no end", "the leaf's key only"]),
      (.android, single, ["any depth", "anywhere in the path"]), (.trustkit, single, ["any depth", "anywhere"]),
      (.okhttp, single, ["anywhere in the path"]), (.curl, single, ["the host of the URL", "CA pins are left out"]),
      (.ats, rich, ["one label", "no end"]),
    ] {
      let notes = format.write(configuration).notes.joined(separator: "\n")
      for word in words { #expect(notes.contains(word), "\(format): \(notes)") }
    }
  }

  /// Python's own readers of XML and of property lists find the same in what is written.
  @Test func `other readers find the same`() async throws {
    let place = try TemporaryWorkplace()
    let configuration = PinConfiguration(sets: [
      Self.set("example.com", .all, expires: "2027-03-31", .ca, 1, 2), Self.set("example.org", .ca, 3, 4),
    ])
    for format in [PinFormat.android, .trustkit, .ats] {
      try place.write(format.write(configuration).text, to: "\(format.rawValue).xml")
    }
    try place.write(
      """
      import plistlib, sys, xml.etree.ElementTree as tree
      folder = sys.argv[1]
      for config in tree.parse(f"{folder}/android.xml").getroot().findall("domain-config"):
          domain, pins = config.find("domain"), config.find("pin-set")
          print("android", domain.text, domain.get("includeSubdomains"), pins.get("expiration"), *[p.text for p in pins])
      for host, domain in plistlib.load(open(f"{folder}/trustkit.xml", "rb"))["TSKPinnedDomains"].items():
          print("trustkit", host, domain["TSKIncludeSubdomains"], domain.get("TSKExpirationDate"), *domain["TSKPublicKeyHashes"])
      domains = plistlib.load(open(f"{folder}/ats.xml", "rb"))["NSAppTransportSecurity"]["NSPinnedDomains"]
      for host, domain in domains.items():
          print("ats", host, domain["NSIncludesSubdomains"], *[i["SPKI-SHA256-BASE64"] for i in domain["NSPinnedCAIdentities"]])

      """, to: "read.py")
    let read = try await BuiltCommand.run(
      ["python3", place.path("read.py"), place.path(".")], program: URL(fileURLWithPath: "/usr/bin/env"))
    let pins = (1...4).map { Base64.encode(Self.digest(UInt8($0))) }
    #expect(
      read.output == """
        android example.com true 2027-03-31 \(pins[0]) \(pins[1])
        android example.org false None \(pins[2]) \(pins[3])
        trustkit example.com True 2027-03-31 \(pins[0]) \(pins[1])
        trustkit example.org False None \(pins[2]) \(pins[3])
        ats example.com True \(pins[0]) \(pins[1])
        ats example.org False \(pins[2]) \(pins[3])

        """, "\(read)")
  }

  @Test func `a nested configuration of Android inherits its parent's pins, and an empty set ends them`() throws {
    let pin = Base64.encode(Self.digest(1))
    let configuration = try PinFormat.android.read(
      Self.file(
        """
        <?xml version="1.0"?><network-security-config><domain-config>
          <domain includeSubdomains="true">Example.COM.</domain>
          <pin-set><pin digest="SHA-256">
            \(pin)
          </pin></pin-set>
          <domain-config><domain>api.example.com</domain></domain-config>
          <domain-config><domain>open.example.com</domain><pin-set/></domain-config>
          <trust-anchors><certificates src="user" overridePins="true"/></trust-anchors>
        </domain-config></network-security-config>
        """), host: nil)
    #expect(configuration.sets == [Self.set("example.com", .all, .chain, 1), Self.set("api.example.com", .chain, 1)])
    #expect(configuration.notes.contains { $0.contains("overridePins") })
    #expect(configuration.notes.contains { $0.contains("switches pins off for open.example.com") })
  }

  @Test func `pins that TrustKit only reports are left out`() throws {
    let configuration = try PinFormat.trustkit.read(
      Self.file(
        """
        <plist><dict><key>TSKConfiguration</key><dict><key>TSKPinnedDomains</key><dict>
          <key>example.com</key><dict><key>TSKEnforcePinning</key><false/>
            <key>TSKPublicKeyHashes</key><array><string>\(Base64.encode(Self.digest(1)))</string></array></dict>
          <key>www.example.com</key><dict><key>TSKExcludeSubdomainFromParentPolicy</key><true/></dict>
        </dict></dict></dict></plist>
        """), host: nil)
    #expect(configuration.sets == [])
    #expect(configuration.notes.count == 2)
  }

  @Test(arguments: [
    (PinFormat.android, "<a/>", "1:1: error: the root element is 'a'"),
    (.android, "<network-security-config>", "does not end"),
    (.android, "<network-security-config><x/></network-security-config>", "1:26: error: 'x' is not known"),
    (.android, "<!DOCTYPE a [<!ENTITY x \"y\">]><a/>", "declarations of entities are not read"),
    (.android, "<a b='1' b='2'/>", "the attribute 'b' is given twice"),
    (.android, "<a>&x;</a>", "'&' begins no entity"), (.android, "<a></b>", "'a' is open, and 'b' ends"),
    (.android, "<a/><b/>", "nothing can follow the root element"),
    (.android, String(repeating: "<a>", count: 100), "nested more than 64 deep"),
    (.trustkit, "<plist><dict/></plist>", "there is no 'TSKPinnedDomains'"),
    (.trustkit, "<dict><key>a</key></dict>", "the key 'a' has no value"),
    (.trustkit, "bplist00", "plutil -convert xml1"),
    (.ats, "<dict><key>NSPinnedDomains</key><dict><key>a b</key><dict/></dict></dict>", "'a b' is no host name"),
    (
      .ats,
      "<dict><key>NSPinnedDomains</key><dict><key>a.test</key><dict><key>NSPinnedLeafIdentities</key><array><dict/></array></dict></dict></dict>",
      "an identity has 'SPKI-SHA256-BASE64'"
    ), (.okhttp, "add(\"sha256/AAAA\")", "has 32 octets, and this has 3"),
    (.okhttp, "add(\"a.test\", \"sha256/AAAA\")", "has 32 octets, and this has 3"),
    (.okhttp, "\n  add(\"a.test\", \"sha256/!\")", "2:17: error: the pin of a.test: '!' is no base64"),
    (.curl, "sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=;key.pem", "each pin begins with sha256//"),
    (.curl, "", "there is no sha256// pin"),
  ])
  func `an error has a position and the word in question`(format: PinFormat, text: String, words: String) {
    let error = #expect(throws: Finding.self) { try format.read(Self.file(text), host: "a.test") }
    #expect(error?.rendered.contains(words) == true, "\(error?.rendered ?? "")")
  }

  // MARK: The command

  @Test func `an imported configuration is a world that lints and runs`() async throws {
    let place = try TemporaryWorkplace()
    let pins = (1...3).map { Base64.encode(Self.digest(UInt8($0))) }
    try place.write(
      """
      CertificatePinner.Builder()
        .add("**.example.com", "sha256/\(pins[0])", "sha256/\(pins[1])")   // and a backup
        .add("api.example.com", "sha256/\(pins[2])", "sha1/AAAAAAAAAAAAAAAAAAAAAAAAAAA=")
        .build()
      """, to: "Pins.kt")
    let imported = try await place.run(["pins", "import", place.path("Pins.kt"), "--world", "shop-pins"])
    #expect(imported.status == 0, "\(imported)")
    #expect(imported.error.contains("SHA-1 pins are left out"), "\(imported.error)")
    #expect(imported.error.contains("the pins of example.com apply as well"), "\(imported.error)")
    try place.write(imported.output, to: "own/Certs/worlds/shop-pins.yaml")
    try place.write(
      """
      scenario: shop/other-key
      title: A server of the shop has a key that the app does not pin
      why: The app's configuration has to hold here as it holds in the shop.
      level: must
      severity: high
      references: ["RFC 7469, section 2.6"]
      world: shop-pins
      mutate: {certificates.leaf.issuer: root}
      expect:
        by-policy:
          system: {disposition: accept}
          pinned: {disposition: cancel, reason: [pin-mismatch]}

      """, to: "own/Scenarios/shop/other-key.yaml")
    let lint = try await place.run(["lint", "--catalogue", place.path("own")])
    #expect(lint.status == 0, "\(lint.output)")
    let run = try await place.run([
      "run", "-a", "reference", "-a", "accept-all", "shop/*", "--axes", "tls=1.3", "--catalogue", place.path("own"),
      "--log", place.path("log.jsonl"),
    ])
    #expect(run.status == 1, "\(run)")
    let log = try place.log()
    #expect(log.words("reference") == ["pass"])
    #expect(Set(log.verdicts("accept-all").values) == ["pass", "false-accept"])
  }

  @Test func `the command names the missing argument`() async throws {
    let place = try TemporaryWorkplace()
    try place.write("sha256//\(Base64.encode(Self.digest(1)))\n", to: "curl.txt")
    try place.write("nothing here\n", to: "notes.txt")
    for (arguments, status, words) in [
      (["import", place.path("curl.txt")], 65, "--host api.example.com"),
      (["import", place.path("notes.txt")], 65, "name it with --from"),
      (["import", place.path("none.xml")], 65, "none.xml"), (["export", place.path("curl.txt")], 64, "--to FORM"),
      (["import", place.path("curl.txt"), "--to", "ats"], 64, "belongs to export"),
      (["mix", place.path("curl.txt")], 64, "does not know 'mix'"),
    ] {
      let ending = try await place.run(["pins"] + arguments)
      #expect(ending.status == Int32(status), "\(ending)")
      #expect(ending.error.contains(words), "\(ending.error)")
    }
    try place.write("add(\"a.test\", \"sha256/\(Base64.encode(Self.digest(1)))\")\n", to: "Pins.java")
    let nowhere = try await place.run(["pins", "export", place.path("Pins.java"), "--to", "ats"])
    #expect(nowhere.status == 64 && nowhere.error.contains("--position leaf"), "\(nowhere)")
    let placed = try await place.run(["pins", "export", place.path("Pins.java"), "--to", "ats", "--position", "ca"])
    #expect(placed.status == 0 && placed.output.contains("NSPinnedCAIdentities"), "\(placed)")
    let curl = try await place.run([
      "pins", "export", place.path("curl.txt"), "--host", "a.test", "--to", "okhttp",
    ])
    #expect(curl.output.contains(".add(\"a.test\", \"sha256/"), "\(curl)")
  }
}
