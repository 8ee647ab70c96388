import RogueModel
import RogueStimuli
import Testing

@testable import RoguesGallery

/// A world's hosts become the client's only where they stay to each other as they are.
@Suite struct OwnHostsTests {
  /// The new labels of a world that redirects from its first host to the others.
  private static func renamed(_ hosts: [String], _ labels: [String], names: [String] = []) -> [String: String]? {
    OwnHosts(hosts.compactMap(OwnHosts.Host.init))?.renaming(of: scenario(labels, names))?.labels
  }

  private static func scenario(_ labels: [String], _ names: [String]) -> Scenario {
    let nowhere = SourceLocation(file: "", line: 1, column: 1)
    var leaf = CertificateRecipe(name: "leaf")
    leaf[DNSNames.self] = names
    var server = ServerRecipe(present: ["leaf"])
    server[Redirect.self] = Array(labels.dropFirst())
    let world = World(
      id: "w", title: "", domain: "rogues.test", certificates: [leaf], keys: [],
      stores: World.Stores(system: [], user: []), host: labels[0], server: server, responders: [:], policies: [],
      location: nowhere)
    return Scenario(
      id: "f/s", title: "", why: "", level: .must, severity: .high, references: [], tags: [], world: world,
      policies: [], steps: [Scenario.Step(mutation: nil, world: world, expectations: [:])], axes: Scenario.Axes(),
      needs: [], location: nowhere)
  }

  /// Whoever accepts them for `www` refuses them for `api`, and would pass.
  @Test(arguments: [
    ["w*"], ["*ww"], ["evilwww"], ["www-2"], ["WWW"], ["www*"], ["xn--b*"], ["wẃw"], ["a.www.b"], ["*.*"], ["**"],
  ])
  func `names that are made for the letters of a host are refused`(names: [String]) throws {
    let hosts = try #require(OwnHosts(["api.acme.example"].compactMap(OwnHosts.Host.init)))
    let scenario = Self.scenario(["www"], names)
    #expect(hosts.objection(to: scenario.world, of: scenario) != nil)
    let ordinary = Self.scenario(["www"], ["www", "other", "*", "*.www", "eu.www"])
    #expect(hosts.objection(to: ordinary.world, of: ordinary) == nil)
  }

  @Test(arguments: [
    "xn--bcher-kva", "a-host-whose-first-label-has-exactly-the-sixty-three-octets-max", "Www",
  ])
  func `a host whose letters or length are the point keeps its name`(label: String) throws {
    let hosts = try #require(OwnHosts(["api.acme.example"].compactMap(OwnHosts.Host.init)))
    let scenario = Self.scenario([label], [label])
    #expect(hosts.objection(to: scenario.world, of: scenario) != nil)
  }

