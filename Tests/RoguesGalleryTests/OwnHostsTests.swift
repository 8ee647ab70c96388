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
    "xn--bcher-kva", "a-host-whose-first-label-has-exactly-the-sixty-three-octets-max", "Www", "www.shop",
  ])
  func `a host whose letters or length are the point keeps its name`(label: String) throws {
    let hosts = try #require(OwnHosts(["api.acme.example"].compactMap(OwnHosts.Host.init)))
    let scenario = Self.scenario([label], [label])
    #expect(hosts.objection(to: scenario.world, of: scenario) != nil)
  }

  @Test func `the first is the world's host, and others are complete names in any domain`() {
    #expect(Self.renamed(["api.acme.example", "cdn.acme.net.example"], ["here"]) == ["here": "api"])
    #expect(
      Self.renamed(["api.acme.example", "cdn.other.example"], ["here", "there"])
        == ["here": "api", "there": "cdn.other.example."])
    #expect(Self.renamed(["api.acme.example"], ["here", "there"]) == nil)
  }

  @Test func `a host below another one stays below it, whatever the order`() {
    let hosts = ["api.acme.example", "www.acme.example", "eu.api.acme.example"]
    #expect(Self.renamed(hosts, ["shop", "eu.shop"]) == ["shop": "api", "eu.shop": "eu.api.acme.example."])
    #expect(Self.renamed(Array(hosts.prefix(2)), ["shop", "eu.shop"]) == nil)
    #expect(Self.renamed(hosts, ["here", "there"]) == ["here": "api", "there": "www.acme.example."])
  }

  @Test func `a wildcard that covers both has to cover both`() {
    #expect(Self.renamed(["api.acme.example", "www.acme.example"], ["here", "there"], names: ["*"]) != nil)
    #expect(Self.renamed(["api.acme.example", "www.other.example"], ["here", "there"], names: ["*"]) == nil)
    #expect(Self.renamed(["api.acme.example", "a.www.acme.example"], ["here", "there"], names: ["*"]) == nil)
  }
}
