internal import RogueModel
internal import RoguePKI
internal import RoguePlatform
internal import RogueScenarios
internal import RogueStimuli

/// Mints the certificates that scenarios need, so that an impossible one (a defect that a key type cannot have) is
/// reported with its position, and not in the middle of a run as a fault of the harness.
struct MintCheck {
  private let minter = WorldMinter(seed: "lint", keyPool: KeyPool(store: KeyFolder.ofThisUser))
  private let clock = Timestamp(secondsSince1970: WallClock.secondsSince1970)

  /// One finding for each step that cannot be made with some type of key.
  func findings(for scenarios: [Scenario], in catalogue: Catalogue) -> [Finding] {
    struct Made: Hashable {
      var world: World
      var key: KeyType
    }
    // A scenario may add certificates to its world: the name alone is no key.
    var healthy: [Made: String?] = [:]
    return scenarios.flatMap { scenario -> [Finding] in
      for key in scenario.axes.keys {
        let control = Made(world: scenario.world, key: key)
        let failure = healthy[control] ?? failure(of: scenario.world, key)
        healthy[control] = failure
        // An error of the world is one of every scenario in it.
        if let failure { return [catalogue.finding(in: scenario, step: nil, "its world cannot be made: \(failure)")] }
      }
      return scenario.steps.indices.compactMap { index -> Finding? in
        guard scenario.steps[index].mutation != nil else { return nil }
        for key in scenario.axes.keys {
          guard let failure = failure(of: scenario.steps[index].world, key) else { continue }
          return catalogue.finding(
            in: scenario, step: index, "this cannot be made with \(key.rawValue) keys: \(failure)",
            help: "axes: {keys: […]} or 'key-type' of the certificate give it another type")
        }
        return nil
      }
    }
  }

  /// The error when the world is minted; nil: none.
  private func failure(of world: World, _ key: KeyType) -> String? {
    do throws(HarnessFailure) {
      let hierarchy = try minter.mint(
        world, MintRequest(salt: "lint", keyType: key, clock: clock, responderBase: "http://127.0.0.1:9/lint"))
      for certificate in world.certificates where certificate[IsCA.self] {
        _ = try hierarchy.revocation.suppliedCRLs(of: certificate.name)
      }
      for (entry, name) in world.server.present.enumerated() {
        guard case .response(let response) = world.server.staple(forEntry: entry) else { continue }
        _ = try hierarchy.revocation.ocspResponse(about: name, request: nil, recipe: response)
      }
      if let list = world.server[ServedSCTs.self], let leaf = world.server.present.first {
        _ = try hierarchy.transparency.sctList(list, about: leaf)
      }
      return nil
    } catch {
      return error.description
    }
  }
}
