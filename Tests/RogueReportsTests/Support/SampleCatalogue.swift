import RogueModel
import RogueStimuli

/// A small world with one rogue and one two-step scenario, made by hand.
enum SampleCatalogue {
  static let world: World = {
    var issuing = CertificateRecipe(name: "issuing", issuer: "root", isCA: true)
    issuing[PathLength.self] = 0
    var revoked = CertificateRecipe(name: "old-leaf", issuer: "issuing", hosts: ["pinned"])
    revoked[Revoked.self] = true
    revoked[NotAfter.self] = -86_400
    revoked[KeyOf.self] = "leaf"
    let location = SourceLocation(file: "Certs/worlds/pinned-site.yaml", line: 1, column: 8)
    func pin(_ kind: PinKind, _ position: PinPosition, _ name: String) -> PolicyRecipe.PinSet {
      PolicyRecipe.PinSet(host: "pinned", any: [.init(kind: kind, position: position, of: name)])
    }
    return World(
      id: "pinned-site", title: "One host under a two-tier CA", domain: "rogues.test",
      certificates: [
        CertificateRecipe(name: "root", isCA: true), issuing,
        CertificateRecipe(name: "leaf", issuer: "issuing", hosts: ["pinned"]), revoked,
        CertificateRecipe(name: "rogue-root", isCA: true),
        CertificateRecipe(name: "rogue-leaf", issuer: "rogue-root", hosts: ["pinned"]),
      ],
      keys: ["backup"], stores: .init(system: ["root", "rogue-root"], user: []), host: "pinned",
      server: ServerRecipe(present: ["leaf", "issuing"]), responders: [:],
      policies: [
        PolicyRecipe(name: "system", location: location),
        PolicyRecipe(
          name: "leaf-spki", pinSets: [pin(.spki, .leaf, "leaf"), pin(.spki, .leaf, "backup")], location: location),
        PolicyRecipe(name: "ca-spki", pinSets: [pin(.spki, .ca, "issuing")], location: location),
        PolicyRecipe(name: "unused", anchors: ["root"], location: location),
      ], location: location)
  }()

  static let rogueWorld: World = {
    var world = Self.world
    world.server.present = ["rogue-leaf", "rogue-root"]
    return world
  }()

  static let cancel = Expectation(answers: [.init(disposition: .cancel, reasons: [.pinMismatch])])

  static let rogue = Scenario(
    id: "trust/rogue-ca-in-system-store",
    title: "A CA that the system trusts issues for the pinned host",
    why: "One bad CA among hundreds is enough. This is what pinning exists for.", level: .must, severity: .critical,
    references: ["RFC 7469, section 2.6"], tags: ["pinning", "trust"], world: world,
    policies: ["system", "leaf-spki", "ca-spki"],
    steps: [
      .init(
        mutation: Mutation(
          path: ["server", "present"], value: "[rogue-leaf, rogue-root]",
          location: SourceLocation(file: "Scenarios/trust/rogue-ca-in-system-store.yaml", line: 9, column: 10)),
        world: rogueWorld, expectations: ["system": .accept, "leaf-spki": cancel, "ca-spki": cancel])
    ], axes: .init(), needs: [],
    location: SourceLocation(file: "Scenarios/trust/rogue-ca-in-system-store.yaml", line: 1, column: 11))

  static let resumed: Scenario = {
    var scenario = rogue
    scenario.id = "session/resumed"
    scenario.level = .may
    scenario.title = "The client comes back with a session"
    scenario.policies = ["leaf-spki"]
    scenario.needs = [.resumption]
    scenario.references = []
    scenario.steps = [
      .init(mutation: nil, world: world, expectations: ["leaf-spki": .accept], learn: true),
      .init(
        mutation: Mutation(
          path: ["certificates", "leaf", "not-after"], value: "-1h",
          location: SourceLocation(file: "Scenarios/session/resumed.yaml", line: 9, column: 10)),
        world: world,
        expectations: [
          "leaf-spki": Expectation(
            answers: [
              .init(disposition: .cancel, reasons: [.expired, .other], phases: [.handshake], identityWithheld: true),
              .init(disposition: .accept, clientChain: ["leaf"]),
            ], unexercisedPasses: true, serverIsJudge: true)
        ], reuse: .session),
    ]
    return scenario
  }()
}
