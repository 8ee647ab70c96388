import RogueModel
import Testing

@Suite struct `The use of a defect or behaviour` {
  private enum Colour: String, CaseIterable { case red, green }

  @Test func `is written in YAML's flow form`() {
    #expect(NamedUse("flood").description == "flood")
    #expect(
      NamedUse("flood", ["count": .integer(3), "after": .text("hello"), "last": .flag(true)]).description
        == "{flood: {after: hello, count: 3, last: true}}")
  }

  @Test func `gives its parameters by type, or the default`() throws {
    let given = UseParameters(["n": .integer(3), "t": .text("green"), "f": .flag(true)])
    #expect(try given.integer("n", default: 1) == 3 && given.integer("x", default: 1) == 1)
    #expect(try given.text("t", default: "a") == "green" && given.text("x", default: "a") == "a")
    #expect(try given.flag("f", default: false) && !given.flag("x", default: false))
    #expect(try given.word("t", default: Colour.red) == .green && given.word("x", default: Colour.red) == .red)
  }

  @Test func `refuses a parameter of another type, and an unknown word`() {
    let given = UseParameters(["n": .text("3"), "t": .integer(1), "f": .text("true"), "w": .text("gren")])
    func message(_ read: () throws -> Void) -> String? {
      do {
        try read()
        return nil
      } catch {
        return (error as? HarnessFailure).map { $0.code == .badData ? $0.description : "another code" }
      }
    }
    #expect(message { _ = try given.integer("n", default: 1) } == "the parameter n must be a whole number")
    #expect(message { _ = try given.text("t", default: "") } == "the parameter t must be text")
    #expect(message { _ = try given.flag("f", default: true) } == "the parameter f must be true or false")
    #expect(message { _ = try given.word("t", default: Colour.red) } == "the parameter t must be text")
    #expect(
      message { _ = try given.word("w", default: Colour.red) }
        == "the parameter w cannot be 'gren'; it is one of red, green: did you mean 'green'?")
  }

  @Test func `is found by the words of its version and of its parameters`() {
    let descriptor = NamedDescriptor(
      name: "d", summary: "", keywords: ["EKU"], versionKeywords: [.tls12: ["ServerKeyExchange"]],
      parameters: [.init(name: "form", kind: .text, summary: "", keywords: ["empty": ["zero"]])])
    #expect(descriptor.keywords(of: NamedUse("d", ["form": .text("empty")]), in: [.tls13]) == ["EKU", "zero"])
    #expect(
      descriptor.keywords(of: NamedUse("d", ["form": .text("full")]), in: TLSVersion.allCases)
        == ["EKU", "ServerKeyExchange"])
  }
}

@Suite struct `Recipes are written for people` {
  @Test func `timestamps of logs`() {
    #expect(SCTRecipe(log: "one").description == "one")
    #expect(SCTRecipe(log: "one", timestamp: -86_400).description == "{log: one, timestamp: -1d}")
    #expect(
      SCTRecipe(log: "one", timestamp: 90, about: "a", issuer: "b", key: "two", isCorrupt: true).description
        == "{log: one, timestamp: 90s, about: a, issuer: b, key: two, corrupt: true}")
    let list = [SCTRecipe(log: "one", about: "a"), SCTRecipe(log: "two", issuer: "b")]
    #expect(SCTListRecipe(list).description == "[{log: one, about: a}, {log: two, issuer: b}]")
    #expect(SCTListRecipe([], form: .empty).description == "{form: empty}")
    #expect(
      SCTListRecipe([SCTRecipe(log: "one")], form: .malformed).description == "{form: malformed, entries: [one]}")
    #expect(SCTListRecipe(list).otherCertificates == ["a", "b"])
  }

  @Test func `constraints of names`() {
    let inside = NameConstraintsRecipe.Subtree(.dns, "rogues.test")
    #expect(NameConstraintsRecipe(permitted: [inside], excluded: []).description == "{permitted: [dns rogues.test]}")
    #expect(
      NameConstraintsRecipe(permitted: [inside], excluded: [.init(.address, "10.0.0.0/8")], isCritical: false)
        .description == "{permitted: [dns rogues.test], excluded: [address 10.0.0.0/8], critical: false}")
  }
}
