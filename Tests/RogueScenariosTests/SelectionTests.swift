import RogueModel
import RogueScenarios
import Testing

@Suite struct SelectionTests {
  private static let scenarios: [Scenario] = Fixture.load(
    ("trust/rogue-ca", Fixture.scenario("tags: [seed]", name: "trust/rogue-ca")),
    ("trust/rogue-leaf", Fixture.scenario("tags: [seed, slow]", name: "trust/rogue-leaf")),
    ("trust/same-name", Fixture.scenario("axes: {keys: [p256, p384]}", name: "trust/same-name")),
    (
      "time/expired",
      Fixture.scenario("tags: [slow]\npolicies: [anchor]\naxes: {tls: [\"1.3\"]}", name: "time/expired")
    )
  ).scenarios

  private func select(_ patterns: [String], tags: [String] = []) -> Selection.Result<Scenario> {
    Selection.select(Self.scenarios, patterns: patterns, tags: tags)
  }

  @Test(
    arguments: [
      ([], ["trust/rogue-ca", "trust/rogue-leaf", "trust/same-name", "time/expired"]),
      (["**"], ["trust/rogue-ca", "trust/rogue-leaf", "trust/same-name", "time/expired"]),
      (["*"], ["trust/rogue-ca", "trust/rogue-leaf", "trust/same-name", "time/expired"]),
      (["trust/rogue-*"], ["trust/rogue-ca", "trust/rogue-leaf"]),
      (["trust/*e*-*a*"], ["trust/rogue-ca", "trust/rogue-leaf", "trust/same-name"]),
      (["t*/*"], ["trust/rogue-ca", "trust/rogue-leaf", "trust/same-name", "time/expired"]),
      (["**/expired"], ["time/expired"]),
      (["trust"], ["trust/rogue-ca", "trust/rogue-leaf", "trust/same-name"]),
      (["trust/"], ["trust/rogue-ca", "trust/rogue-leaf", "trust/same-name"]),
      (["trust/**"], ["trust/rogue-ca", "trust/rogue-leaf", "trust/same-name"]),
      (["time/expired", "trust/rogue-ca"], ["trust/rogue-ca", "time/expired"]),
    ] as [([String], [String])])
  func `patterns choose, in the order of the catalogue`(patterns: [String], expected: [String]) {
    let result = select(patterns)
    #expect(result.scenarios.map(\.id) == expected)
    #expect(result.findings == [])
  }

  @Test(arguments: [
    (["seed"], ["trust/rogue-ca", "trust/rogue-leaf"]),
    (["seed,slow"], ["trust/rogue-leaf"]),
    (["seed,!slow"], ["trust/rogue-ca"]),
    (["!slow"], ["trust/rogue-ca", "trust/same-name"]),
    (["seed,!slow", "slow,!seed"], ["trust/rogue-ca", "time/expired"]),
  ])
  func `tags choose`(tags: [String], expected: [String]) {
    #expect(select([], tags: tags).scenarios.map(\.id) == expected)
  }

  @Test(arguments: [
    ("trsut", "no scenario matches the pattern 'trsut'", "did you mean 'trust'?"),
    ("trust/rouge-ca", "no scenario matches the pattern 'trust/rouge-ca'", "did you mean 'trust/rogue-ca'?"),
    ("expired", "no scenario matches the pattern 'expired'", "did you mean 'time/expired'?"),
    (
      "trust/expired[tls=1.3]", "no scenario matches the pattern 'trust/expired[tls=1.3]'",
      "did you mean 'time/expired'?"
    ),
    (
      "trust/rogue-ca[tls=1.3", "the pattern 'trust/rogue-ca[tls=1.3' has a '[' without a ']' at its end",
      "family/name[tls=1.3]"
    ),
    ("trust[tsl=1.3]", "there is no axis 'tsl' as in the pattern 'trust[tsl=1.3]'", "did you mean 'tls'?"),
    ("trust[tls]", "'tls' in the pattern 'trust[tls]' is not of the form axis=value", nil),
    (
      "trust[key=rsa]", "the axis key has no value 'rsa' as in the pattern 'trust[key=rsa]'",
      "did you mean 'rsa512', 'rsa768' or 'rsa1024'?"
    ),
    ("time[tls=1.2]", "no case that matches 'time[tls=1.2]' has tls=1.2", "did you mean '1.3'?"),
    ("time[policy=anker]", "no case that matches 'time[policy=anker]' has policy=anker", "there are: anchor"),
    ("", "the pattern '' names no scenario", "family/name, family, or ** for all"),
  ])
  func `a pattern that matches nothing is a finding`(pattern: String, message: String, help: String?) {
    let findings = select([pattern]).findings
    #expect(findings.map(\.message) == [message])
    #expect(findings.first?.help == help)
  }

  @Test func `an unused tag is a finding`() {
    #expect(
      select([], tags: ["sede"]).findings.map(\.rendered) == [
        "error: no scenario has the tag 'sede'\n  help: did you mean 'seed'?\n"
      ])
    #expect(select([], tags: ["a,,b"]).findings.map(\.message) == ["the tag expression 'a,,b' has an empty tag"])
  }

  @Test func `axis constraints keep the cases that a pattern names`() throws {
    let result = select([
      "trust/rogue-ca[tls=1.3,policy=system]", "trust/rogue-ca[tls=1.2,policy=anchor]", "trust/same-name[key=p384]",
    ])
    #expect(result.findings == [])
    let rogue = try #require(result.scenarios.first)
    let same = try #require(result.scenarios.last)
    func admits(_ scenario: Scenario, _ tls: TLSVersion, _ policy: String, _ key: KeyType = .p256) -> Bool {
      result.filter.admits(Case(scenario: scenario, axes: AxisValues(tls: tls, policy: policy, key: key)))
    }
    #expect(admits(rogue, .tls13, "system"))
    #expect(admits(rogue, .tls12, "anchor"))
    #expect(!admits(rogue, .tls12, "system"))
    #expect(!admits(same, .tls12, "system"))
    #expect(admits(same, .tls12, "system", .p384))
    #expect(!admits(Self.scenarios[3], .tls13, "anchor"))
    #expect(
      !select(["trust/rogue-ca[engine=other]"]).filter.admits(
        Case(scenario: rogue, axes: AxisValues(tls: .tls13, policy: "system"))))
  }

  @Test func `a pattern of many stars takes no time`() {
    let pattern = String(repeating: "*a", count: 40) + "/" + String(repeating: "*b", count: 40)
    #expect(select([pattern]).scenarios.isEmpty)
  }
}