  @Test func `the first is the world's host, and others are complete names in any domain`() {
    #expect(Self.renamed(["api.acme.example", "cdn.acme.net.example"], ["here"]) == ["here": "api.acme.example."])
    #expect(
      Self.renamed(["api.acme.example", "cdn.other.example"], ["here", "there"])
        == ["here": "api.acme.example.", "there": "cdn.other.example."])
    #expect(Self.renamed(["api.acme.example"], ["here", "there"]) == nil)
  }

  @Test func `a host below another one stays below it, whatever the order`() {
    let hosts = ["api.acme.example", "www.acme.example", "eu.api.acme.example"]
    #expect(
      Self.renamed(hosts, ["shop", "eu.shop"]) == ["shop": "api.acme.example.", "eu.shop": "eu.api.acme.example."])
    #expect(Self.renamed(Array(hosts.prefix(2)), ["shop", "eu.shop"]) == nil)
    #expect(Self.renamed(hosts, ["here", "there"]) == ["here": "api.acme.example.", "there": "www.acme.example."])
  }

  @Test func `a wildcard that covers both has to cover both`() {
    #expect(Self.renamed(["api.acme.example", "www.acme.example"], ["here", "there"], names: ["*"]) != nil)
    #expect(Self.renamed(["api.acme.example", "www.other.example"], ["here", "there"], names: ["*"]) == nil)
    #expect(Self.renamed(["api.acme.example", "a.www.acme.example"], ["here", "there"], names: ["*"]) == nil)
  }

  /// What such roots can certify is beside the host nowhere but in a domain that nobody has.
  @Test func `roots for a host alone leave no name above it`() throws {
    func renaming(_ certified: [String]?, _ names: [String]) -> OwnHosts.Renaming? {
      OwnHosts(["api.acme.co.uk"].compactMap(OwnHosts.Host.init), certified: certified)?
        .renaming(of: Self.scenario(["www"], names))
    }
    #expect(renaming(nil, ["*"])?.domain == "acme.co.uk")
    #expect(renaming(["api.acme.co.uk", "rogues.test"], ["*"]) == nil)
    #expect(renaming(["api.acme.co.uk", "rogues.test"], ["www", "other"])?.domain == "rogues.test")
    #expect(renaming(["api.acme.co.uk", "acme.co.uk", "rogues.test"], ["*"])?.domain == "acme.co.uk")
  }

  @Test func `a host of two labels is below the client's domain if that is certified`() throws {
    func renaming(_ certified: [String], _ names: [String]) throws -> OwnHosts.Renaming? {
      let hosts = try #require(OwnHosts(["api.acme.example"].compactMap(OwnHosts.Host.init), certified: certified))
      let scenario = Self.scenario(["www.shop"], names)
      guard hosts.objection(to: scenario.world, of: scenario) == nil else { return nil }
      return hosts.renaming(of: scenario)
    }
    let all = ["api.acme.example", "acme.example", "rogues.test"]
    let names = ["www.shop", "*.shop", "mail.shop", "shop", "other"]
    let renaming = try #require(try renaming(all, names))
    #expect(
      names.map(renaming.renamed)
        == ["api.acme.example.", "*.acme.example.", "mail.acme.example.", "acme.example.", "other"])
    #expect(renaming.domain == "rogues.test")
    #expect(
      try OwnHostsTests.isNil(renaming: all, ["evil-www.shop"]) && OwnHostsTests.isNil(renaming: all, ["wwwshop"]))
    #expect(try OwnHostsTests.isNil(renaming: ["api.acme.example", "rogues.test"], ["*.shop"]))
    #expect(try !OwnHostsTests.isNil(renaming: ["api.acme.example", "rogues.test"], ["other"]))
  }

  private static func isNil(renaming certified: [String], _ names: [String]) throws -> Bool {
    let hosts = try #require(OwnHosts(["api.acme.example"].compactMap(OwnHosts.Host.init), certified: certified))
    let scenario = scenario(["www.shop"], names)
    return hosts.objection(to: scenario.world, of: scenario) != nil || hosts.renaming(of: scenario) == nil
  }

  @Test func `an address is certified as one, and stands for one host without wildcards`() throws {
    let hosts = try #require(OwnHosts(["10.0.2.2"].compactMap(OwnHosts.Host.init)))
    let scenario = Self.scenario(["www"], ["www", "other"])
    let renaming = try #require(hosts.renaming(of: scenario))
    let leaf = renaming.renamed(scenario.world).certificates[0]
    #expect(leaf[DNSNames.self] == ["other"] && leaf[IPAddresses.self] == ["10.0.2.2"])
    #expect(renaming.renamed(scenario.world).host == "10.0.2.2.")
    #expect(hosts.renaming(of: Self.scenario(["www"], ["*"])) == nil)
    #expect(hosts.renaming(of: Self.scenario(["www"], ["eu.www"])) == nil)
    #expect(hosts.renaming(of: Self.scenario(["here", "there"], ["here"])) == nil)
  }

  /// A world with the pins of an app has the app's own hosts.
  @Test func `complete names that are the client's own stay what they are`() throws {
    func objection(_ own: [String], _ labels: [String]) throws -> String? {
      let scenario = Self.scenario(labels, labels + ["elsewhere"])
      return try #require(OwnHosts(own.compactMap(OwnHosts.Host.init), certified: own + ["rogues.test"]))
        .objection(to: scenario.world, of: scenario)
    }
    #expect(try objection(["api.acme.example"], ["api.acme.example."]) == nil)
    #expect(try objection(["api.acme.example", "cdn.acme.io"], ["api.acme.example.", "cdn.acme.io."]) == nil)
    #expect(try objection(["cdn.acme.io"], ["api.acme.example."])?.contains("the host api.acme.example") == true)
    #expect(try objection(["cdn.acme.io", "api.acme.example"], ["api.acme.example."])?.contains("first") == true)
  }

  @Test(arguments: [
    ("shop.io", "shop.io"), ("localhost", "localhost"), ("10.0.2.2", "10.0.2.2"),
    ("Api.Acme.Example.", "api.acme.example"),
    ("com", nil), ("10.0.2.256", nil), ("10.0.2", nil), ("10.0.02.2", nil), ("fe80::1", nil), ("-a.example", nil),
    ("", nil),
    ("a..example", nil), ("*.acme.example", nil), ("a_b.example", nil), ("api.acme.1", nil),
  ])
  func `a host is a name, localhost or an IPv4 address`(text: String, name: String?) {
    #expect(OwnHosts.Host(text)?.name == name)
  }

  /// What nobody can meet in a scenario is of another.
  @Test func `certificates that nothing names change nothing`() throws {
    let hosts = try #require(
      OwnHosts(["10.0.2.2"].compactMap(OwnHosts.Host.init), certified: ["10.0.2.2", "rogues.test"]))
    var scenario = Self.scenario(["www"], ["www"])
    var wild = CertificateRecipe(name: "wild")
    wild[DNSNames.self] = ["*", "evil-www"]
    scenario.world.certificates.append(wild)
    scenario.steps[0].world = scenario.world
    #expect(hosts.objection(to: scenario.world, of: scenario) == nil)
    scenario.steps[0].world.server.present = ["wild"]
    #expect(hosts.objection(to: scenario.world, of: scenario) != nil)
    // One that is named by way of another.
    scenario.steps[0].world = scenario.world
    scenario.world.certificates[0][Issuer.self] = "wild"
    #expect(hosts.objection(to: scenario.world, of: scenario) != nil)
  }

  /// Whoever reads them finds the world's own names there.
  @Test(arguments: ["shop", "www.shop", "SHOP", "rogues.test.", "test."])
  func `a host stays where it was to the constraints of a CA`(base: String) throws {
    for own in ["api.acme.example", "10.0.2.2"] {
      let hosts = try #require(OwnHosts([own].compactMap(OwnHosts.Host.init)))
      var scenario = Self.scenario(["eu.www.shop"], ["eu.www.shop"])
      scenario.world.certificates[0][NameConstraints.self] = NameConstraintsRecipe(
        permitted: [], excluded: [.init(.dns, base)])
      scenario.steps[0].world = scenario.world
      #expect(hosts.objection(to: scenario.world, of: scenario) != nil, "\(own)")
      scenario.world.certificates[0][NameConstraints.self] = NameConstraintsRecipe(
        permitted: [], excluded: [.init(.dns, "elsewhere")])
      scenario.steps[0].world = scenario.world
      #expect((hosts.objection(to: scenario.world, of: scenario) == nil) == (own != "10.0.2.2"), "\(own)")
    }
  }
}
