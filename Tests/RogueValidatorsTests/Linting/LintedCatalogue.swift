import RogueLab
import RogueModel
import RoguePKI
@testable import RogueRunner
import RogueScenarios
import RogueStimuli

/// All that the catalogue mints, as an independent linter reads it.
struct LintedCatalogue {
  /// A line of a golden file: what was looked at, and the codes of what was found.
  struct Line: Hashable {
    var subject: String
    var codes: [String]
    var text: String { "\(subject): \(codes.isEmpty ? "-" : codes.joined(separator: " "))" }
  }

  /// One policy of a scenario: what can be said against its control, and what besides against its rogue.
  struct PathLine {
    var scenario: Scenario
    var policy: String
    var control: [String]
    var rogue: [String]
  }

  /// Worlds as they are.
  var worlds: [Line] = []
  /// What rogues have that their controls have not, of certificates, lists and staples.
  var rogues: [Line] = []
  var paths: [PathLine] = []

  private static let clock = OfflineCatalogue.clock
  private enum Document { case certificate(Int), chain(Int), list(Int), response(Int) }

  static func make() throws -> LintedCatalogue {
    let catalogue = OfflineCatalogue.catalogue()
    let minter = WorldMinter(seed: "lint", keyPool: OfflineCatalogue.keys)
    var question = CertificateLinter.Question()
    var lint: Set<Int> = []
    func mint(_ world: World, _ id: String) throws -> Hierarchy {
      try minter.mint(
        world, MintRequest(salt: id, keyType: .p256, clock: clock, responderBase: "http://127.0.0.1:9/lint"))
    }
    func list(_ der: [UInt8]) -> Int {
      question.lists.append(CertificateLinter.Question.hex(der))
      return question.lists.count - 1
    }
    func response(_ der: [UInt8]) -> Int {
      question.responses.append(CertificateLinter.Question.hex(der))
      return question.responses.count - 1
    }

    var worldLines: [(subject: String, document: Document)] = []
    for world in catalogue.worlds.sorted(by: { $0.id < $1.id }) {
      let hierarchy = try mint(world, world.id)
      for recipe in world.certificates {
        guard let minted = hierarchy.certificates[recipe.name] else { continue }
        let place = question.place(of: minted.der)
        lint.insert(place)
        worldLines.append(("\(world.id) \(recipe.name)", .certificate(place)))
        if let issuer = recipe[Issuer.self], let above = hierarchy.certificates[issuer] {
          question.chains.append([question.place(of: above.der), place])
          worldLines.append(("\(world.id) \(issuer) > \(recipe.name)", .chain(question.chains.count - 1)))
          let der = try hierarchy.revocation.ocspResponse(about: recipe.name, request: nil, recipe: nil)
          worldLines.append(("\(world.id) OCSP about \(recipe.name)", .response(response(der))))
        }
        if recipe[IsCA.self], let der = try hierarchy.revocation.crl(of: recipe.name) {
          worldLines.append(("\(world.id) CRL of \(recipe.name)", .list(list(der))))
        }
      }
    }

    var rogueLines: [(subject: String, rogue: Document, control: Document?)] = []
    var pathLines: [(scenario: Scenario, policy: String, control: Int, rogue: Int)] = []
    var pathPlaces: [CertificateLinter.Path: Int] = [:]
    for scenario in catalogue.scenarios where scenario.axes.keys == [.p256] {
      for (index, step) in scenario.steps.enumerated() where step.mutation != nil {
        let control = try mint(scenario.control.steps[index].world, scenario.world.id)
        let rogue = try mint(step.world, scenario.world.id)
        for recipe in step.world.certificates {
          guard let now = rogue.certificates[recipe.name], let before = control.certificates[recipe.name] else {
            continue
          }
          if now.der != before.der {
            let places = (question.place(of: now.der), question.place(of: before.der))
            lint.formUnion([places.0, places.1])
            rogueLines.append(
              ("\(scenario.id) \(recipe.name)", .certificate(places.0), .certificate(places.1)))
          }
          guard recipe[IsCA.self], let list1 = try rogue.revocation.crl(of: recipe.name),
            let list0 = try control.revocation.crl(of: recipe.name), list1 != list0
          else { continue }
          rogueLines.append(("\(scenario.id) CRL of \(recipe.name)", .list(list(list1)), .list(list(list0))))
        }
        guard scenario.isOffline else { continue }
        for policy in scenario.policies {
          func path(_ world: World, _ hierarchy: Hierarchy) throws -> (place: Int, staple: [UInt8]?) {
            let composer = AttemptComposer(
              world: world, hierarchy: hierarchy, axes: AxisValues(tls: .tls13, policy: policy), clock: clock,
              time: clock, firstUse: nil, ownPolicy: step.policy, ownHost: step.host)
            let served = try composer.served(path: "/", attempt: "a", nonce: "", token: "lint")
            let shown = served.part(ofConnection: 1, naming: composer.host).presentation
            let presentation = served.renegotiation ?? shown
            let policy = try composer.policy()
            let anchors = policy.anchors ?? (policy.systemAnchors ?? []) + (policy.userAnchors ?? [])
            let path = CertificateLinter.Path(
              present: presentation.certificates.map { question.place(of: $0) },
              anchors: anchors.map { question.place(of: $0) }, host: composer.host,
              time: clock.secondsSince1970)
            if pathPlaces[path] == nil {
              question.paths.append(path)
              pathPlaces[path] = question.paths.count - 1
            }
            return (pathPlaces[path] ?? 0, shown.staples[0])
          }
          let (before, oldStaple) = try path(scenario.control.steps[index].world, control)
          let (now, newStaple) = try path(step.world, rogue)
          pathLines.append((scenario, policy, before, now))
          if policy == scenario.policies.first, let newStaple, newStaple != oldStaple {
            rogueLines.append(
              (
                "\(scenario.id) staple", .response(response(newStaple)),
                oldStaple.map { Document.response(response($0)) }
              ))
          }
        }
      }
    }
    question.lint = lint.sorted()

    let answer = try CertificateLinter.ask(question)
    func codes(_ document: Document) -> [String] {
      switch document {
      case .certificate(let place): answer.certificates[place]
      case .chain(let place): answer.chains[place]
      case .list(let place): answer.lists[place]
      case .response(let place): answer.responses[place]
      }
    }
    var linted = LintedCatalogue()
    linted.worlds = worldLines.map { Line(subject: $0.subject, codes: codes($0.document)) }
    linted.rogues = rogueLines.map { line in
      let healthy = Set(line.control.map(codes) ?? [])
      return Line(subject: line.subject, codes: codes(line.rogue).filter { !healthy.contains($0) })
    }
    linted.paths = pathLines.map { line in
      let control = answer.paths[line.control]
      return PathLine(
        scenario: line.scenario, policy: line.policy, control: control,
        rogue: answer.paths[line.rogue].filter { !control.contains($0) })
    }
    return linted
  }
}
