import RogueModel
import RogueScenarios
import RogueStimuli
import Testing

/// Logs and their timestamps, as worlds and scenarios write them.
@Suite struct TransparencyTests {
  static let world = Fixture.world
    .replacing(
      "keys: [backup]\n",
      with: "keys: [backup]\nlogs: {oak: {operator: forest}, elm: {key-type: rsa2048, retired: -40d}}\n"
    )
    .replacing(
      "crl-url: true}",
      with: "scts: [oak, {log: elm, timestamp: -2h, about: issuing, issuer: root, key: oak, corrupt: true}]}"
    )
    .replacing("  system: {}\n", with: "  system: {}\n  logged: {transparency: {logs: [oak, elm], minimum: 2}}\n")

  static func messages(_ text: String, _ other: String) -> [String] {
    #expect(world.contains(text))
    return Fixture.load(world: world.replacing(text, with: other)).findings.map(\.message)
  }

  @Test func `every key of a log is read`() throws {
    let world = try #require(
      Fixture.load(
        world: Self.world.replacing(
          "{present: [leaf, issuing]}",
          with: "{present: [leaf, issuing], scts: {form: malformed, entries: [elm]}, staple: {scts: {form: empty}}}")
      ).worlds.first)
    #expect(world.logs.map(\.name) == ["oak", "elm"])
    #expect(world.logs.map(\.operatorName) == ["forest", "elm"])
    #expect(world.logs.map(\.keyType) == [.p256, .rsa2048])
    #expect(world.logs.map(\.retired) == [nil, -40 * 86_400])
    #expect(
      world.certificate("leaf")?[EmbeddedSCTs.self]
        == SCTListRecipe([
          SCTRecipe(log: "oak"),
          SCTRecipe(log: "elm", timestamp: -7200, about: "issuing", issuer: "root", key: "oak", isCorrupt: true),
        ]))
    #expect(world.server[ServedSCTs.self] == SCTListRecipe([SCTRecipe(log: "elm")], form: .malformed))
    #expect(world.server[Staple.self] == .response(OCSPRecipe(scts: SCTListRecipe([], form: .empty))))
    #expect(world.policy("logged")?.transparency == .init(logs: ["oak", "elm"], minimum: 2))
    #expect(
      world.certificate("leaf")?[EmbeddedSCTs.self]?.description
        == "[oak, {log: elm, timestamp: -7200s, about: issuing, issuer: root, key: oak, corrupt: true}]")
  }

  @Test func `an empty list of SCTs leaves the extension out`() throws {
    let world = Self.world.replacing("scts: [oak, {log", with: "scts: [], defects: [] }\n  second-leaf: {scts: [{log")
    #expect(try #require(Fixture.load(world: world).worlds.first).certificate("leaf")?[EmbeddedSCTs.self] == nil)
  }

  @Test func `an unknown log is refused`() {
    #expect(
      Fixture.complaints(world: Self.world.replacing("logs: [oak, elm]", with: "logs: [oak, eml]"))
        == """
        Certs/worlds/pinned-site.yaml:17:39: error: the world has no log 'eml'
            logged: {transparency: {logs: [oak, eml], minimum: 2}}
                                                ^^^
          help: did you mean 'elm'?

        """.replacing(":17:", with: ":\(Self.line("logged:")):"))
  }

  /// Where a text stands in the world.
  private static func line(_ text: String) -> Int {
    (world.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.contains(text) } ?? -1) + 1
  }

  @Test(arguments: [
    ("key-type: rsa2048", "key-type: p384", "expected one of p256, rsa2048, found 'p384'"),
    ("minimum: 2", "minimum: 3", "SCTs of 3 logs, but only 2 are known"),
    ("minimum: 2", "operators: 2", "1 logs cannot be of 2 operators"),
    ("minimum: 2", "minimum: 0", "expected a whole number from 1 to 100, found '0'"),
    ("logs: [oak, elm], min", "logs: [], min", "expected a list of logs, found an empty one"),
    ("logs: [oak, elm], min", "logs: [oak, oak], min", "'oak' appears twice in the list"),
    ("about: issuing", "about: isuing", "the world has no certificate 'isuing'"),
    ("{log: elm, ", "{lug: elm, ", "unknown key 'lug' in a signed certificate timestamp"),
    ("scts: [oak", "scts: [ook", "the world has no log 'ook'"),
    (
      "{present: [leaf, issuing]}", "{present: [leaf], scts: [{log: oak, issuer: root}]}",
      "a timestamp beside the certificate names no issuer ('root')"
    ),
    (
      "{present: [leaf, issuing]}", "{present: [leaf], scts: {form: empty, entries: [oak]}}",
      "a list of the form empty has no entries"
    ),
    (
      "{present: [leaf, issuing]}", "{present: [leaf], scts: {form: malformed}}",
      "a malformed list needs 'entries', the last of which is cut short"
    ),
  ])
  func `a wrong value`(text: String, other: String, message: String) {
    #expect(Self.messages(text, other).contains(message))
  }

  private static func lint(_ body: String, _ world: String = world) -> [String] {
    Lint.check(Fixture.load(world: world, ("trust/rogue-ca", Fixture.scenario(body)))).map(\.message)
      .filter { !$0.contains("no scenario runs") }
  }

  @Test func `SCTs that the policy does not require are not a fault`() {
    let expect = "expect: {disposition: cancel, reason: [transparency]}\n"
    #expect(Self.lint("policies: [logged]\nmutate: {certificates.leaf.scts: [oak]}\n" + expect) == [])
    #expect(
      Self.lint("policies: [system]\nmutate: {certificates.leaf.scts: [oak]}\n" + expect)
        == ["no policy that is run requires SCTs, so no validator has to check these"])
    #expect(
      Self.lint(
        "policies: [logged]\nmutate: {certificates.leaf.scts: [oak, {log: elm, timestamp: -2h, about: issuing, issuer: root, key: oak, corrupt: true}]}\n"
          + expect
      )
      .contains { $0.hasPrefix("the mutation changes nothing") })
  }

  @Test func `a policy that requires SCTs needs a world with SCTs`() {
    let bare = Fixture.world.replacing("keys: [backup]\n", with: "keys: [backup]\nlogs: {oak: {}}\n")
      .replacing("  system: {}\n", with: "  system: {}\n  logged: {transparency: {logs: [oak]}}\n")
    let body =
      "policies: [logged]\nmutate: {server.present: [rogue-leaf]}\n"
      + "expect: {disposition: cancel, reason: [transparency]}\n"
    #expect(
      Self.lint(body, bare)
        == ["the policy 'logged' requires SCTs, but neither certificate nor server has any"])
    #expect(Self.lint(body, bare.replacing("{present: [leaf, issuing]}", with: "{present: [leaf], scts: [oak]}")) == [])
  }
}
