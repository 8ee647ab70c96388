import RogueModel
import RogueStimuli
import Testing

@testable import RogueRunner

@Suite struct PlanTests {
  @Test func `pairwise takes every pair of values and fewer cases than the product`() {
    let scenario = Sample.scenario(
      "a/wide", rogue: true, policies: ["anchor", "system"],
      axes: Scenario.Axes(tls: [.tls12, .tls13], keys: [.p256, .p384, .ed25519]))
    let full = AxisExpansion.cases(of: scenario, .full, engines: ["swift", "second"])
    let pairwise = AxisExpansion.cases(of: scenario, .pairwise, engines: ["swift", "second"])
    #expect(full.count == 24)
    #expect(pairwise.count == 6)
    #expect(pairwise.allSatisfy { $0.axes.engine == "swift" })
    for tls in scenario.axes.tls {
      for key in scenario.axes.keys {
        #expect(pairwise.contains { $0.axes.tls == tls && $0.axes.key == key })
      }
    }
    for policy in scenario.policies {
      for key in scenario.axes.keys {
        #expect(pairwise.contains { $0.axes.policy == policy && $0.axes.key == key })
      }
    }
    #expect(pairwise == AxisExpansion.cases(of: scenario, .pairwise, engines: ["second", "swift"]))
  }

