import RogueModel
import RogueScenarios
import Testing

/// Hosts that cannot travel are refused where they stand, and not held against a validator.
@Suite struct RequestedHostTests {
  static let long = String(repeating: "a", count: 64)
  static let longer = Array(repeating: String(repeating: "a", count: 60), count: 5).joined(separator: ".")

  @Test(arguments: [
    ("\"a b\"", "no spaces and no control characters"), ("\"a\\0b\"", "no spaces and no control characters"),
    ("\"a\\r\\nX: y\"", "no spaces and no control characters"), ("bücher", "is sent in ASCII"),
    ("\"h:443\"", "':' is not allowed in a host"), ("a/b", "'/' is not allowed in a host"),
    ("\"u@example.org.\"", "'@' is not allowed in a host"), ("\"[::1].\"", "is not allowed in a host"),
    ("\"::1\"", "needs a final dot"), ("\"2001:db8::1::2.\"", "is not allowed in a host"),
    ("127.0.0.1", "needs a final dot here"), ("a..b", "no empty labels"), (".a", "no empty labels"),
    (long, "has 64 octets; 63 are possible"), (longer, "octets; 253 are possible"),
  ])
  func `an invalid host is an error at its position`(host: String, message: String) {
    let world = Fixture.world.replacing("host: pinned\n", with: "host: \(host)\n")
    #expect(world != Fixture.world)
    let findings = Fixture.load(world: world).findings
    #expect(findings.contains { $0.severity == .error && $0.message.contains(message) }, "\(findings)")
    let place = findings.first?.location
    #expect(place?.file == "Certs/worlds/pinned-site.yaml" && (place?.column ?? 0) > 6)
    // A step asks as well.
    let step = Fixture.load(("trust/rogue-ca", Fixture.scenario("steps: [{host: \(host)}]"))).findings
    #expect(step.contains { $0.message.contains(message) && $0.location?.line == 8 }, "\(step)")
  }

  @Test(arguments: ["a b", "\"h:443\"", "::1", "bücher", "rogues.test.", "127.0.0.1.", "\"::1.\""])
  func `a domain is a name`(domain: String) {
    let world = Fixture.world.replacing("domain: rogues.test\n", with: "domain: \(domain)\n")
    #expect(Fixture.load(world: world).findings.contains { $0.severity == .error })
  }

  @Test(arguments: [
    "127.0.0.1.", "\"::1.\"", "\"2001:db8::192.0.2.1.\"", "xn--bcher-kva", "WWW.Shop", "under_score",
    "www.example.org.",
  ])
  func `a valid host is accepted`(host: String) {
    let world = Fixture.world.replacing("host: pinned\n", with: "host: \(host)\n")
    #expect(Fixture.load(world: world).findings.isEmpty)
  }

  @Test(arguments: ["nobody", "nobody@", "\"@shop\"", "a@b@shop"])
  func `an e-mail address without its two halves is an error at its place`(address: String) {
    let world = Fixture.world.replacing("hosts: [pinned]}", with: "hosts: [pinned], emails: [\(address)]}")
    #expect(world != Fixture.world)
    let findings = Fixture.load(world: world).findings
    #expect(
      findings.contains {
        $0.severity == .error && $0.message.contains("an e-mail address")
          && $0.location?.file == "Certs/worlds/pinned-site.yaml"
      }, "\(findings)")
    let whole = Fixture.world.replacing("hosts: [pinned]}", with: "hosts: [pinned], emails: [nobody@shop]}")
    #expect(Fixture.load(world: whole).findings.isEmpty)
  }

  @Test func `a name that is too long with its domain is reported`() {
    let label = String(repeating: "a", count: 60)
    let host = Array(repeating: label, count: 4).joined(separator: ".")
    let catalogue = Fixture.load(("trust/rogue-ca", Fixture.scenario("steps: [{host: \(host)}]")))
    let findings = catalogue.findings + Lint.check(catalogue)
    #expect(findings.contains { $0.message.contains("with the domain it is no valid host") }, "\(findings)")
  }
}
