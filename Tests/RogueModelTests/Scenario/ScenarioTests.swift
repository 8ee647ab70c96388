import RogueModel
import Testing

@Suite struct `A scenario` {
  private static let here = SourceLocation(file: "", line: 1, column: 1)

  private static func world(_ present: String) -> World {
    World(
      id: "w", title: "", domain: "rogues.test", certificates: [], keys: [], stores: World.Stores(system: [], user: []),
      host: "pinned", server: ServerRecipe(present: [present]), responders: [:], policies: [], location: here)
  }

  private static func step(
    _ present: String = "leaf", policy: String? = nil, host: String? = nil, mutation: Mutation? = nil
  ) -> Scenario.Step {
    Scenario.Step(mutation: mutation, world: world(present), expectations: [:], policy: policy, host: host)
  }

  private static func scenario(_ steps: Scenario.Step...) -> Scenario {
    Scenario(
      id: "trust/unknown-ca", title: "", why: "", level: .must, severity: .high, references: [], tags: [],
      world: world("leaf"), policies: ["p"], steps: steps, axes: .init(), needs: [], location: here)
  }

  @Test func `is its own control without a mutation`() {
    let mutation = Mutation(path: ["server", "present"], value: "[rogue]", location: Self.here)
    #expect(Self.scenario(Self.step()).isHealthy)
    #expect(!Self.scenario(Self.step(), Self.step(mutation: mutation)).isHealthy)
    #expect(mutation.description == "server.present: [rogue]")
    #expect(Self.scenario(Self.step()).family == "trust")
  }

  @Test func `changes the policy or the host between steps with the same certificates`() {
    let same = Self.scenario(Self.step(), Self.step())
    #expect(!same.changesPolicyOrHost(in: 0) && !same.changesPolicyOrHost(in: 1))
    #expect(Self.scenario(Self.step(), Self.step(policy: "q")).changesPolicyOrHost(in: 1))
    #expect(Self.scenario(Self.step(), Self.step(host: "other")).changesPolicyOrHost(in: 1))
    #expect(Self.scenario(Self.step(policy: "q"), Self.step(policy: "q"), Self.step()).changesPolicyOrHost(in: 2))
    #expect(!Self.scenario(Self.step("rogue"), Self.step(policy: "q")).changesPolicyOrHost(in: 1))
    #expect(!Self.scenario(Self.step(), Self.step(policy: "q")).changesPolicyOrHost(in: 0))
  }

  @Test func `becomes a case with the values that are not the usual ones in its name`() {
    func id(_ axes: AxisValues) -> String { Case(scenario: Self.scenario(Self.step()), axes: axes).id }
    #expect(id(AxisValues(tls: .tls13, policy: "p")) == "trust/unknown-ca[tls=1.3,policy=p]")
    #expect(
      id(AxisValues(tls: .tls12, policy: "p", key: .rsa2048, engine: "libssl"))
        == "trust/unknown-ca[tls=1.2,policy=p,key=rsa2048,engine=libssl]")
  }

  @Test func `is chosen by the values of its axes`() {
    let values = AxisValues(tls: .tls12, policy: "p", key: .rsa2048, engine: "libssl")
    for (axis, value) in [
      (AxesSelection.Constraint.Axis.tls, "1.2"), (.policy, "p"), (.key, "rsa2048"), (.engine, "libssl"),
    ] {
      #expect(AxesSelection.Constraint(axis: axis, value: value).admits(values))
      #expect(!AxesSelection.Constraint(axis: axis, value: "x").admits(values))
    }
  }

  @Test func `must be refused where no right answer accepts`() {
    #expect(!Expectation.accept.mustCancel)
    #expect(Expectation(answers: [.init(disposition: .cancel)]).mustCancel)
    #expect(!Expectation(answers: [.init(disposition: .cancel), .init(disposition: .accept)]).mustCancel)
  }

  @Test(arguments: Verdict.allCases)
  func `gates by its verdict, and never at the level may`(verdict: Verdict) {
    func gates(_ level: Level, strict: Bool) -> Bool {
      CaseResult(
        adapter: "a", caseID: "c", scenario: "s", axes: AxisValues(tls: .tls13, policy: "p"), level: level,
        severity: .low, title: "", why: "", location: Self.here, judgement: Judgement(verdict, ""), steps: [],
        control: nil, milliseconds: 0, reproduce: ""
      ).gates(strict: strict)
    }
    let isFailure: Set<Verdict> = [
      .falseAccept, .leak, .falseCancel, .badClientChain, .badClientHello, .certificateLeak, .error, .unstable,
    ]
    for level in [Level.must, .should] {
      #expect(gates(level, strict: false) == isFailure.contains(verdict))
      #expect(gates(level, strict: true) == (isFailure.contains(verdict) || verdict == .deviation))
    }
    #expect(!gates(.may, strict: true))
  }
}