  @Test func `fixed axis values choose out of the product`() {
    let scenario = Sample.scenario(
      "a/wide", rogue: true, policies: ["anchor", "system"], axes: Scenario.Axes(tls: [.tls12, .tls13]))
    let chosen = AxisExpansion.cases(
      of: scenario, .fixed([.init(axis: .tls, value: "1.2"), .init(axis: .policy, value: "system")]),
      engines: ["swift", "second"])
    #expect(chosen.map(\.id) == ["a/wide[tls=1.2,policy=system]"])
    let second = AxisExpansion.cases(
      of: scenario, .fixed([.init(axis: .tls, value: "1.2"), .init(axis: .engine, value: "second")]),
      engines: ["swift", "second"])
    #expect(
      second.map(\.id) == [
        "a/wide[tls=1.2,policy=anchor,engine=second]", "a/wide[tls=1.2,policy=system,engine=second]",
      ])
  }

  @Test func `without a requested engine, the first that can serve a case takes it`() {
    let scenario = Sample.scenario(
      "a/wide", rogue: true, policies: ["anchor"], axes: Scenario.Axes(tls: [.tls12, .tls13]))
    let cannot = { (item: Case) in item.axes.tls == .tls13 && item.axes.engine != "third" ? "cannot" : nil }
    func engines(_ selection: AxesSelection, _ refusal: (Case) -> String?) -> [String] {
      AxisExpansion.cases(of: scenario, selection, engines: ["swift", "second", "third"], refusal: refusal)
        .map(\.axes.engine)
    }
    #expect(engines(.pairwise, cannot) == ["swift", "third"])
    #expect(engines(.fixed([.init(axis: .policy, value: "anchor")]), cannot) == ["swift", "third"])
    // Nobody can: the case stays, and its plan says why it is not run.
    #expect(engines(.pairwise) { _ in "cannot" } == ["swift", "swift"])
    // A requested engine is used.
    #expect(engines(.fixed([.init(axis: .engine, value: "second")]), cannot) == ["second", "second"])
    #expect(engines(.full, cannot).count == 6)
  }

  @Test func `needs name every feature that a policy relies on, and no security behaviour`() {
    var scenario = Sample.scenario("a/needy", rogue: false)
    scenario.steps[0].world.policies[0].pinSets = [
      PolicyRecipe.PinSet(
        host: "pinned", includeSubdomains: true, expires: 60,
        any: [PolicyRecipe.Pin(kind: .spki, position: .ca, of: "root")])
    ]
    scenario.steps[0].world.policies[0].revocation = PolicyRecipe.Revocation(mode: .require, methods: [.ocspFetch])
    scenario.steps[0].world.policies[0].identity = PolicyRecipe.Identity(form: .pkcs12, leaf: "leaf", chain: [])
    scenario.steps[0].reuse = .session
    let needs = Needs.of(scenario, AxisValues(tls: .tls12, policy: "anchor"), fixedClock: true)
    #expect(
      needs.map(\.rawValue) == [
        "anchors", "pin.spki.ca", "pin.expiry", "pin.subdomains", "revocation.ocsp-fetch", "revocation.require",
        "client-identity.pkcs12", "tls1.2", "resumption", "clock",
      ])
  }

  @Test func `two cases that differ in the mutation alone share a control`() {
    let one = Case(scenario: Sample.scenario("a/one", rogue: true), axes: AxisValues(tls: .tls13, policy: "anchor"))
    let two = Case(scenario: Sample.scenario("b/two", rogue: true), axes: AxisValues(tls: .tls13, policy: "anchor"))
    let older = Case(scenario: Sample.scenario("b/two", rogue: true), axes: AxisValues(tls: .tls12, policy: "anchor"))
    let longer = Case(
      scenario: Sample.scenario("b/three", rogue: true, steps: 2), axes: AxisValues(tls: .tls13, policy: "anchor"))
    #expect(ControlKey(one) == ControlKey(two))
    #expect(ControlKey(one) != ControlKey(older))
    #expect(ControlKey(one) != ControlKey(longer))
  }

  @Test(arguments: [
    (["server", "present"], true), (["server", "staple"], true), (["server", "connections", "2"], true),
    (["certificates", "leaf", "not-after"], true), (["responders", "root", "ocsp"], true),
    (["server", "connections", "3"], false), (["server", "connections", "3", "present"], true),
    (["server", "key"], false), (["server", "tls"], false), (["server", "client-chain"], false),
    (["server", "behaviours"], false), (["server", "surprise"], false),
  ])
  func `an offline validator runs cases about certificates and staples only`(path: [String], isAsked: Bool) {
    var scenario = Sample.scenario("a/one", rogue: true)
    let location = SourceLocation(file: "", line: 1, column: 1)
    scenario.steps[0].mutation = Mutation(path: path, value: "x", location: location)
    scenario.steps[0].world.server.key = path.last == "key" ? "leaf" : nil
    scenario.steps[0].world.server.connections = [3: ServerRecipe.Connection(present: ["rogue"], key: "leaf")]
    func missing(_ door: AdapterDescription.Door) -> String? {
      let description = AdapterDescription(
        name: "a", door: door, library: "", version: "", capabilities: Set(Capability.known))
      let plan = Plan(
        scenarios: [scenario], adapters: [Described(description: description)], selection: .pairwise,
        engines: [AxisValues.defaultEngine], fixedClock: false)
      return plan.adapters[0].cases.first.flatMap { $0.missing?.description }
    }
    #expect(missing(.exec) == nil)
    #expect((missing(.offline) == nil) == isAsked)
    #expect(isAsked || missing(.offline)?.hasPrefix("handshake: ") == true)
  }

  @Test func `a client without HTTP runs the cases that begin in plaintext, and no other`() {
    var database = Sample.scenario("a/database", rogue: false)
    database.world.server[StartTLS.self] = StartTLSRecipe(speaks: .postgresql)
    for index in database.steps.indices { database.steps[index].world.server = database.world.server }
    let description = AdapterDescription(
      name: "a", door: .exec, library: "", version: "", capabilities: Set(Capability.known),
      declined: [.https: "it speaks to databases"])
    let plan = Plan(
      scenarios: [database, Sample.scenario("a/web", rogue: false)], adapters: [Described(description: description)],
      selection: .pairwise, engines: [AxisValues.defaultEngine], fixedClock: false)
    #expect(plan.adapters[0].cases.map(\.missing?.description) == [nil, "https: it speaks to databases"])
    #expect(plan.adapters[0].cases[0].needs.contains(.startTLS(.postgresql)))
    #expect(database.isAboutTheHandshake(PlanVocabulary()))
  }

  @Test func `a field that does not reach the validator excludes a case, unless its fixed value fits`() {
    let older = NamedDescriptor(name: "old-version", summary: "", demands: [.minimumTLS])
    func missing(
      _ configuration: AdapterConfiguration?, door: AdapterDescription.Door = .recipe,
      _ change: (inout Scenario) -> Void = { _ in }
    ) -> String? {
      var scenario = Sample.scenario("a/one", rogue: false, policies: ["system"])
      change(&scenario)
      let description = AdapterDescription(
        name: "a", door: door, library: "", version: "", capabilities: Set(Capability.known),
        configuration: configuration)
      let plan = Plan(
        scenarios: [scenario], adapters: [Described(description: description)], selection: .pairwise,
        engines: [AxisValues.defaultEngine], fixedClock: false, vocabulary: PlanVocabulary(behaviours: [older]))
      return plan.adapters[0].cases.first.flatMap { $0.missing?.description }
    }
    var configuration = AdapterConfiguration(
      applied: [.host: "", .address: "", .port: "", .path: "", .systemAnchors: "--ca"],
      fixed: [.hostname: "a name is always checked", .maximumTLS: "1.3"])
    #expect(missing(nil) == nil)
    #expect(missing(configuration) == nil)
    // Without a name it would be another validator.
    let nameless: (inout Scenario) -> Void = { scenario in
      for index in scenario.steps.indices {
        for policy in scenario.steps[index].world.policies.indices {
          scenario.steps[index].world.policies[policy].checksHostname = false
        }
      }
    }
    #expect(missing(configuration, nameless) == "policy.hostname: a name is always checked")
    configuration.applied[.hostname] = "--name"
    #expect(missing(configuration, nameless) == nil)
    // Where the server speaks an older version, the lowest has to be known.
    let spoken: (inout Scenario) -> Void = { scenario in
      for index in scenario.steps.indices {
        scenario.steps[index].world.server.behaviours = [NamedUse(older.name)]
      }
    }
    #expect(missing(configuration, spoken) == "tls.minimum")
    configuration.fixed[.minimumTLS] = "1.2"
    #expect(missing(configuration, spoken) == nil)
    configuration.fixed[.minimumTLS] = nil
    // The harness's client makes the connections of an offline validator.
    configuration.applied[.address] = nil
    #expect(missing(configuration) == "connect.address")
    #expect(missing(configuration, door: .offline) == nil)
    configuration.applied[.systemAnchors] = nil
    #expect(missing(configuration, door: .offline) == "policy.systemAnchors")
  }

  @Test(arguments: [
    (["spki leaf @leaf"], false), (["spki leaf @ca"], true), (["spki root @leaf"], true), (["spki root @ca"], false),
    (["spki leaf @chain"], false), (["spki rogue @ca"], false), (["certificate root @leaf"], true),
    // The key of the root, in a certificate that is not in the path.
    (["spki copy @leaf"], true), (["certificate copy @leaf"], false),
    // Another pin of the set matches where it is to.
    (["spki leaf @ca", "spki root @ca"], false), (["spki leaf @ca", "spki rogue @leaf"], true),
  ])
  func `a pin's position is needed where the pinned key is in another place of the path`(pins: [String], needs: Bool) {
    var scenario = Sample.scenario("a/one", rogue: false)
    for index in scenario.steps.indices {
      var world = Sample.world()
      var copy = CertificateRecipe(name: "copy", isCA: true)
      copy[KeyOf.self] = "root"
      world.certificates.append(copy)
      let any = pins.map { pin in
        let words = pin.split(separator: " ").map(String.init)
        return PolicyRecipe.Pin(
          kind: PinKind(rawValue: words[0]) ?? .spki,
          position: PinPosition(rawValue: String(words[2].dropFirst())) ?? .leaf, of: words[1])
      }
      world.policies[0].pinSets = [PolicyRecipe.PinSet(host: "pinned", any: any)]
      scenario.steps[index].world = world
    }
    let fields = RequiredFields.of(scenario, AxisValues(tls: .tls13, policy: "anchor"), PlanVocabulary())
    #expect(fields.contains { $0.field == .pinPosition && $0.demand == .applied } == needs)
    let description = { (configuration: AdapterConfiguration) in
      AdapterDescription(
        name: "a", door: .recipe, library: "", version: "", capabilities: Set(Capability.known),
        configuration: configuration)
    }
    var configuration = AdapterConfiguration(
      applied: [.host: "", .address: "", .port: "", .path: "", .systemAnchors: ""],
      fixed: [.hostname: "", .maximumTLS: "", .pinPosition: "a pin matches anywhere"])
    func missing() -> String? {
      Plan(
        scenarios: [scenario], adapters: [Described(description: description(configuration))], selection: .pairwise,
        engines: [AxisValues.defaultEngine], fixedClock: false, vocabulary: PlanVocabulary()
      ).adapters[0].cases.first.flatMap { $0.missing?.description }
    }
    #expect(missing() == (needs ? "policy.pinSets.any.position: a pin matches anywhere" : nil))
    configuration.fixed[.pinPosition] = nil
    configuration.applied[.pinPosition] = "compared there"
    #expect(missing() == nil)
  }

  @Test func `a session under other rules is for those that choose it themselves`() {
    func needs(_ change: (inout Scenario) -> Void) -> Set<Capability> {
      var scenario = Sample.scenario("a/one", rogue: false, steps: 2)
      scenario.steps[1].reuse = .session
      change(&scenario)
      return Set(Needs.of(scenario, AxisValues(tls: .tls13, policy: "anchor"), fixedClock: false))
    }
    #expect(needs { _ in }.contains(.resumption))
    #expect(!needs { _ in }.contains(.resumptionCache))
    #expect(needs { $0.steps[1].policy = "system" }.contains(.resumptionCache))
    #expect(needs { $0.steps[1].host = "other" }.contains(.resumptionCache))
    #expect(!needs { $0.steps[1].policy = "anchor" }.contains(.resumptionCache))
  }

  @Test(arguments: [
    (NamedUse("unsigning"), true), (NamedUse("dated"), false), (NamedUse("odd", ["form": .text("empty")]), true),
    (NamedUse("odd", ["form": .text("long")]), false), (NamedUse("odd"), false), (NamedUse("unheard-of"), true),
  ])
  func `a server key that may not sign is not applicable to a validator without a handshake`(
    defect: NamedUse, isAbout: Bool
  ) {
    let vocabulary = PlanVocabulary(defects: [
      "unsigning": .handshake, "dated": .everybody, "odd": .handshakeInForms(["empty"]),
    ])
    var scenario = Sample.scenario("a/one", rogue: true)
    for index in scenario.steps.indices {
      scenario.steps[index].world = Sample.world()
      let leaf = scenario.steps[index].world.certificates.firstIndex { $0.name == "leaf" }
      scenario.steps[index].world.certificates[leaf ?? 0][CertificateDefects.self] = [defect]
      scenario.steps[index].mutation = Mutation(
        path: ["certificates", "leaf", "defects"], value: "[\(defect)]", location: Sample.here)
    }
    #expect(scenario.isAboutTheHandshake(vocabulary) == isAbout)
    // Whatever the mutation was that had it presented.
    scenario.steps[0].mutation = Mutation(path: ["server", "present"], value: "[leaf]", location: Sample.here)
    #expect(scenario.isAboutTheHandshake(vocabulary) == isAbout)
  }

  @Test func `a scenario that the server judges, or about sessions, is about the handshake`() {
    var judged = Sample.scenario("a/one", rogue: true)
    #expect(!judged.isAboutTheHandshake(PlanVocabulary()))
    judged.steps[0].expectations["anchor"]?.serverIsJudge = true
    #expect(judged.isAboutTheHandshake(PlanVocabulary()))
    var list = Sample.scenario("a/one", rogue: false)
    list.steps[0].expectations["anchor"] = Expectation(answers: [.init(disposition: .accept, clientChain: ["leaf"])])
    #expect(list.isAboutTheHandshake(PlanVocabulary()))
    var withheld = Sample.scenario("a/one", rogue: true)
    withheld.steps[0].expectations["anchor"] = Expectation(answers: [
      .init(disposition: .cancel, identityWithheld: true)
    ])
    #expect(withheld.isAboutTheHandshake(PlanVocabulary()))
    var resumed = Sample.scenario("a/one", rogue: true)
    resumed.steps[0].reuse = .session
    #expect(resumed.isAboutTheHandshake(PlanVocabulary()))
  }

  @Test func `a control has no mutation and expects accept in every step`() {
    let control = Sample.scenario("a/one", rogue: true, steps: 2).control
    #expect(control.isHealthy)
    #expect(control.steps.allSatisfy { $0.world == control.world && $0.expectations["anchor"] == .accept })
  }

  @Test func `a step that waits for a date needs a running clock, and a control that waits as long`() throws {
    let callLog = EventCollector()
    let adapter = FakeAdapter("right", callLog: callLog) { served, _ in FakeAdapter.accepts(served) }
    var scenario = Sample.scenario("a/rogue", rogue: true, steps: 2)
    let soon = scenario
    scenario.steps[1].delay = .end(of: .certificate("leaf"), seconds: 8)
    func missing(_ scenario: Scenario, fixedClock: Bool) -> [String?] {
      Plan(
        scenarios: [scenario], adapters: [adapter], selection: .pairwise, engines: ["swift"], fixedClock: fixedClock
      ).adapters.flatMap { $0.cases.map { $0.missing?.description } }
    }
    #expect(missing(scenario, fixedClock: false) == [nil])
    #expect(missing(scenario, fixedClock: true) == ["a step waits for a date, and the run's clock is fixed"])
    #expect(missing(soon, fixedClock: true) == [nil])
    let axes = AxisValues(tls: .tls13, policy: "anchor")
    let keys = [soon, scenario].map { ControlKey(Case(scenario: $0, axes: axes)) }
    #expect(keys[0] != keys[1] && keys[0].description != keys[1].description)
  }
}

/// An adapter that is planned for and never asked.
private struct Described: Adapter {
  var description: AdapterDescription

  func withConversation<Result: Sendable>(
    _ id: String, _ body: @Sendable (any AdapterConversation) async throws -> Result
  ) async throws -> Result { throw CancellationError() }
}
