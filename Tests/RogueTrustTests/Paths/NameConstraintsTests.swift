import RogueModel
import RoguePKI
import RogueScenarios
import RogueStimuli
import Testing

@testable import RogueTrust

/// Name constraints in whole paths, each put to OpenSSL and GnuTLS as well.
@Suite struct NameConstraintsTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var permitted: [String] = []
    var excluded: [String] = []
    /// Of the leaf, beside the host that is asked for.
    var hosts: [String] = []
    var emails: [String] = []
    var uris: [String] = []
    var addresses: [String] = []
    var isRight: Bool
    /// Who judges otherwise, by what is known of it.
    var wrong: Set<String> = []

    var testDescription: String { "\(permitted) \(excluded) \(hosts + emails + uris + addresses)" }
  }

  /// `kind base`, as worlds have it; names are below rogues.test unless they end in a dot.
  private static func subtrees(_ texts: [String]) throws -> [NameConstraintsRecipe.Subtree] {
    try texts.map { text in
      let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      return NameConstraintsRecipe.Subtree(
        try #require(NameConstraintsRecipe.Subtree.Kind(rawValue: parts[0])), parts[1])
    }
  }

  private static func question(_ item: Case) throws -> PathQuestion {
    var world = try #require(WorldFixture.catalogue.scenarios.first { $0.id == "healthy/chain-two-tiers" }).world
    let leaf = try #require(world.certificates.firstIndex { $0.name == "leaf" })
    let issuing = try #require(world.certificates.firstIndex { $0.name == "issuing" })
    world.certificates[leaf][DNSNames.self] += item.hosts
    world.certificates[leaf][EmailAddresses.self] = item.emails
    world.certificates[leaf][URIs.self] = item.uris
    world.certificates[leaf][IPAddresses.self] = item.addresses
    world.certificates[issuing][NameConstraints.self] = NameConstraintsRecipe(
      permitted: try subtrees(item.permitted), excluded: try subtrees(item.excluded))
    let hierarchy = try WorldFixture.mint(world)
    return PathQuestion(
      served: WorldFixture.der(["leaf", "issuing"], hierarchy), anchors: WorldFixture.der(["root"], hierarchy),
      hostname: WorldFixture.host(world), time: WorldFixture.now)
  }

  @Test(arguments: [
    Case(excluded: ["dns bank"], hosts: ["shop"], isRight: true),
    Case(excluded: ["dns bank"], hosts: ["bank"], isRight: false),
    // A final dot does not lead out of an excluded subtree.
    Case(excluded: ["dns bank"], hosts: ["bank.rogues.test.."], isRight: false, wrong: ["OpenSSL"]),
    Case(excluded: ["dns bank"], hosts: ["www.bank.rogues.test.."], isRight: false, wrong: ["OpenSSL"]),
    Case(permitted: ["dns rogues.test."], hosts: ["bank.rogues.test.."], isRight: true, wrong: ["OpenSSL"]),
    Case(permitted: ["dns pinned"], hosts: ["*.pinned"], isRight: true),
    Case(excluded: ["dns bank"], hosts: ["*.rogues.test."], isRight: false, wrong: ["OpenSSL", "GnuTLS"]),
    Case(excluded: ["dns a.bank"], hosts: ["*.rogues.test."], isRight: true),
    // An exclusion of one label has nothing to do with a wildcard elsewhere.
    Case(excluded: ["dns com."], hosts: ["*.rogues.test."], isRight: true),
    Case(excluded: ["dns test."], hosts: ["*.shop"], isRight: false),
    // The host of a URI is behind the user and before the port.
    Case(
      permitted: ["uri shop"], uris: ["https://user:word@shop.rogues.test:8443/"], isRight: true,
      wrong: ["OpenSSL"]),
    Case(
      permitted: ["uri shop"], uris: ["https://shop.rogues.test@bank.rogues.test/"], isRight: false, wrong: ["GnuTLS"]),
    Case(
      excluded: ["uri bank"], uris: ["https://shop.rogues.test@bank.rogues.test/"], isRight: false,
      wrong: ["OpenSSL"]),
    Case(excluded: ["uri bank"], uris: ["https://bank.rogues.test:8443/"], isRight: false),
    Case(excluded: ["uri bank"], uris: ["https://bank.rogues.test./"], isRight: false, wrong: ["OpenSSL"]),
    Case(excluded: ["uri bank"], uris: ["urn:example:shop"], isRight: false),
    Case(excluded: ["uri bank"], uris: ["https://192.0.2.1/"], isRight: false, wrong: ["OpenSSL"]),
    Case(excluded: ["email bank"], emails: ["a@shop"], isRight: true),
    Case(excluded: ["email bank"], emails: ["a@bank"], isRight: false),
    Case(permitted: ["email a@shop"], emails: ["A@shop"], isRight: false),
    Case(permitted: ["address 10.0.0.0/8"], addresses: ["10.1.2.3"], isRight: true),
    Case(permitted: ["address 10.0.0.0/8"], addresses: ["2001:db8::1"], isRight: false, wrong: ["GnuTLS"]),
    Case(excluded: ["address 0.0.0.0/0"], addresses: ["2001:db8::1"], isRight: true),
    Case(excluded: ["address 2001:db8::/33"], addresses: ["2001:db8:8000::1"], isRight: true),
    Case(excluded: ["address 2001:db8::/33"], addresses: ["2001:db8:7fff::1"], isRight: false),
  ])
  func `names are where the CA may issue, or they are refused`(item: Case) throws {
    let question = try Self.question(item)
    let problems = ReferencePathEvaluator().evaluate(question).problems
    #expect(problems.map(\.reason) == (item.isRight ? [] : [.nameConstraint]), "\(problems)")
    let others: [(String, any PathEvaluator)] = [
      ("OpenSSL", OpenSSLPathEvaluator()), ("GnuTLS", GnuTLSPathEvaluator()),
    ]
    let wrong = others.filter { $0.1.evaluate(question).problems.isEmpty != item.isRight }.map(\.0)
    #expect(Set(wrong) == item.wrong, "others")
  }

  /// Constraints times names: 1,025 x 1,025 comparisons are more than any certificate of a server takes.
  @Test func `too much work is refused`() throws {
    let many = (0..<1025).map { "h\($0)" }
    var item = Case(excluded: many.map { "dns \($0).bank" }, hosts: many, isRight: false)
    let question = try Self.question(item)
    #expect(ReferencePathEvaluator().evaluate(question).problems.map(\.reason) == [.nameConstraint])
    item.hosts = Array(many.prefix(50))
    #expect(ReferencePathEvaluator().evaluate(try Self.question(item)).problems.isEmpty)
  }
}
